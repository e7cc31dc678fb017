// How much work fits into a frame.

import { expect, test } from "vitest";
import { FrameBudget, MAX_FRAME_UNITS, TimeSlice } from "../../src/scheduling/frameBudget.ts";

let now = 0;
const clock = (): number => now;

test("a slice ends after its units or its time, whichever comes first", () => {
  const slice = new TimeSlice(100, 4, clock);
  slice.spend(99);
  expect(slice.isOver).toBe(false);
  slice.spend(1);
  expect(slice.isOver).toBe(true);
  const other = new TimeSlice(100, 4, clock);
  now += 4;
  expect(other.isOver).toBe(true);
  expect(TimeSlice.unlimited().isOver).toBe(false);
});

test("a share is lent, and the unused part stays", () => {
  const slice = new TimeSlice(100, 4, clock);
  const isShort = slice.lend(0.5, (share) => {
    expect(share.units).toBe(50);
    share.spend(20);
    return true;
  });
  expect([isShort, slice.units]).toEqual([false, 80]);
  expect(
    slice.lend(0.25, (share) => {
      share.spend(25);
      return true;
    }),
  ).toBe(true);
  expect(slice.units).toBe(55);
});

test("a share of the time is lent too", () => {
  const slice = new TimeSlice(100, 4, clock);
  slice.lend(0.5, (share) => {
    now += 2;
    expect(share.isOver).toBe(true);
    return true;
  });
  expect(slice.isOver).toBe(false);
});

test("late frames reduce the next budget, down to a minimum", () => {
  const budget = new FrameBudget(clock);
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
  expect(units(16)).toBe(MAX_FRAME_UNITS);
  expect(units(40)).toBeLessThan(MAX_FRAME_UNITS);
  for (let time = 0; time < 50; time++) units(40);
  expect(units(40)).toBe(600);
});

test("a frame after a pause doesn't change the budget", () => {
  const budget = new FrameBudget(clock);
  const { units } = budget.next(0);
  expect(budget.next(5000).units).toBe(units);
});
