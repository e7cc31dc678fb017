// Players who sit out, come back or join late, and breaks, derived from two states.

import { expect, test } from "vitest";
import { describeSeatEvent } from "../../src/table/describeEvents.ts";
import { seatEvents } from "../../src/table/seatEvents.ts";
import { tableEvents } from "../../src/table/tableEvents.ts";
import type { SeatInfo, State } from "../../src/wire/messages.ts";
import { ADA, BEN, CLEO, game, lobby, person, player } from "../support/tableStates.ts";

function withBen(rest: Partial<SeatInfo>, isOut = false): State {
  const state = game({ players: [player(), player({ out: isOut }), player()] });
  return { ...state, seats: [ADA, person("Ben", "yellow", rest), CLEO] };
}

/** What everyone else reads about a change. */
function sentences(before: State, now: State): readonly string[] {
  return seatEvents(before, now).map((event) => describeSeatEvent(event, now));
}

test("a player sits out and comes back", () => {
  expect(sentences(game(), withBen({ present: false }, true))).toEqual(["Ben is sitting out."]);
  expect(sentences(withBen({}, true), game())).toEqual(["Ben is playing again."]);
});

test("a bot that takes over a seat which sat out is one event", () => {
  const kept = withBen({ skill: "normal" });
  expect(sentences(withBen({}, true), kept)).toEqual(["A bot is now playing for Ben."]);
  expect(sentences(kept, game())).toEqual(["Ben is playing again."]);
  expect(sentences(kept, withBen({ skill: "hard" }))).toEqual([]);
});

test("latecomers take a new seat, or one whose owner left", () => {
  const dov = person("Dov", "blue");
  const late = { ...game(), seats: [ADA, BEN, CLEO, dov] };
  expect(sentences(game(), late)).toEqual(["Dov has joined the game."]);
  const left = withBen({ left: true, present: false });
  expect(sentences(left, { ...game(), seats: [ADA, person("Eva", "yellow"), CLEO] })).toEqual([
    "Eva has joined the game.",
  ]);
  expect(sentences(game(), { ...game(), seats: [ADA, person("Bob", "yellow"), CLEO] })).toEqual([]);
});

test("the game is paused and goes on", () => {
  const asked = { ...game(), pause_asked_by: [1] };
  expect(sentences(game(), asked)).toEqual(["Asking for a pause: Ben."]);
  expect(sentences(asked, asked)).toEqual([]);
  const paused = { ...game(), paused_by: 0 };
  expect(sentences(asked, paused)).toEqual(["Ada has paused the game."]);
  expect(sentences(paused, game())).toEqual(["The game goes on."]);
});

test("the host ends the game early, or plays all rounds after all", () => {
  const early = game({ rounds: 2 });
  expect(sentences(game(), early)).toEqual(["Ada wants to stop after this round."]);
  expect(sentences(early, game())).toEqual(["We’ll play all 4 rounds after all."]);
});

test("the beginning of a game is no change", () => {
  expect(tableEvents(lobby(), game())).toEqual([]);
  expect(tableEvents(null, game())).toEqual([]);
  expect(tableEvents(game(), withBen({}, true))).toEqual([{ kind: "sat-out", seat: 1 }]);
});
