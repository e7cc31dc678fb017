// One loop for all tasks; it sleeps when there is nothing to do.

import { expect, test } from "vitest";
import { FrameBudget } from "../../src/scheduling/frameBudget.ts";
import type { FrameTask } from "../../src/scheduling/frameLoop.ts";
import { FrameLoop } from "../../src/scheduling/frameLoop.ts";

function manualLoop() {
  const requested: ((now: number) => void)[] = [];
  const loop = new FrameLoop((frame) => requested.push(frame), new FrameBudget(() => 0)); // with frozen time
  const frame = (now: number): void => {
    for (const each of requested.splice(0)) each(now);
  };
  return { loop, requested, frame };
}

test("a new task runs once and then sleeps", () => {
  const { loop, requested, frame } = manualLoop();
  const seen: string[] = [];
  loop.add((now) => seen.push(`a ${now}`) < 0);
  loop.add((now) => seen.push(`b ${now}`) < 0);
  expect(requested).toHaveLength(1);
  frame(1);
  expect([seen, requested.length]).toEqual([["a 1", "b 1"], 0]);
});

test("it continues while a task has more to do", () => {
  const { loop, requested, frame } = manualLoop();
  let left = 2;
  loop.add(() => --left > 0);
  loop.add(() => false);
  frame(1);
  expect(requested).toHaveLength(1);
  frame(2);
  expect(requested).toHaveLength(0);
});

test("waking it repeatedly requests one frame", () => {
  const { loop, requested, frame } = manualLoop();
  let worked = 0;
  loop.add(() => ++worked < 0);
  frame(1);
  for (let time = 0; time < 5; time++) loop.wake();
  expect(requested).toHaveLength(1);
  frame(2);
  expect(worked).toBe(2);
});

test("a removed task doesn't run", () => {
  const { loop, frame } = manualLoop();
  let worked = 0;
  const remove = loop.add(() => ++worked < 0);
  remove();
  frame(1);
  expect(worked).toBe(0);
});

function costly(seen: string[], name: string, units: number): FrameTask {
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

test("a costly task doesn't hold up the others", () => {
  const { loop, frame } = manualLoop();
  const seen: string[] = [];
  let left = 0;
  loop.add(costly(seen, "much", 1e9));
  loop.add((_, slice) => {
    left = slice.units;
    seen.push("little");
    return false;
  });
  frame(1);
  expect(seen).toEqual(["much", "little", "much"]); // it gets the rest
  expect(left).toBeGreaterThanOrEqual(500);
});

test("costly tasks take turns with the rest of a frame, after urgent ones", () => {
  const { loop, frame } = manualLoop();
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
