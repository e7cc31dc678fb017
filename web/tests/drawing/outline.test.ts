// The shape of a stroke: the same numbers as in tests/ink/test_raster.py.

import { expect, test } from "vitest";
import type { Dab } from "../../src/drawing/paint/outline.ts";
import { isEven, radius, segment } from "../../src/drawing/paint/outline.ts";
import type { Stroke } from "../../src/ink/sheet.ts";
import { FLATNESS } from "../../src/wire/ink.ts";
import type { LooseStroke } from "../support/strokes.ts";
import { longStroke, strokeThrough } from "../support/strokes.ts";

const BEND: LooseStroke = {
  mark: "stroke",
  width: 1,
  points: [
    { x: 100, y: 100, pressure: 51, tick: 0 },
    { x: 140, y: 100, pressure: 51, tick: 4 },
    { x: 140, y: 160, pressure: 153, tick: 8 },
    { x: 150, y: 160, pressure: 153, tick: 12 },
  ],
};

function format(dabs: readonly Dab[]): string[] {
  return dabs.map((dab) => [dab.x, dab.y, dab.radius].map((value) => value.toFixed(4)).join(" "));
}

test("a stroke is smooth in position and thickness, as in Python", () => {
  expect(format(segment(BEND, 0).dabs)).toEqual([
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

test("a dot is one dab", () => {
  const dot = strokeThrough([10, 20]);
  expect(segment(dot, 0).dabs).toEqual([{ x: 10, y: 20, radius: radius(1, 128) }]);
});

test("pressure makes a stroke thicker", () => {
  expect([2 * radius(1, 0), 2 * radius(1, 255)]).toEqual([16, 32]);
});

/** A stroke back and forth between two corners. */
function zigzag(count: number): LooseStroke {
  const places = [
    [0, 0],
    [3071, 4095],
  ] as const;
  return strokeThrough(...Array.from({ length: count }, (_, number) => places[number % 2] ?? places[0]));
}

function segments(stroke: Stroke, count = stroke.points.length): { dabs: readonly Dab[]; next: number }[] {
  const all: { dabs: readonly Dab[]; next: number }[] = [];
  for (let first = 0; first < count; first = all.at(-1)?.next ?? count) {
    all.push(segment(stroke, first, { count, tip: null }));
  }
  return all;
}

test.each([
  ["an ordinary stroke", longStroke(100), 5],
  ["a stroke from corner to corner", zigzag(40), 20],
])("each segment begins with the dab at which the previous one ended: %s", (_, stroke, count) => {
  const all = segments(stroke);
  expect(all).toHaveLength(count);
  for (const [number, one] of all.slice(1).entries()) expect(one.dabs[0]).toEqual(all[number]?.dabs.at(-1));
  const { x, y } = stroke.points.at(-1) ?? {};
  expect(all.at(-1)?.dabs.at(-1)).toMatchObject({ x, y });
});

test("segments are small for any drawing", () => {
  expect(Math.max(...segments(zigzag(100)).map(({ dabs }) => dabs.length))).toBeLessThan(160);
  expect(Math.max(...segments(longStroke(4000)).map(({ dabs }) => dabs.length))).toBeLessThan(30);
});

test("only the last segment changes when the stroke grows", () => {
  for (const stroke of [longStroke(100), zigzag(40)]) {
    const whole = segments(stroke);
    for (const count of [1, 2, 24, 25, 26, 39]) {
      const partial = segments(stroke, count).slice(0, -1);
      expect(whole.slice(0, partial.length)).toEqual(partial);
    }
  }
});

test("a stroke ends at a tip between two points, which completes no segment", () => {
  const tip = { x: 235, y: 100, pressure: 128, tick: 95 };
  const visible = segment(longStroke(100), 0, { count: 24, tip });
  expect(visible.isLast).toBe(true);
  expect(visible.dabs.at(-1)).toMatchObject({ x: 235, y: 100 });
  expect(segment(longStroke(100), 0, { count: 25, tip }).next).toBe(24);
});

test("curves need fewer steps on a small sheet", () => {
  const [fine, coarse] = [FLATNESS, 16 * FLATNESS].map(
    (flatness) => segment(zigzag(3), 0, undefined, flatness).dabs.length,
  );
  expect(fine).toBeGreaterThan(3.5 * ((coarse ?? 0) - 3));
});

test("even pressure gives even dabs, curves included", () => {
  expect(isEven(segment(strokeThrough([0, 0], [50, 0], [50, 70], [3, 9]), 0).dabs)).toBe(true);
  expect(isEven(segment(BEND, 0).dabs)).toBe(false);
  expect(isEven(segment(longStroke(100), 24).dabs)).toBe(true);
});
