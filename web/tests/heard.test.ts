// What those who listen are told, from two looks at a table.

import { expect, test } from "vitest";
import { heardBetween } from "../src/heard.ts";
import type { CardSeen, PlayerSeen, SeatSeen, State, View } from "../src/wire.ts";
import { ADA, BEN, CLEO, lobby, person } from "./tables.ts";

function player(rest: Partial<PlayerSeen> = {}): PlayerSeen {
  return {
    colour: "red",
    ready: false,
    drawn: true,
    drawing: true,
    finished: false,
    token: null,
    pile: [],
    word: null,
    fault: null,
    replacements: 0,
    stars: [],
    total: 0,
    praised: false,
    ...rest,
  };
}

function game(rest: Partial<View> = {}): State {
  const view: View = {
    seat: 0,
    edition: "second",
    variants: [],
    rounds: 4,
    host: 0,
    phase: "drawing",
    round: 1,
    learning: false,
    level: 1,
    holder: [{ card: "1.01", side: 0 }],
    scoring_tokens: [2, 1],
    black_tokens: [2, 2, 1],
    last_token_ends: false,
    players: [player(), player(), player()],
    awaited: [0, 1, 2],
    hurry: null,
    talk: false,
    artist: null,
    motion: null,
    score: null,
    winners: [],
    coolest: [],
    past: [],
    may: null,
    ...rest,
  };
  return lobby({ view, words: { "1.01/0": ["arm", "elbow", "hand", "finger", "leg", "knee", "foot"] } });
}

function card(guesser: number, rest: Partial<CardSeen> = {}): CardSeen {
  return { guesser, number: null, fate: null, stars: 0, ...rest };
}

test("nothing is said of nothing", () => {
  expect(heardBetween(lobby(), lobby())).toEqual([]);
  expect(heardBetween(game(), game())).toEqual([]);
});

test("people come, go and leave, even when seats move up", () => {
  expect(heardBetween(lobby({ seats: [ADA] }), lobby({ seats: [ADA, BEN] }))).toEqual(["Ben is here."]);
  expect(heardBetween(lobby(), lobby({ seats: [ADA, CLEO] }))).toEqual(["Ben has left the table."]);
  const away = person("Ben", "yellow", { present: false });
  expect(heardBetween(lobby(), lobby({ seats: [ADA, away, CLEO] }))).toEqual(["Ben is away."]);
});

test("a bot is here once it has come, and whoever it plays for is not", () => {
  const seats = (rest: Partial<SeatSeen>) => lobby({ seats: [ADA, person("Ben", "yellow", rest)] });
  const called = seats({ bot: true, skill: "easy", present: false });
  expect(heardBetween(lobby({ seats: [ADA] }), called)).toEqual([]);
  expect(heardBetween(called, seats({ bot: true, skill: "easy" }))).toEqual(["Ben is here."]);
  const [away, kept] = [seats({ present: false }), seats({ skill: "normal" })];
  expect(heardBetween(away, seats({ skill: "normal", present: false }))).toEqual([
    "A bot plays for Ben now.",
  ]);
  expect(heardBetween(seats({ skill: "normal", present: false }), kept)).toEqual([]);
  expect(heardBetween(kept, seats({}))).toEqual(["Ben is here."]);
  expect(heardBetween(kept, away)).toEqual(["Ben is away."]);
});

test("a new name or colour is not a new person", () => {
  const bob = person("Bob", "yellow");
  expect(heardBetween(lobby(), lobby({ seats: [ADA, bob, CLEO] }))).toEqual(["Ben is called Bob now."]);
  const blue = person("Ben", "blue");
  expect(heardBetween(lobby(), lobby({ seats: [ADA, blue, CLEO] }))).toEqual([]);
});

test("a host who changes colour is not a new host", () => {
  expect(heardBetween(lobby(), lobby({ seats: [person("Ada", "blue"), BEN, CLEO] }))).toEqual([]);
  expect(heardBetween(lobby(), lobby({ host: 1 }))).toEqual(["Ben is the host now."]);
  expect(heardBetween(lobby({ host: 1 }), lobby())).toEqual(["You are the host now."]);
});

test("others are told that the host has changed the game", () => {
  const before = lobby({ seat: 1 });
  const settings = { ...before.settings, erasing: false };
  expect(heardBetween(before, { ...before, settings })).toEqual(["Ada has changed the game."]);
  expect(heardBetween(lobby(), lobby({ settings }))).toEqual([]);
});

test("all piles that have grown are one sentence, with their heights and nothing else (R30)", () => {
  const after = game({
    players: [player({ pile: [card(1), card(2)] }), player({ pile: [card(0, { number: 4 })] }), player()],
  });
  expect(heardBetween(game(), after)).toEqual(["Piles have grown: Ada 2, Ben 1."]);
});

test("whoever finishes is named, and whoever is left", () => {
  const players = [player(), player({ finished: true }), player({ finished: true })];
  const told = ["Ben has finished.", "Cleo has finished.", "Only you are left. Quick!"];
  expect(heardBetween(game(), game({ players, hurry: 0 }))).toEqual(told);
});

test("the reveal tells the word, then who guessed it", () => {
  const word = player({ word: { place: 0, number: 3 } });
  const players = [player(), word, player()];
  const shown = game({ phase: "word", artist: 1, players });
  expect(heardBetween(game(), shown)).toEqual(["Ben’s drawing: it was hand."]);
  const pile = [card(0, { number: 3, fate: "right", stars: 2 }), card(2, { number: 5, fate: "wrong" })];
  const turned = game({ phase: "pile", artist: 1, players: [player(), player({ ...word, pile }), player()] });
  expect(heardBetween(shown, turned)).toEqual(["Ben’s drawing was guessed by Ada."]);
});
