// Settings after a change of edition or variant.

import { expect, test } from "vitest";
import { customLevels, forEdition, withVariant } from "../../src/parts/lobby/editions.ts";
import { lobby } from "../support/tableStates.ts";

const { settings } = lobby();

test("variants that the new edition lacks are dropped", () => {
  const chosen = { ...settings, variants: ["competitive", "children"] as const };
  expect(forEdition(chosen, "first").variants).toEqual(["children"]);
});

test("there is one level per round", () => {
  expect(forEdition({ ...settings, levels: [1, 4, 3, 2] }, "first").levels).toEqual([1, 4, 3, 2, 2]);
  expect(forEdition({ ...settings, levels: [1, 4, 3, 2, 2] }, "second").levels).toEqual([1, 4, 3, 2]);
  expect(customLevels([], 5)).toEqual([1, 1, 1, 1, 1]);
});

test("the children's variant has its own levels", () => {
  const chosen = withVariant({ ...settings, levels: "ask" }, "children", true);
  expect([chosen.variants, chosen.levels]).toEqual([["children"], "book"]);
  expect(withVariant(chosen, "children", false).variants).toEqual([]);
});
