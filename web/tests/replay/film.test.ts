// A game as a film: what is cut, what is extended, and which scene is on when.

import { expect, test } from "vitest";
import { encodeSheet } from "../../src/ink/codec.ts";
import { DrawingPlayback } from "../../src/replay/drawingPlayback.ts";
import { BEAT_MS, Film } from "../../src/replay/film.ts";
import { stepAt } from "../../src/replay/replay.ts";
import type { CardView, Phase, View } from "../../src/wire/messages.ts";
import type { Replay, ReplayDrawing, ReplayStep } from "../../src/wire/replay.ts";
import { longStroke, sheetWith } from "../support/strokes.ts";

const CARD: CardView = { guesser: 1, number: 4, fate: "right", stars: 2 };

function step(at_ms: number, phase: Phase, round = 1, artist: number | null = null): ReplayStep {
  return { at_ms, view: { phase, round, artist, players: [{ pile: [CARD, CARD] }] } as unknown as View };
}

function game(steps: readonly ReplayStep[], drawings: readonly ReplayDrawing[] = []): Replay {
  const lasted_ms = steps.at(-1)?.at_ms ?? 0;
  return { version: 1, game: "g", lasted_ms, players: [], steps, drawings, words: {} };
}

test("waits are shortened, and time runs normally where something happens", () => {
  const film = new Film(game([step(0, "drawing"), step(60_000, "drawing"), step(60_500, "over")]), []);
  expect(film.duration).toBe(1_700);
  expect(film.gameAt(1_200)).toBe(60_000);
  expect(film.gameAt(1_450)).toBe(60_250);
  expect(film.filmAt(30_000)).toBe(600);
});

test("strokes take their original time, and only the wait after them is cut", () => {
  const ink = new DrawingPlayback(encodeSheet(sheetWith(longStroke(126))));
  const drawing = { round: 1, artist: 0, began_ms: 1_000, ink: "" };
  const film = new Film(game([step(0, "drawing"), step(60_000, "over")], [drawing]), [ink]);
  expect(ink.duration).toBe(500); // ticks
  expect(film.filmAt(3_000)).toBe(3_000);
  expect(film.duration).toBe(4_200);
});

test("a pile stays until all its cards are turned, however fast the players were", () => {
  const steps = [step(0, "word", 1, 0), step(10, "pile", 1, 0), step(20, "over")];
  const film = new Film(game(steps), []);
  const [word, pile, over] = film.scenes;
  expect([word?.start, word?.end]).toEqual([0, 2_500]);
  expect([pile?.start, pile?.end]).toEqual([2_500, 2_500 + 7 * BEAT_MS]);
  expect(over?.end).toBe(film.duration);
});

test("a scene is one drawing, one phase, one round", () => {
  const steps = [
    step(0, "word", 1, 0),
    step(5, "word", 1, 0),
    step(10, "pile", 1, 0),
    step(20, "word", 1, 1),
    step(30, "reading", 2),
  ];
  const film = new Film(game(steps), []);
  expect(film.scenes.map(({ view }) => [view.phase, view.round, view.artist])).toEqual([
    ["word", 1, 0],
    ["pile", 1, 0],
    ["word", 1, 1],
    ["reading", 2, null],
  ]);
  expect(film.sceneAt(film.scenes[2]?.start ?? 0)).toBe(film.scenes[2]);
});

test("the view at a time is that of the last step before it", () => {
  const replay = game([step(10, "reading"), step(20, "drawing")]);
  expect([0, 10, 19, 20, 99].map((ms) => stepAt(replay, ms)?.at_ms)).toEqual([10, 10, 10, 20, 20]);
});
