// Which strokes the eraser touches.

import { expect, test } from "vitest";
import { touchedStrokes } from "../../src/drawing/input/eraser.ts";
import { sheetWith, strokeThrough } from "../support/strokes.ts";

const level = strokeThrough([100, 500], [900, 500]);
const steep = strokeThrough([500, 100], [500, 300]);
const dot = strokeThrough([2000, 2000]);
const sheet = sheetWith(level, { mark: "redo" }, steep, dot);

const at = (x: number, y: number) => ({ x, y });

test("strokes near it", () => {
  expect(touchedStrokes(sheet, at(300, 530), at(300, 530), 20)).toEqual([0]);
  expect(touchedStrokes(sheet, at(300, 540), at(300, 540), 20)).toEqual([]);
  expect(touchedStrokes(sheet, at(2010, 2020), at(2010, 2020), 12)).toEqual([3]);
});

test("strokes that it crosses, however fast", () => {
  expect(touchedStrokes(sheet, at(510, 0), at(490, 3000), 1)).toEqual([0, 2]);
  expect(touchedStrokes(sheet, at(510, 310), at(600, 480), 1)).toEqual([]);
});

test("strokes beside its path", () => {
  expect(touchedStrokes(sheet, at(1000, 480), at(2000, 480), 90)).toEqual([0]);
  expect(touchedStrokes(sheet, at(1000, 480), at(2000, 480), 80)).toEqual([]);
});

test("only visible strokes", () => {
  const erased = sheetWith(level, { mark: "erase", strokes: [0] });
  expect(touchedStrokes(erased, at(300, 500), at(300, 500), 20)).toEqual([]);
});
