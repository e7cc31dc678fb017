// Events derived from two states.

import { expect, test } from "vitest";
import { tableEvents } from "../../src/table/tableEvents.ts";
import type { Face, View } from "../../src/wire/messages.ts";
import { card, game, player } from "../support/tableStates.ts";

const HOLDER: readonly Face[] = [1, 2, 3].map((number) => ({ card: `1.0${number}`, side: 0 }));
const OTHER: Face = { card: "1.09", side: 1 };

function reading(holder: readonly Face[], used: readonly number[] = [0, 0, 0], rest: Partial<View> = {}) {
  const players = used.map((replacements) => player({ replacements }));
  return game({ phase: "reading", holder, players, ...rest });
}

test("nothing to compare with, no events", () => {
  expect(tableEvents(null, game())).toEqual([]);
  expect(tableEvents(game(), game())).toEqual([]);
});

test("guesses, tokens and the last player", () => {
  const players = [
    player({ pile: [card(1)] }),
    player({ finished: true, token: 2 }),
    player({ finished: true }),
  ];
  expect(tableEvents(game(), game({ players, hurry: 0 }))).toEqual([
    { kind: "laid", guesser: 1, artist: 0 },
    { kind: "taken", seat: 1, token: 2 },
    { kind: "finished", seat: 2 },
    { kind: "hurry", seat: 0 },
  ]);
});

test("a replaced card belongs to the player whose replacements grew", () => {
  const after = reading(HOLDER.with(1, OTHER), [0, 0, 1]);
  expect(tableEvents(reading(HOLDER), after)).toEqual([{ kind: "replaced", seat: 2, place: 1 }]);
  const turned = reading(HOLDER.with(0, { card: "1.01", side: 1 }), [1, 0, 0]);
  expect(tableEvents(reading(HOLDER), turned)).toEqual([{ kind: "replaced", seat: 0, place: 0 }]);
});

test("after a vote, it belongs to the player who called it", () => {
  const motion = {
    by: 1,
    place: 0,
    artist: null,
    fault: null,
    voters: [0, 1, 2],
    needed: 3,
    ayes: [0, 1],
    noes: [],
  };
  const before = reading(HOLDER, [0, 1, 0], { motion });
  const after = reading(HOLDER.with(0, OTHER), [0, 1, 0]);
  expect(tableEvents(before, after)).toEqual([{ kind: "replaced", seat: 1, place: 0 }]);
});

test("if two players replaced cards at once, it stays open who replaced which", () => {
  const after = reading(HOLDER.with(0, OTHER).with(2, { ...OTHER, side: 0 }), [1, 1, 0]);
  expect(tableEvents(reading(HOLDER), after)).toEqual([
    { kind: "replaced", seat: null, place: 0 },
    { kind: "replaced", seat: null, place: 2 },
  ]);
});

test("the cards of the next round are no replacements", () => {
  const after = reading(HOLDER.with(1, OTHER), [0, 0, 0], { round: 2 });
  expect(tableEvents(reading(HOLDER), after)).toEqual([]);
});
