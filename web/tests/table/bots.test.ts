// House bots: recognizing them in a state, and starting a game against them.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWN, LEARNED } from "../../src/parts/help/chapters/sources.ts";
import {
  botGameMessages,
  hasBotCards,
  isStandIn,
  planBotGame,
  takePlannedBotGame,
} from "../../src/table/bots.ts";
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

test("a game against bots begins with three of them", () => {
  expect(botGameMessages("hard").map((message) => message.type)).toEqual([
    "add-bot",
    "add-bot",
    "add-bot",
    "begin",
  ]);
  expect(botGameMessages("hard")[0]).toEqual({ type: "add-bot", skill: "hard" });
});

test("a planned game starts at its table, and only once", () => {
  planBotGame("7GK2WXQ4", "easy");
  expect(takePlannedBotGame("7GK2WXQ4")).toBe("easy");
  expect(takePlannedBotGame("7GK2WXQ4")).toBeNull();
  planBotGame("7GK2WXQ4", "easy");
  expect(takePlannedBotGame("ABCDEFGH")).toBeNull();
  expect(takePlannedBotGame("7GK2WXQ4")).toBeNull();
});

test("credits match those of the packaged material", () => {
  const path = new URL("../../../src/pictomania/bots/drawings/CREDITS.md", import.meta.url);
  const credits = readFileSync(path, "utf-8").replaceAll(/\s+/g, " ");
  for (const { name, href, licence, authors = "", offeredBy = "" } of [...DRAWN, ...LEARNED]) {
    for (const part of [name, href, licence, offeredBy, ...authors.split(", ")])
      expect(credits).toContain(part);
  }
});
