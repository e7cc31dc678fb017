// Settings after a change of edition or variant.

import { expect, test } from "vitest";
import {
  areLevelsPrinted,
  asksForLevels,
  customLevels,
  forEdition,
  plannedLevels,
  roundsOf,
  withRounds,
  withVariant,
} from "../../src/parts/lobby/editions.ts";
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

test("custom levels follow the number of rounds", () => {
  const longer = withRounds({ ...settings, levels: [1, 2, 3, 4] }, 6);
  expect([longer.rounds, longer.levels]).toEqual([6, [1, 2, 3, 4, 4, 4]]);
  expect(withRounds(longer, "book").levels).toEqual([1, 2, 3, 4]);
  expect(withRounds(settings, 2).levels).toBe("book");
  expect(forEdition(longer, "first").levels).toEqual([1, 2, 3, 4, 4, 4]);
  expect([roundsOf(settings), roundsOf(longer)]).toEqual([4, 6]);
});

test("levels are chosen before each round if the settings or the edition say so", () => {
  expect(asksForLevels(settings)).toBe(false);
  expect(asksForLevels({ ...settings, levels: "ask" })).toBe(true);
  expect(asksForLevels({ ...settings, edition: "first" })).toBe(true);
  expect(asksForLevels({ ...settings, edition: "first", levels: [1, 1, 1, 1, 1] })).toBe(false);
  expect(asksForLevels({ ...settings, edition: "first", variants: ["children"] })).toBe(false);
});

test("the children's variant has its own levels", () => {
  const chosen = withVariant({ ...settings, levels: "ask" }, "children", true);
  expect([chosen.variants, chosen.levels]).toEqual([["children"], "book"]);
  expect(withVariant(chosen, "children", false).variants).toEqual([]);
});

test("printed levels follow the number of rounds", () => {
  expect(plannedLevels(settings)).toEqual([1, 2, 3, 4]);
  expect(plannedLevels({ ...settings, rounds: 6 })).toEqual([1, 2, 3, 4, 4, 4]);
  expect(plannedLevels({ ...settings, rounds: 2 })).toEqual([1, 2]);
  expect(plannedLevels({ ...settings, levels: [4, 4, 1, 1] })).toEqual([4, 4, 1, 1]);
  expect(plannedLevels({ ...settings, variants: ["children"], rounds: 3 })).toEqual([1, 1, 1]);
  expect(plannedLevels({ ...settings, edition: "first" })).toBeNull();
});

test("levels are printed if none is left out or repeated", () => {
  expect(areLevelsPrinted(settings)).toBe(true);
  expect(areLevelsPrinted({ ...settings, rounds: 4 })).toBe(true);
  expect(areLevelsPrinted({ ...settings, rounds: 5 })).toBe(false);
  expect(areLevelsPrinted({ ...settings, levels: [1, 2, 3, 4] })).toBe(false);
  expect(areLevelsPrinted({ ...settings, edition: "first" })).toBe(false);
});
