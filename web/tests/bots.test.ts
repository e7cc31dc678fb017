// Bots of the house: what is known of them from a state, and a game that begins with them at once.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasBotCards, isStandIn, opening, plannedOpening, planOpening } from "../src/bots.ts";
import { DRAWN, LEARNED } from "../src/parts/help/sources.ts";
import { ADA, BEN, lobby, person } from "./tables.ts";

const SMUDGE = person("Smudge", "blue", { bot: true, skill: "normal" });
const KEPT = person("Cleo", "green", { skill: "easy" });

test("a bot in a seat of its own plays for nobody else", () => {
  expect([ADA, SMUDGE, KEPT].map(isStandIn)).toEqual([false, false, true]);
  expect(isStandIn(person("Robot", "red", { bot: true }))).toBe(false);
});

test("our cards are those that bots can draw, if one plays", () => {
  const { settings } = lobby();
  expect(hasBotCards(lobby())).toBe(false);
  for (const bot of [SMUDGE, KEPT]) {
    expect(hasBotCards(lobby({ seats: [ADA, BEN, bot] }))).toBe(true);
    expect(hasBotCards({ seats: [bot], settings: { ...settings, deck: "own" } })).toBe(false);
  }
  const guest = person("Robot", "red", { bot: true }); // not of the house: nobody knows what it can draw
  expect(hasBotCards(lobby({ seats: [ADA, BEN, guest] }))).toBe(false);
});

test("a game against bots begins once three have sat down", () => {
  expect(opening("hard").map((message) => message.type)).toEqual(["add-bot", "add-bot", "add-bot", "begin"]);
  expect(opening("hard")[0]).toEqual({ type: "add-bot", skill: "hard" });
});

test("what was planned for a table is done there, and once", () => {
  planOpening("7GK2WXQ4", "easy");
  expect(plannedOpening("7GK2WXQ4")).toBe("easy");
  expect(plannedOpening("7GK2WXQ4")).toBeNull();
  planOpening("7GK2WXQ4", "easy");
  expect(plannedOpening("ABCDEFGH")).toBeNull();
  expect(plannedOpening("7GK2WXQ4")).toBeNull();
});

test("everybody is named as in the credits of what we bring along", () => {
  const path = new URL("../../src/pictomania/bots/material/CREDITS.md", import.meta.url);
  const credits = readFileSync(path, "utf-8").replaceAll(/\s+/g, " ");
  for (const { name, href, licence, authors = "", offeredBy = "" } of [...DRAWN, ...LEARNED]) {
    for (const part of [name, href, licence, offeredBy, ...authors.split(", ")])
      expect(credits).toContain(part);
  }
});
