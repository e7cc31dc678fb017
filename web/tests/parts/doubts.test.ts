// Doubts stop the reveal, and let it go on however they end.

import { expect, test } from "vitest";
import { Doubts } from "../../src/parts/doubts/doubts.svelte.ts";
import type { State } from "../../src/wire/messages.ts";
import { game } from "../support/tableStates.ts";

/** A reveal in which Ada may stop the show, and her doubts. */
function showWithDoubts() {
  const before = game({ phase: "word", artist: 1 });
  const sent: unknown[] = [];
  const note = (message: unknown): boolean => sent.push(message) > 0;
  const state: State = { ...before, may: { ...before.may, hold_on: true } };
  const table = { state, view: state.view, send: note, act: note };
  return { table, sent, doubts: new Doubts(table) };
}

const HOLD = { type: "hold-on", yes: true };
const GO_ON = { type: "hold-on", yes: false };

test("the reveal goes on once they are dropped", () => {
  const { table, sent, doubts } = showWithDoubts();
  doubts.open(1);
  table.state = { ...table.state, held_by: 0 };
  doubts.close();
  expect(sent).toEqual([HOLD, GO_ON]);
});

test("it also goes on if they are dropped before the server has stopped it", () => {
  const { sent, doubts } = showWithDoubts();
  doubts.open(1);
  doubts.close();
  expect(sent).toEqual([HOLD, GO_ON]);
});

test("nothing is sent if the hold has ended meanwhile, or another player holds it", () => {
  for (const held_by of [null, 2]) {
    const { table, sent, doubts } = showWithDoubts();
    doubts.open(1);
    table.state = { ...table.state, held_by };
    doubts.close();
    expect(sent).toEqual([HOLD]);
  }
});

test("a vote takes the place of the hold", () => {
  const { sent, doubts } = showWithDoubts();
  doubts.open(1);
  doubts.choose("writing");
  expect(doubts.artist).toBeNull();
  expect(sent).toEqual([HOLD, { type: "object", fault: "writing", artist: 1 }]);
});
