// Points arrive in batches and are shown smoothly, with little delay.

import { expect, test } from "vitest";
import { StrokePlayback } from "../../src/drawing/paint/strokePlayback.ts";
import type { Point } from "../../src/ink/sheet.ts";
import { TICK_MS } from "../../src/wire/ink.ts";

/** Points drawn at these times. */
function drawnAt(...ms: number[]): Point[] {
  return ms.map((time) => ({ x: time, y: 0, pressure: 128, tick: time / TICK_MS }));
}

/** The visible position of the pencil, frame by frame; `x` is the time at which it was drawn. */
function played(batches: ReadonlyMap<number, readonly Point[]>, until: number, frameMs = 16): number[] {
  const playback = new StrokePlayback();
  const points: Point[] = [];
  const seen: number[] = [];
  for (let now = 0; now <= until; now += frameMs) {
    for (let ms = now - frameMs + 1; ms <= now; ms++) points.push(...(batches.get(ms) ?? []));
    const tip = playback.advance(points, now + 5000);
    seen.push(tip?.x ?? points[playback.shown - 1]?.x ?? -1);
  }
  return seen;
}

test("nothing is shown before points arrive", () => {
  const playback = new StrokePlayback();
  expect(playback.advance([], 0)).toBeNull();
  expect(playback.shown).toBe(0);
});

test("a stroke starts immediately", () => {
  const playback = new StrokePlayback();
  playback.advance(drawnAt(4000, 4016, 4032), 0);
  expect(playback.shown).toBe(1);
});

test("batches every 32 ms are shown as an even movement", () => {
  const batches = new Map<number, Point[]>();
  for (let ms = 0; ms < 640; ms += 32) batches.set(ms + 32, drawnAt(ms, ms + 8, ms + 16, ms + 24));
  const seen = played(batches, 640).slice(4, -1);
  const steps = seen.slice(1).map((x, number) => x - (seen[number] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...steps)).toBeLessThanOrEqual(24);
});

test("points older than 80 ms are shown immediately", () => {
  const points = drawnAt(...Array.from({ length: 100 }, (_, number) => number * 16));
  const playback = new StrokePlayback();
  playback.advance(points, 0);
  expect((points.at(-1)?.x ?? 0) - (points[playback.shown - 1]?.x ?? 0)).toBeLessThanOrEqual(80);
});

test("pauses of the hand are skipped", () => {
  const playback = new StrokePlayback();
  const points = drawnAt(0, 16);
  for (const now of [0, 16, 32, 48]) playback.advance(points, now);
  points.push(...drawnAt(2000, 2016));
  let frames = 0;
  while (playback.shown < points.length) playback.advance(points, 2100 + 16 * frames++);
  expect(frames).toBeLessThan(6);
});

test("the tip moves between two points", () => {
  const playback = new StrokePlayback();
  const points = drawnAt(0, 64);
  playback.advance(points, 0);
  expect(playback.advance(points, 16)).toEqual({ x: 32, y: 0, pressure: 128, tick: 8 });
  expect(playback.shown).toBe(1);
  expect(playback.advance(points, 48)).toBeNull();
  expect(playback.shown).toBe(2);
});

test("points with equal times are shown together", () => {
  const playback = new StrokePlayback();
  const points = drawnAt(0, 0, 0);
  expect(playback.advance(points, 0)).toBeNull();
  expect(playback.shown).toBe(3);
});
