// Packed points are the same points.

import { expect, test } from "vitest";
import { Points, travelOf } from "../../src/ink/points.ts";
import { LONG, MAX_PRESSURE, MAX_TICK } from "../../src/wire/ink.ts";
import { longStroke } from "../support/strokes.ts";

const extremes = [
  { x: 0, y: 0, pressure: 0, tick: 0 },
  { x: LONG, y: 0, pressure: MAX_PRESSURE, tick: 1 },
  { x: 0, y: LONG, pressure: 0, tick: MAX_TICK },
  { x: LONG, y: LONG, pressure: MAX_PRESSURE, tick: MAX_TICK },
];

test("every valid point round-trips", () => {
  const points = Points.of(extremes);
  expect([...points]).toEqual(extremes);
  expect([points.at(1), points.at(-1), points.at(4), points.at(-5)]).toEqual([
    extremes[1],
    extremes[3],
    undefined,
    undefined,
  ]);
});

test("they can be sliced and appended like an array", () => {
  const { points: plain } = longStroke(100);
  const points = new Points(0);
  for (let known = 0; known < 100; known += 7) points.append(plain.slice(known, known + 7));
  expect([...points]).toEqual(plain);
  expect([...points.slice(90)]).toEqual(plain.slice(90));
  expect([...points.slice(3, 9)]).toEqual(plain.slice(3, 9));
  expect([...points.slice(98, 200)]).toEqual(plain.slice(98, 200));
});

test("bounds, pressure and travel are maintained", () => {
  const points = Points.of([
    { x: 50, y: 900, pressure: 10, tick: 0 },
    { x: 30, y: 950, pressure: 70, tick: 1 },
    { x: 40, y: 800, pressure: 20, tick: 2 },
  ]);
  expect(points).toMatchObject({ left: 30, top: 800, right: 50, bottom: 950, maxPressure: 70, travel: 150 });
});

test("short steps cost no travel, in either direction", () => {
  const at = (x: number, y: number) => ({ x, y, pressure: 0, tick: 0 });
  const points = [at(100, 100), at(163, 36), at(227, 100), at(162, 100)];
  expect(travelOf(points, null)).toBe(64 + 64 + 65);
  expect(travelOf(points, at(0, 100))).toBe(100 + 64 + 64 + 65);
  expect(Points.of(points).travel).toBe(travelOf(points, null));
});

test("common beginnings are recognized", () => {
  const [one, other] = [Points.of(longStroke(10).points), Points.of(longStroke(7).points)];
  expect([one.startsLike(other, 7), other.startsLike(one, 7), one.startsLike(other, 8)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(one.startsLike(Points.of(longStroke(7, 101).points), 7)).toBe(false);
});
