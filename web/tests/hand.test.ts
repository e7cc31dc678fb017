// Pointers on an element, and what reaches the hand.

import { afterEach, beforeEach, expect, test } from "vitest";
import { follow } from "../src/drawing/hand.ts";
import { Palm } from "../src/drawing/palm.ts";

let element = new EventTarget() as HTMLElement;
let done: string[] = [];
let leave = (): void => {};

beforeEach(() => {
  done = [];
  element = Object.assign(new EventTarget(), {
    focus: () => {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 300, height: 400 }),
    setPointerCapture: (id: number) => {
      done.push(`capture ${id}`);
      if (id === 99) throw new DOMException("gone", "NotFoundError");
    },
  }) as unknown as HTMLElement;
  leave = follow(
    element,
    {
      begin: (event) => done.push(`begin ${event.clientX}`),
      move: (events) => done.push(`move ${events.map(({ clientX }) => clientX).join(" ")}`),
      end: (event) => done.push(`end ${event?.clientX ?? "somehow"}`),
      drop: () => done.push("drop"),
    },
    new Palm(),
  );
});
afterEach(() => leave());

function point(type: string, clientX: number, more: Record<string, unknown> = {}): Event {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { clientX, pointerId: 3, pointerType: "mouse", button: 0, ...more });
  element.dispatchEvent(event);
  return event;
}

test("a line from down to up, with everything that was seen between", () => {
  point("pointerdown", 10);
  point("pointermove", 30, { getCoalescedEvents: () => [{ clientX: 20 }, { clientX: 30 }] });
  point("pointermove", 40); // as browsers say it that do not keep what was between
  point("pointermove", 50, { getCoalescedEvents: () => [] });
  point("pointerup", 60);
  point("lostpointercapture", 60);
  expect(done).toEqual(["capture 3", "begin 10", "move 20 30", "move 40", "move 50", "end 60"]);
});

test.each(["pointercancel", "lostpointercapture"])("%s ends the line", (type) => {
  point("pointerdown", 10);
  point(type, 0);
  point("pointermove", 20);
  point("pointerup", 30);
  expect(done).toEqual(["capture 3", "begin 10", "end somehow"]);
});

test("a pointer that cannot be captured draws all the same", () => {
  point("pointerdown", 10, { pointerId: 99 });
  expect(done).toEqual(["capture 99", "begin 10"]);
});

test("a second finger drops what the first has begun", () => {
  point("pointerdown", 10, { pointerType: "touch" });
  point("pointerdown", 10, { pointerType: "touch", pointerId: 4 });
  point("pointerup", 10, { pointerType: "touch" });
  expect(done).toEqual(["capture 3", "begin 10", "drop"]);
});

test("a pen that comes near drops what a palm has begun", () => {
  point("pointerdown", 10, { pointerType: "touch" });
  point("pointermove", 10, { pointerType: "pen", pointerId: 4 });
  expect(done).toEqual(["capture 3", "begin 10", "drop"]);
});

test.each(["touchstart", "touchmove", "contextmenu", "selectstart", "dragstart", "gesturestart"])(
  "%s does nothing else",
  (type) => {
    expect(point(type, 0).defaultPrevented).toBe(true);
  },
);

test("afterwards the element is as any other", () => {
  leave();
  point("pointerdown", 10);
  expect([done, point("contextmenu", 0).defaultPrevented]).toEqual([[], false]);
});
