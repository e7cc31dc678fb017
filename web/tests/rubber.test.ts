// Which lines the rubber touches.

import { expect, test } from "vitest";
import { touched } from "../src/drawing/rubber.ts";
import { line, sheetWith } from "./drawn.ts";

const level = line([100, 500], [900, 500]);
const steep = line([500, 100], [500, 300]);
const dot = line([2000, 2000]);
const sheet = sheetWith(level, { mark: "redo" }, steep, dot);

const at = (x: number, y: number) => ({ x, y });

test("those that lie near it", () => {
  expect(touched(sheet, at(300, 530), at(300, 530), 20)).toEqual([0]);
  expect(touched(sheet, at(300, 540), at(300, 540), 20)).toEqual([]);
  expect(touched(sheet, at(2010, 2020), at(2010, 2020), 12)).toEqual([3]);
});

test("those that it crosses on its way, however fast", () => {
  expect(touched(sheet, at(510, 0), at(490, 3000), 1)).toEqual([0, 2]);
  expect(touched(sheet, at(510, 310), at(600, 480), 1)).toEqual([]);
});

test("those beside its way", () => {
  expect(touched(sheet, at(1000, 480), at(2000, 480), 90)).toEqual([0]);
  expect(touched(sheet, at(1000, 480), at(2000, 480), 80)).toEqual([]);
});

test("only those that can be seen", () => {
  const rubbed = sheetWith(level, { mark: "rub", strokes: [0] });
  expect(touched(rubbed, at(300, 500), at(300, 500), 20)).toEqual([]);
});
