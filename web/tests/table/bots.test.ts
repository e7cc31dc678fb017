// House bots: recognizing them in a state.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWN, LEARNED } from "../../src/parts/help/chapters/sources.ts";
import { hasBotCards, isStandIn } from "../../src/table/bots.ts";
import { ADA, BEN, lobby, person } from "../support/tableStates.ts";

const SMUDGE = person("Smudge", "blue", { bot: true, skill: "normal" });
const STAND_IN = person("Cleo", "green", { skill: "easy" });

test("a bot in its own seat is no stand-in", () => {
  expect([ADA, SMUDGE, STAND_IN].map(isStandIn)).toEqual([false, false, true]);
  expect(isStandIn(person("Robot", "red", { bot: true }))).toBe(false);
});

test("the house deck is limited to bot cards if a bot plays", () => {
  const { settings } = lobby();
  expect(hasBotCards(lobby())).toBe(false);
  for (const bot of [SMUDGE, STAND_IN]) {
    expect(hasBotCards(lobby({ seats: [ADA, BEN, bot] }))).toBe(true);
    expect(hasBotCards({ seats: [bot], settings: { ...settings, deck: "own" } })).toBe(false);
  }
  const guest = person("Robot", "red", { bot: true }); // not a house bot: unknown what it can draw
  expect(hasBotCards(lobby({ seats: [ADA, BEN, guest] }))).toBe(false);
});

test("credits match those of the packaged material", () => {
  const path = new URL("../../../src/pictomania/bots/drawings/CREDITS.md", import.meta.url);
  const credits = readFileSync(path, "utf-8").replaceAll(/\s+/g, " ");
  for (const { name, href, licence, authors = "", offeredBy = "" } of [...DRAWN, ...LEARNED]) {
    for (const part of [name, href, licence, offeredBy, ...authors.split(", ")])
      expect(credits).toContain(part);
  }
});
