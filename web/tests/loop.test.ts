// One loop for all, which sleeps when there is nothing to do.

import { expect, test } from "vitest";
import type { Work } from "../src/drawing/loop.ts";
import { Loop } from "../src/drawing/loop.ts";
import { Budget } from "../src/slice.ts";

function byHand() {
  const asked: ((now: number) => void)[] = [];
  const loop = new Loop((frame) => asked.push(frame), new Budget(() => 0)); // where time stands still
  const frame = (now: number): void => {
    for (const each of asked.splice(0)) each(now);
  };
  return { loop, asked, frame };
}

test("everything works once when it is added, and then sleeps", () => {
  const { loop, asked, frame } = byHand();
  const seen: string[] = [];
  loop.add((now) => seen.push(`a ${now}`) < 0);
  loop.add((now) => seen.push(`b ${now}`) < 0);
  expect(asked).toHaveLength(1);
  frame(1);
  expect([seen, asked.length]).toEqual([["a 1", "b 1"], 0]);
});

test("it goes on as long as one has more to do", () => {
  const { loop, asked, frame } = byHand();
  let left = 2;
  loop.add(() => --left > 0);
  loop.add(() => false);
  frame(1);
  expect(asked).toHaveLength(1);
  frame(2);
  expect(asked).toHaveLength(0);
});

test("it is woken once, however often", () => {
  const { loop, asked, frame } = byHand();
  let worked = 0;
  loop.add(() => ++worked < 0);
  frame(1);
  for (let time = 0; time < 5; time++) loop.wake();
  expect(asked).toHaveLength(1);
  frame(2);
  expect(worked).toBe(2);
});

test("what was taken out works no more", () => {
  const { loop, frame } = byHand();
  let worked = 0;
  const takeOut = loop.add(() => ++worked < 0);
  takeOut();
  frame(1);
  expect(worked).toBe(0);
});

function costly(seen: string[], name: string, units: number): Work {
  let left = units;
  return (_, slice) => {
    seen.push(name);
    while (left > 0 && !slice.isOver) {
      slice.spend(10);
      left -= 10;
    }
    return left > 0;
  };
}

test("who has much to do holds up nobody else", () => {
  const { loop, frame } = byHand();
  const seen: string[] = [];
  let left = 0;
  loop.add(costly(seen, "much", 1e9));
  loop.add((_, slice) => {
    left = slice.units;
    seen.push("little");
    return false;
  });
  frame(1);
  expect(seen).toEqual(["much", "little", "much"]); // which gets the rest
  expect(left).toBeGreaterThanOrEqual(500);
});

test("those who have much to do take turns with what is left, after the urgent ones", () => {
  const { loop, frame } = byHand();
  const seen: string[] = [];
  for (const name of ["a", "b", "c"]) loop.add(costly(seen, name, 1e9));
  loop.add(() => false);
  loop.add(costly(seen, "urgent", 500), true);
  const rests = [1, 17, 33, 49].map((now) => {
    seen.length = 0;
    frame(now);
    return seen.slice(4).join(" ");
  });
  expect(rests).toEqual(["urgent", "b", "c", "a"]);
});
