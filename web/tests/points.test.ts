// Points packed into numbers are the same points.

import { expect, test } from "vitest";
import { Points, travelled } from "../src/points.ts";
import { HARDEST, LATEST, LONG } from "../src/wire.ts";
import { long } from "./drawn.ts";

const extremes = [
  { x: 0, y: 0, pressure: 0, tick: 0 },
  { x: LONG, y: 0, pressure: HARDEST, tick: 1 },
  { x: 0, y: LONG, pressure: 0, tick: LATEST },
  { x: LONG, y: LONG, pressure: HARDEST, tick: LATEST },
];

test("every possible point comes out as it went in", () => {
  const points = Points.of(extremes);
  expect([...points]).toEqual(extremes);
  expect([points.at(1), points.at(-1), points.at(4), points.at(-5)]).toEqual([
    extremes[1],
    extremes[3],
    undefined,
    undefined,
  ]);
});

test("they are cut and grow like an array", () => {
  const { points: plain } = long(100);
  const points = new Points(0);
  for (let known = 0; known < 100; known += 7) points.append(plain.slice(known, known + 7));
  expect([...points]).toEqual(plain);
  expect([...points.slice(90)]).toEqual(plain.slice(90));
  expect([...points.slice(3, 9)]).toEqual(plain.slice(3, 9));
  expect([...points.slice(98, 200)]).toEqual(plain.slice(98, 200));
});

test("where they lie is known without looking at them", () => {
  const points = Points.of([
    { x: 50, y: 900, pressure: 10, tick: 0 },
    { x: 30, y: 950, pressure: 70, tick: 1 },
    { x: 40, y: 800, pressure: 20, tick: 2 },
  ]);
  expect(points).toMatchObject({ left: 30, top: 800, right: 50, bottom: 950, hardest: 70, travel: 150 });
});

test("small steps are free, from either side", () => {
  const at = (x: number, y: number) => ({ x, y, pressure: 0, tick: 0 });
  const points = [at(100, 100), at(163, 36), at(227, 100), at(162, 100)];
  expect(travelled(points, null)).toBe(64 + 64 + 65);
  expect(travelled(points, at(0, 100))).toBe(100 + 64 + 64 + 65);
  expect(Points.of(points).travel).toBe(travelled(points, null));
});

test("lines that begin alike are told from others", () => {
  const [one, other] = [Points.of(long(10).points), Points.of(long(7).points)];
  expect([one.beginsAs(other, 7), other.beginsAs(one, 7), one.beginsAs(other, 8)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(one.beginsAs(Points.of(long(7, 101).points), 7)).toBe(false);
});
