// A drawing once more: what is on the sheet at which tick.

import { expect, test } from "vitest";
import { written } from "../src/ink.ts";
import { Redrawing } from "../src/redrawing.ts";
import type { Mark, Stroke } from "../src/sheet.ts";
import { sheetWith } from "./drawn.ts";

/** A line with a point at each of these ticks. */
function at(...ticks: number[]): Stroke {
  const points = ticks.map((tick, number) => ({ x: 10 * number, y: 10, pressure: 128, tick }));
  return { mark: "line", width: 1, points };
}

function redrawing(marks: readonly Mark[], longestPause?: number): Redrawing {
  return new Redrawing(written(sheetWith(...marks)), longestPause);
}

function seen(drawing: Redrawing, tick: number): number[] {
  return drawing.at(tick).strokes.map((stroke) => stroke.points.length);
}

test("lines grow point by point, at the time they were drawn", () => {
  const drawing = redrawing([at(100, 104, 108), at(200, 204)]);
  expect([0, 100, 107, 150, 200, 999].map((tick) => seen(drawing, tick))).toEqual([
    [],
    [1],
    [2],
    [3],
    [3, 1],
    [3, 2],
  ]);
  expect(drawing.lasts).toBe(204);
});

test("while time goes on it is the same sheet, and another one when it goes back", () => {
  const drawing = redrawing([at(10, 20), at(30, 40)]);
  const first = drawing.at(15);
  expect(drawing.at(35)).toBe(first);
  expect(drawing.at(10)).not.toBe(first);
  expect(seen(drawing, 10)).toEqual([1]);
  expect(seen(drawing, 40)).toEqual([2, 2]);
});

test("what has no time was done between the lines", () => {
  const drawing = redrawing([at(10, 20), { mark: "undo" }, at(40)]);
  expect([20, 29, 30, 40].map((tick) => seen(drawing, tick))).toEqual([[2], [2], [], [1]]);
});

test("lines that all say they began at once are drawn one after the other", () => {
  const drawing = redrawing([at(0, 8), at(0, 8)]);
  expect([0, 8, 12, 16].map((tick) => seen(drawing, tick))).toEqual([[1], [2, 1], [2, 1], [2, 2]]);
});

test("long pauses are cut short", () => {
  const drawing = redrawing([at(1000, 1004), at(9000, 9004)], 10);
  expect(drawing.spans).toEqual([
    [10, 14],
    [24, 28],
  ]);
  expect(seen(drawing, 24)).toEqual([2, 1]);
});

test("an empty sheet takes no time", () => {
  const drawing = redrawing([]);
  expect(drawing.lasts).toBe(0);
  expect(drawing.at(5).isEmpty).toBe(true);
});

test("the whole sheet is there from the beginning", () => {
  const drawing = redrawing([{ mark: "turn", across: true }, at(5)]);
  expect(drawing.whole.across).toBe(true);
  expect(drawing.whole.strokes.length).toBe(1);
});
