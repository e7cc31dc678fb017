// About thirty batches a second, and nothing gets lost.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InkSender } from "../../src/drawing/input/inkSender.ts";

let sent = 0;
let sender = new InkSender(() => sent++);

beforeEach(() => {
  vi.useFakeTimers();
  sent = 0;
  sender = new InkSender(() => sent++);
});
afterEach(() => vi.useRealTimers());

test("frequent changes are sent about 30 times a second", () => {
  for (let ms = 0; ms < 1000; ms += 4) {
    sender.schedule();
    vi.advanceTimersByTime(4);
  }
  expect(sent).toBeGreaterThan(24);
  expect(sent).toBeLessThanOrEqual(31);
});

test("the last change is sent too", () => {
  sender.schedule();
  vi.advanceTimersByTime(32);
  expect(sent).toBe(0);
  vi.advanceTimersByTime(1);
  expect(sent).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(sent).toBe(1);
});

test("a longer delay also holds what comes after it", () => {
  sender.schedule(100);
  vi.advanceTimersByTime(50);
  sender.schedule();
  vi.advanceTimersByTime(49);
  expect(sent).toBe(0);
  vi.advanceTimersByTime(1);
  expect(sent).toBe(1);
});

test("flush sends immediately, and only once", () => {
  sender.schedule();
  sender.flush();
  vi.advanceTimersByTime(100);
  expect(sent).toBe(1);
});

test("cancelled ink is not sent", () => {
  sender.schedule();
  sender.cancel();
  vi.advanceTimersByTime(100);
  expect(sent).toBe(0);
});
