// Points come in jerks and are shown smoothly, and never long after they came.

import { expect, test } from "vitest";
import { Playhead } from "../src/drawing/playhead.ts";
import type { Point } from "../src/sheet.ts";
import { TICK_MS } from "../src/wire.ts";

/** Points that were drawn at these times. */
function drawnAt(...ms: number[]): Point[] {
  return ms.map((time) => ({ x: time, y: 0, pressure: 128, tick: time / TICK_MS }));
}

/** Where the pencil is to be seen, frame by frame; `x` is the time at which it was there. */
function played(batches: ReadonlyMap<number, readonly Point[]>, until: number, frameMs = 16): number[] {
  const playhead = new Playhead();
  const points: Point[] = [];
  const seen: number[] = [];
  for (let now = 0; now <= until; now += frameMs) {
    for (let ms = now - frameMs + 1; ms <= now; ms++) points.push(...(batches.get(ms) ?? []));
    const tip = playhead.advance(points, now + 5000);
    seen.push(tip?.x ?? points[playhead.shown - 1]?.x ?? -1);
  }
  return seen;
}

test("nothing is shown where nothing has come", () => {
  const playhead = new Playhead();
  expect(playhead.advance([], 0)).toBeNull();
  expect(playhead.shown).toBe(0);
});

test("a line begins at once", () => {
  const playhead = new Playhead();
  playhead.advance(drawnAt(4000, 4016, 4032), 0);
  expect(playhead.shown).toBe(1);
});

test("batches that come every 32 ms are seen as an even movement", () => {
  const batches = new Map<number, Point[]>();
  for (let ms = 0; ms < 640; ms += 32) batches.set(ms + 32, drawnAt(ms, ms + 8, ms + 16, ms + 24));
  const seen = played(batches, 640).slice(4, -1);
  const steps = seen.slice(1).map((x, number) => x - (seen[number] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...steps)).toBeLessThanOrEqual(24);
});

test("what is older than 80 ms is shown at once", () => {
  const points = drawnAt(...Array.from({ length: 100 }, (_, number) => number * 16));
  const playhead = new Playhead();
  playhead.advance(points, 0);
  expect((points.at(-1)?.x ?? 0) - (points[playhead.shown - 1]?.x ?? 0)).toBeLessThanOrEqual(80);
});

test("nobody waits for a hand that lay still", () => {
  const playhead = new Playhead();
  const points = drawnAt(0, 16);
  for (const now of [0, 16, 32, 48]) playhead.advance(points, now);
  points.push(...drawnAt(2000, 2016));
  let frames = 0;
  while (playhead.shown < points.length) playhead.advance(points, 2100 + 16 * frames++);
  expect(frames).toBeLessThan(6);
});

test("between two points the pencil is on its way", () => {
  const playhead = new Playhead();
  const points = drawnAt(0, 64);
  playhead.advance(points, 0);
  expect(playhead.advance(points, 16)).toEqual({ x: 32, y: 0, pressure: 128, tick: 8 });
  expect(playhead.shown).toBe(1);
  expect(playhead.advance(points, 48)).toBeNull();
  expect(playhead.shown).toBe(2);
});

test("points without time are shown at once", () => {
  const playhead = new Playhead();
  const points = drawnAt(0, 0, 0);
  expect(playhead.advance(points, 0)).toBeNull();
  expect(playhead.shown).toBe(3);
});
