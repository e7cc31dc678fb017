// Some thirty times a second, and nothing is forgotten.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Post } from "../src/drawing/post.ts";

let sent = 0;
let post = new Post(() => sent++);

beforeEach(() => {
  vi.useFakeTimers();
  sent = 0;
  post = new Post(() => sent++);
});
afterEach(() => vi.useRealTimers());

test("what comes often is sent about 30 times a second", () => {
  for (let ms = 0; ms < 1000; ms += 4) {
    post.soon();
    vi.advanceTimersByTime(4);
  }
  expect(sent).toBeGreaterThan(24);
  expect(sent).toBeLessThanOrEqual(31);
});

test("what came last is sent too", () => {
  post.soon();
  vi.advanceTimersByTime(32);
  expect(sent).toBe(0);
  vi.advanceTimersByTime(1);
  expect(sent).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(sent).toBe(1);
});

test("what is held is held for all that comes after it", () => {
  post.soon(100);
  vi.advanceTimersByTime(50);
  post.soon();
  vi.advanceTimersByTime(49);
  expect(sent).toBe(0);
  vi.advanceTimersByTime(1);
  expect(sent).toBe(1);
});

test("what is urgent is sent now, and once", () => {
  post.soon();
  post.now();
  vi.advanceTimersByTime(100);
  expect(sent).toBe(1);
});

test("what is dropped is not sent", () => {
  post.soon();
  post.drop();
  vi.advanceTimersByTime(100);
  expect(sent).toBe(0);
});
