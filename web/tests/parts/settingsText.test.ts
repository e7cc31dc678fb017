// Settings as text.

import { expect, test } from "vitest";
import { formatBotLevels } from "../../src/parts/lobby/settingsText.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/wire/messages.ts";

const withBots = (changed: Partial<Settings>): string => formatBotLevels({ ...DEFAULT_SETTINGS, ...changed });

test("with bots, level 3 replaces level 4", () => {
  expect(withBots({})).toBe("Levels with bots: 1, 2, 3, 3. Bots can’t draw level 4.");
  expect(withBots({ levels: [4, 1, 2, 4] })).toBe("Levels with bots: 3, 1, 2, 3. Bots can’t draw level 4.");
});

test("with bots, level 4 can't be chosen before a round", () => {
  const sentence = "Level 4 isn’t available with bots: they can’t draw it.";
  expect(withBots({ levels: "ask" })).toBe(sentence);
  expect(withBots({ edition: "first" })).toBe(sentence);
});

test("without level 4, bots change no level", () => {
  expect(withBots({ levels: [1, 2, 3, 3] })).toBe("");
  expect(withBots({ variants: ["children"] })).toBe("");
});
