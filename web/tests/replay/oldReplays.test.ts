// Replays from before players could sit out: they play like new ones.

import { expect, test } from "vitest";
import { complete } from "../../src/replay/oldReplays.ts";
import type { PlayerScore, PlayerView, View } from "../../src/wire/messages.ts";
import { REPLAY } from "../support/replays.ts";

const PLAYER = { colour: "red", finished: true, pile: [], stars: [3], total: 3 } as unknown as PlayerView;
const SCORE = { received: [], left: [2], stars: -2 } as unknown as PlayerScore;

function viewAfter(view: Partial<View>): View | undefined {
  const old = { artist: 1, players: [], motion: null, score: null, past: [], ...view } as unknown as View;
  return complete({ ...REPLAY, steps: [{ at_ms: 0, view: old }] }).steps[0]?.view;
}

test("nobody sat out, declined or came late in an old game, and no token ended it", () => {
  const view = viewAfter({ players: [PLAYER] });
  expect(view?.stopped_by).toBeNull();
  expect(view?.players[0]).toEqual({
    ...PLAYER,
    sits_out: false,
    out: false,
    lost: false,
    declined: false,
    admitted: false,
    level_vote: null,
    head_start: null,
  });
});

test("every player of an old round counts in full, also in the review at the end", () => {
  const score = { black_sheep: null, players: [SCORE] };
  const past = [{ level: 1, holder: [], words: [], faults: [], score }];
  const view = viewAfter({ score, past });
  const full = { ...SCORE, excused: false, sat_out: false };
  expect(view?.score?.players).toEqual([full]);
  expect(view?.past[0]?.score.players).toEqual([full]);
});

test("an old objection was about the drawing on show", () => {
  const motion = { by: 0, fault: "writing" } as unknown as View["motion"];
  expect(viewAfter({ motion })?.motion?.artist).toBe(1);
});

test("what a new replay says is kept", () => {
  const players = [{ ...PLAYER, sits_out: true, head_start: 4 }];
  const view = viewAfter({ stopped_by: 2, players });
  expect(view?.stopped_by).toBe(2);
  expect(view?.players[0]).toMatchObject({ sits_out: true, head_start: 4 });
});
