// Settings that follow a change of edition or variant.

import { expect, test } from "vitest";
import { inEdition, ownLevels, withVariant } from "../src/editions.ts";
import { lobby } from "./tables.ts";

const { settings } = lobby();

test("variants that the other edition lacks are dropped", () => {
  const chosen = { ...settings, variants: ["competitive", "children"] as const };
  expect(inEdition(chosen, "first").variants).toEqual(["children"]);
});

test("there is a level for each round", () => {
  expect(inEdition({ ...settings, levels: [1, 4, 3, 2] }, "first").levels).toEqual([1, 4, 3, 2, 2]);
  expect(inEdition({ ...settings, levels: [1, 4, 3, 2, 2] }, "second").levels).toEqual([1, 4, 3, 2]);
  expect(ownLevels([], 5)).toEqual([1, 1, 1, 1, 1]);
});

test("children have levels of their own", () => {
  const chosen = withVariant({ ...settings, levels: "ask" }, "children", true);
  expect([chosen.variants, chosen.levels]).toEqual([["children"], "book"]);
  expect(withVariant(chosen, "children", false).variants).toEqual([]);
});
