// Announcements derived from two states.

import { expect, test } from "vitest";
import { announcements } from "../../src/a11y/announcements.ts";
import type { SeatInfo } from "../../src/wire/messages.ts";
import { ADA, BEN, CLEO, card, game, lobby, person, player } from "../support/tableStates.ts";

test("no change, no announcement", () => {
  expect(announcements(lobby(), lobby())).toEqual([]);
  expect(announcements(game(), game())).toEqual([]);
});

test("players come, go and leave, even when seats shift", () => {
  expect(announcements(lobby({ seats: [ADA] }), lobby({ seats: [ADA, BEN] }))).toEqual(["Ben is here."]);
  expect(announcements(lobby(), lobby({ seats: [ADA, CLEO] }))).toEqual(["Ben left the table."]);
  const away = person("Ben", "yellow", { present: false });
  expect(announcements(lobby(), lobby({ seats: [ADA, away, CLEO] }))).toEqual(["Ben is away."]);
});

test("a bot is announced once it has connected, and so is a stand-in", () => {
  const seats = (rest: Partial<SeatInfo>) => lobby({ seats: [ADA, person("Ben", "yellow", rest)] });
  const called = seats({ bot: true, skill: "easy", present: false });
  expect(announcements(lobby({ seats: [ADA] }), called)).toEqual([]);
  expect(announcements(called, seats({ bot: true, skill: "easy" }))).toEqual(["Ben is here."]);
  const [away, kept] = [seats({ present: false }), seats({ skill: "normal" })];
  expect(announcements(away, seats({ skill: "normal", present: false }))).toEqual([
    "A bot is now playing for Ben.",
  ]);
  expect(announcements(seats({ skill: "normal", present: false }), kept)).toEqual([]);
  expect(announcements(kept, seats({}))).toEqual(["Ben is here."]);
  expect(announcements(kept, away)).toEqual(["Ben is away."]);
});

test("a new name or colour is not a new player", () => {
  const bob = person("Bob", "yellow");
  expect(announcements(lobby(), lobby({ seats: [ADA, bob, CLEO] }))).toEqual(["Ben is now called Bob."]);
  const blue = person("Ben", "blue");
  expect(announcements(lobby(), lobby({ seats: [ADA, blue, CLEO] }))).toEqual([]);
});

test("a host who changes colour is not a new host", () => {
  expect(announcements(lobby(), lobby({ seats: [person("Ada", "blue"), BEN, CLEO] }))).toEqual([]);
  expect(announcements(lobby(), lobby({ host: 1 }))).toEqual(["Ben is now the host."]);
  expect(announcements(lobby({ host: 1 }), lobby())).toEqual(["You’re now the host."]);
});

test("other players hear that the host changed the settings", () => {
  const before = lobby({ seat: 1 });
  const settings = { ...before.settings, erasing: false };
  expect(announcements(before, { ...before, settings })).toEqual(["Ada changed the settings."]);
  expect(announcements(lobby(), lobby({ settings }))).toEqual([]);
});

test("all piles that grew are one sentence, with nothing but their heights (R30)", () => {
  const after = game({
    players: [player({ pile: [card(1), card(2)] }), player({ pile: [card(0, { number: 4 })] }), player()],
  });
  expect(announcements(game(), after)).toEqual(["New guesses. Cards on piles: Ada 2, Ben 1."]);
});

test("players who finish are named, and the last one left", () => {
  const players = [player(), player({ finished: true }), player({ finished: true })];
  const told = ["Ben has finished.", "Cleo has finished.", "You’re the only one left. Hurry!"];
  expect(announcements(game(), game({ players, hurry: 0 }))).toEqual(told);
});

test("a player who declines has only agreed to end, and the last token ends the drawing (R38)", () => {
  const players = [player(), player({ finished: true, declined: true }), player()];
  expect(announcements(game(), game({ players }))).toEqual(["Ben is ready to end."]);
  const shown = game({ phase: "word", artist: 0, stopped_by: 2 });
  expect(announcements(game(), shown)).toEqual([
    "Stop! Cleo took the last token.",
    "Ada’s drawing: it was ?.",
  ]);
});

test("the reveal announces the word, then who guessed it", () => {
  const word = player({ word: { place: 0, number: 3 } });
  const players = [player(), word, player()];
  const shown = game({ phase: "word", artist: 1, players });
  expect(announcements(game(), shown)).toEqual(["Ben’s drawing: it was hand."]);
  const pile = [card(0, { number: 3, fate: "right", stars: 2 }), card(2, { number: 5, fate: "wrong" })];
  const turned = game({ phase: "pile", artist: 1, players: [player(), player({ ...word, pile }), player()] });
  expect(announcements(shown, turned)).toEqual(["Ada guessed Ben’s drawing."]);
});

test("a replaced card is announced with the player who asked for it", () => {
  const holder = [
    { card: "1.01", side: 0 },
    { card: "1.02", side: 1 },
  ];
  const before = game({ phase: "reading", holder });
  const after = game({
    phase: "reading",
    holder: [holder[0] ?? null, { card: "1.03", side: 0 }],
    players: [player(), player({ replacements: 1 }), player()],
  });
  expect(announcements(before, after)).toEqual(["Ben swapped card B."]);
});

test("sitting out, coming back and breaks are announced once", () => {
  const out = game({ players: [player(), player({ out: true }), player()] });
  const gone = { ...out, seats: [ADA, person("Ben", "yellow", { present: false }), CLEO] };
  expect(announcements(game(), gone)).toEqual(["Ben is sitting out."]);
  expect(announcements(gone, game())).toEqual(["Ben is playing again."]);
  const paused = { ...game(), paused_by: 0 };
  expect(announcements(game(), paused)).toEqual(["Ada has paused the game."]);
  expect(announcements(paused, game())).toEqual(["The game goes on."]);
});
