// Settings as text.

import { expect, test } from "vitest";
import { countUnusual, formatIdle, formatLevels, formatRounds } from "../../src/parts/lobby/settingsText.ts";
import { lobby } from "../support/tableStates.ts";

const { settings } = lobby();

test("rounds are those of the edition, or a number", () => {
  expect(formatRounds(settings)).toBe("by the rules: 4");
  expect(formatRounds({ edition: "first", rounds: "book" })).toBe("by the rules: 5");
  expect(formatRounds({ ...settings, rounds: 7 })).toBe("7");
});

test("levels that are chosen before each round say who chooses", () => {
  expect(formatLevels(settings)).toBe("Harder every round: 1, 2, 3, 4.");
  expect(formatLevels({ ...settings, levels: [1, 1, 2, 2] })).toBe("1 · 1 · 2 · 2");
  const asked = { ...settings, edition: "first" } as const;
  expect(formatLevels(asked)).toBe("Everyone votes before each round.");
  expect(formatLevels({ ...asked, level_choice: "host" })).toBe("The host chooses before each round.");
  expect(formatLevels({ ...asked, variants: ["children"] })).toContain("easiest");
});

test("printed levels follow the number of rounds", () => {
  expect(formatLevels({ ...settings, rounds: 6 })).toBe("1 · 2 · 3 · 4 · 4 · 4");
  expect(formatLevels({ ...settings, rounds: 2 })).toBe("1 · 2");
});

test("the time for idle players can be switched off", () => {
  expect([30, 90, 120, null].map(formatIdle)).toEqual([
    "done after 30 seconds",
    "done after 90 seconds",
    "done after 2 minutes",
    "wait for them",
  ]);
});

test("changes of the less common settings are counted", () => {
  expect(countUnusual(settings)).toBe(0);
  expect(countUnusual({ ...settings, idle_s: null, reveal: "steps", latecomers: false, rounds: 2 })).toBe(3);
});
