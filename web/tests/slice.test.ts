// How much may be done in a frame.

import { expect, test } from "vitest";
import { Budget, FRAME_UNITS, Slice } from "../src/slice.ts";

let now = 0;
const clock = (): number => now;

test("a slice is over after its units or its time, whichever comes first", () => {
  const slice = new Slice(100, 4, clock);
  slice.spend(99);
  expect(slice.isOver).toBe(false);
  slice.spend(1);
  expect(slice.isOver).toBe(true);
  const other = new Slice(100, 4, clock);
  now += 4;
  expect(other.isOver).toBe(true);
  expect(Slice.endless().isOver).toBe(false);
});

test("a part is lent, and what is not used of it stays", () => {
  const slice = new Slice(100, 4, clock);
  const isShort = slice.lend(0.5, (part) => {
    expect(part.units).toBe(50);
    part.spend(20);
    return true;
  });
  expect([isShort, slice.units]).toEqual([false, 80]);
  expect(
    slice.lend(0.25, (part) => {
      part.spend(25);
      return true;
    }),
  ).toBe(true);
  expect(slice.units).toBe(55);
});

test("a part of the time is lent too", () => {
  const slice = new Slice(100, 4, clock);
  slice.lend(0.5, (part) => {
    now += 2;
    expect(part.isOver).toBe(true);
    return true;
  });
  expect(slice.isOver).toBe(false);
});

test("frames that come late leave less for the next one, but never nothing", () => {
  const budget = new Budget(clock);
  let frame = 0;
  const units = (ms: number): number => {
    frame += ms;
    const slice = budget.next(frame);
    budget.exhausted(frame);
    return slice.units;
  };
  const first = units(16);
  expect(units(16)).toBeGreaterThan(first);
  for (let time = 0; time < 50; time++) units(16);
  expect(units(16)).toBe(FRAME_UNITS);
  expect(units(40)).toBeLessThan(FRAME_UNITS);
  for (let time = 0; time < 50; time++) units(40);
  expect(units(40)).toBe(600);
});

test("a frame after a pause says nothing about the work", () => {
  const budget = new Budget(clock);
  const { units } = budget.next(0);
  expect(budget.next(5000).units).toBe(units);
});
