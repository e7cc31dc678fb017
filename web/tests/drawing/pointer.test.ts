// Pointer events on an element, and what reaches the listener.

import { afterEach, beforeEach, expect, test } from "vitest";
import { PalmRejection } from "../../src/drawing/input/palmRejection.ts";
import { trackPointer } from "../../src/drawing/input/pointer.ts";

let element = new EventTarget() as HTMLElement;
let done: string[] = [];
let stop = (): void => {};

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
  stop = trackPointer(
    element,
    {
      begin: (event) => done.push(`begin ${event.clientX}`),
      move: (events) => done.push(`move ${events.map(({ clientX }) => clientX).join(" ")}`),
      end: (event) => done.push(`end ${event?.clientX ?? "somehow"}`),
      cancel: () => done.push("cancel"),
    },
    new PalmRejection(),
  );
});
afterEach(() => stop());

function point(type: string, clientX: number, more: Record<string, unknown> = {}): Event {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { clientX, pointerId: 3, pointerType: "mouse", button: 0, ...more });
  element.dispatchEvent(event);
  return event;
}

test("a stroke from down to up, with all coalesced events", () => {
  point("pointerdown", 10);
  point("pointermove", 30, { getCoalescedEvents: () => [{ clientX: 20 }, { clientX: 30 }] });
  point("pointermove", 40); // from browsers without coalesced events
  point("pointermove", 50, { getCoalescedEvents: () => [] });
  point("pointerup", 60);
  point("lostpointercapture", 60);
  expect(done).toEqual(["capture 3", "begin 10", "move 20 30", "move 40", "move 50", "end 60"]);
});

test.each(["pointercancel", "lostpointercapture"])("%s ends the stroke", (type) => {
  point("pointerdown", 10);
  point(type, 0);
  point("pointermove", 20);
  point("pointerup", 30);
  expect(done).toEqual(["capture 3", "begin 10", "end somehow"]);
});

test("a pointer that can't be captured still draws", () => {
  point("pointerdown", 10, { pointerId: 99 });
  expect(done).toEqual(["capture 99", "begin 10"]);
});

test("a second finger cancels the first one's stroke", () => {
  point("pointerdown", 10, { pointerType: "touch" });
  point("pointerdown", 10, { pointerType: "touch", pointerId: 4 });
  point("pointerup", 10, { pointerType: "touch" });
  expect(done).toEqual(["capture 3", "begin 10", "cancel"]);
});

test("a hovering pen cancels a palm's stroke", () => {
  point("pointerdown", 10, { pointerType: "touch" });
  point("pointermove", 10, { pointerType: "pen", pointerId: 4 });
  expect(done).toEqual(["capture 3", "begin 10", "cancel"]);
});

test.each(["touchstart", "touchmove", "contextmenu", "selectstart", "dragstart", "gesturestart"])(
  "%s is prevented",
  (type) => {
    expect(point(type, 0).defaultPrevented).toBe(true);
  },
);

test("after stopping, the element behaves normally", () => {
  stop();
  point("pointerdown", 10);
  expect([done, point("contextmenu", 0).defaultPrevented]).toEqual([[], false]);
});
