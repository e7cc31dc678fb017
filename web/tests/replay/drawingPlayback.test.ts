// Playback of a drawing: what is on the sheet at which tick.

import { expect, test } from "vitest";
import { encodeSheet } from "../../src/ink/codec.ts";
import type { Mark, Stroke } from "../../src/ink/sheet.ts";
import { DrawingPlayback } from "../../src/replay/drawingPlayback.ts";
import { sheetWith } from "../support/strokes.ts";

/** A stroke with a point at each of these ticks. */
function at(...ticks: number[]): Stroke {
  const points = ticks.map((tick, number) => ({ x: 10 * number, y: 10, pressure: 128, tick }));
  return { mark: "stroke", width: 1, points };
}

function playback(marks: readonly Mark[], maxPause?: number): DrawingPlayback {
  return new DrawingPlayback(encodeSheet(sheetWith(...marks)), maxPause);
}

function strokesAt(drawing: DrawingPlayback, tick: number): number[] {
  return drawing.at(tick).strokes.map((stroke) => stroke.points.length);
}

test("strokes grow point by point, at the time they were drawn", () => {
  const drawing = playback([at(100, 104, 108), at(200, 204)]);
  expect([0, 100, 107, 150, 200, 999].map((tick) => strokesAt(drawing, tick))).toEqual([
    [],
    [1],
    [2],
    [3],
    [3, 1],
    [3, 2],
  ]);
  expect(drawing.duration).toBe(204);
});

test("going forward keeps the same sheet, going back creates a new one", () => {
  const drawing = playback([at(10, 20), at(30, 40)]);
  const first = drawing.at(15);
  expect(drawing.at(35)).toBe(first);
  expect(drawing.at(10)).not.toBe(first);
  expect(strokesAt(drawing, 10)).toEqual([1]);
  expect(strokesAt(drawing, 40)).toEqual([2, 2]);
});

test("marks without time happen between the strokes", () => {
  const drawing = playback([at(10, 20), { mark: "undo" }, at(40)]);
  expect([20, 29, 30, 40].map((tick) => strokesAt(drawing, tick))).toEqual([[2], [2], [], [1]]);
});

test("strokes with the same start are drawn one after another", () => {
  const drawing = playback([at(0, 8), at(0, 8)]);
  expect([0, 8, 12, 16].map((tick) => strokesAt(drawing, tick))).toEqual([[1], [2, 1], [2, 1], [2, 2]]);
});

test("long pauses are shortened", () => {
  const drawing = playback([at(1000, 1004), at(9000, 9004)], 10);
  expect(drawing.spans).toEqual([
    [10, 14],
    [24, 28],
  ]);
  expect(strokesAt(drawing, 24)).toEqual([2, 1]);
});

test("an empty sheet takes no time", () => {
  const drawing = playback([]);
  expect(drawing.duration).toBe(0);
  expect(drawing.at(5).isEmpty).toBe(true);
});

test("the finished sheet is available from the start", () => {
  const drawing = playback([{ mark: "rotate", landscape: true }, at(5)]);
  expect(drawing.whole.isLandscape).toBe(true);
  expect(drawing.whole.strokes.length).toBe(1);
});
