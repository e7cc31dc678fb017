// The look of a line: the same numbers as in tests/ink/test_picture.py.

import { expect, test } from "vitest";
import type { Spot } from "../src/drawing/outline.ts";
import { FLAT, isEven, piece, radius } from "../src/drawing/outline.ts";
import type { Stroke } from "../src/sheet.ts";
import type { Drawn } from "./drawn.ts";
import { line, long } from "./drawn.ts";

const BEND: Drawn = {
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
  expect(told(piece(BEND, 0).spots)).toEqual([
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
  expect(piece(dot, 0).spots).toEqual([{ x: 10, y: 20, radius: radius(1, 128) }]);
});

test("pressure makes a line thicker", () => {
  expect([2 * radius(1, 0), 2 * radius(1, 255)]).toEqual([16, 32]);
});

/** A line from corner to corner and back, so many times. */
function zigzag(count: number): Drawn {
  const places = [
    [0, 0],
    [3071, 4095],
  ] as const;
  return line(...Array.from({ length: count }, (_, number) => places[number % 2] ?? places[0]));
}

function pieces(stroke: Stroke, count = stroke.points.length): { spots: readonly Spot[]; next: number }[] {
  const all: { spots: readonly Spot[]; next: number }[] = [];
  for (let first = 0; first < count; first = all.at(-1)?.next ?? count) {
    all.push(piece(stroke, first, { count, tip: null }));
  }
  return all;
}

test.each([
  ["an ordinary line", long(100), 5],
  ["a line from corner to corner", zigzag(40), 20],
])("pieces join, each beginning with the spot at which the one before ended: %s", (_, stroke, count) => {
  const all = pieces(stroke);
  expect(all).toHaveLength(count);
  for (const [number, one] of all.slice(1).entries()) expect(one.spots[0]).toEqual(all[number]?.spots.at(-1));
  const { x, y } = stroke.points.at(-1) ?? {};
  expect(all.at(-1)?.spots.at(-1)).toMatchObject({ x, y });
});

test("a piece is small, whatever is drawn", () => {
  expect(Math.max(...pieces(zigzag(100)).map(({ spots }) => spots.length))).toBeLessThan(160);
  expect(Math.max(...pieces(long(4000)).map(({ spots }) => spots.length))).toBeLessThan(30);
});

test("no piece but the last changes however the line goes on", () => {
  for (const stroke of [long(100), zigzag(40)]) {
    const whole = pieces(stroke);
    for (const count of [1, 2, 24, 25, 26, 39]) {
      const begun = pieces(stroke, count).slice(0, -1);
      expect(whole.slice(0, begun.length)).toEqual(begun);
    }
  }
});

test("a line ends at a tip on the way to its next point, which completes no piece", () => {
  const tip = { x: 235, y: 100, pressure: 128, tick: 95 };
  const seen = piece(long(100), 0, { count: 24, tip });
  expect(seen.isLast).toBe(true);
  expect(seen.spots.at(-1)).toMatchObject({ x: 235, y: 100 });
  expect(piece(long(100), 0, { count: 25, tip }).next).toBe(24);
});

test("on a small sheet curves need fewer steps", () => {
  const [fine, coarse] = [FLAT, 16 * FLAT].map((flat) => piece(zigzag(3), 0, undefined, flat).spots.length);
  expect(fine).toBeGreaterThan(3.5 * ((coarse ?? 0) - 3));
});

test("what was pressed evenly is even, curves included", () => {
  expect(isEven(piece(line([0, 0], [50, 0], [50, 70], [3, 9]), 0).spots)).toBe(true);
  expect(isEven(piece(BEND, 0).spots)).toBe(false);
  expect(isEven(piece(long(100), 24).spots)).toBe(true);
});
