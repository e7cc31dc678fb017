// The look of a line: the same numbers as in tests/ink/test_picture.py.

import { expect, test } from "vitest";
import type { Spot } from "../src/drawing/outline.ts";
import { isEven, radius, rest, stretch } from "../src/drawing/outline.ts";
import type { Stroke } from "../src/sheet.ts";
import { line, long } from "./drawn.ts";

const BEND: Stroke = {
  mark: "line",
  width: 1,
  points: [
    { x: 100, y: 100, pressure: 51, tick: 0 },
    { x: 140, y: 100, pressure: 51, tick: 4 },
    { x: 140, y: 160, pressure: 153, tick: 8 },
    { x: 150, y: 160, pressure: 153, tick: 12 },
  ],
};

function told(spots: readonly Spot[]): string[] {
  return spots.map((spot) => [spot.x, spot.y, spot.radius].map((value) => value.toFixed(4)).join(" "));
}

test("a line is smooth in place and thickness, as in Python", () => {
  expect(told(rest(BEND, 0))).toEqual([
    "100.0000 100.0000 9.6000",
    "120.0000 100.0000 9.6000",
    "127.2000 101.2000 9.6640",
    "132.8000 104.8000 9.8560",
    "136.8000 110.8000 10.1760",
    "139.2000 119.2000 10.6240",
    "140.0000 130.0000 11.2000",
    "140.3125 143.1250 11.9000",
    "141.2500 152.5000 12.4000",
    "142.8125 158.1250 12.7000",
    "145.0000 160.0000 12.8000",
    "150.0000 160.0000 12.8000",
  ]);
});

test("a dot is one spot", () => {
  const dot = line([10, 20]);
  expect(rest(dot, 0)).toEqual([{ x: 10, y: 20, radius: radius(1, 128) }]);
});

test("pressure makes a line thicker", () => {
  expect([2 * radius(1, 0), 2 * radius(1, 255)]).toEqual([16, 32]);
});

test("stretches join: each begins with the spot at which the one before ended", () => {
  const whole = rest(BEND, 0);
  for (const cut of [1, 2, 3]) {
    const [first, second] = [stretch(BEND, 0, cut), rest(BEND, cut)];
    expect(first.at(-1)).toEqual(second[0]);
    expect([...first, ...second.slice(1)]).toEqual(whole);
  }
});

test("a stretch does not change however the line goes on", () => {
  const shorter = { ...BEND, points: BEND.points.slice(0, 3) };
  expect(stretch(shorter, 0, 2)).toEqual(stretch(BEND, 0, 2));
});

test("what was pressed evenly is even, curves included", () => {
  expect(isEven(rest(line([0, 0], [50, 0], [50, 70], [3, 9]), 0))).toBe(true);
  expect(isEven(rest(BEND, 0))).toBe(false);
  expect(isEven(rest(long(100), 24))).toBe(true);
});
