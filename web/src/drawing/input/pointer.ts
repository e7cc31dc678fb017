// Tracks the pointer that draws on a sheet and suppresses the browser's own gestures there.

import { PalmRejection } from "./palmRejection.ts";
import type { Area } from "./sample.ts";

/** Receives the drawing pointer's events, with the sheet's area on screen. */
export interface PointerListener {
  begin(event: PointerEvent, area: Area): void;
  move(events: readonly PointerEvent[], area: Area): void;
  end(event: PointerEvent | null, area: Area): void;
  /** Discard the current stroke: it was accidental. */
  cancel(): void;
}

const pagePalmRejection = new PalmRejection(); // remembers until the next page load that a pen was used

// Accidental scrolling, zooming, magnifiers, selections, menus and drags. Safari honours `touch-action` only in
// part and treats Apple Pencil strokes as handwriting unless touch events themselves are prevented.
const UNWANTED = ["touchstart", "touchmove", "contextmenu", "selectstart", "dragstart", "gesturestart"];

/** Track drawing pointers on an element; returns a function that stops it. */
export function trackPointer(
  element: HTMLElement,
  listener: PointerListener,
  palm = pagePalmRejection,
): () => void {
  const over = new AbortController();
  const area = (): Area => element.getBoundingClientRect();
  const on = (type: string, handler: (event: PointerEvent) => void): void =>
    element.addEventListener(type, (event) => handler(event as PointerEvent), { signal: over.signal });

  on("pointerdown", (event) => {
    element.focus({ preventScroll: true }); // the browser doesn't, since touch events are prevented
    const role = palm.down(event);
    if (role === "cancel") listener.cancel();
    if (role !== "draw") return;
    capture(element, event);
    listener.begin(event, area());
  });
  on("pointermove", (event) => {
    const role = palm.move(event);
    if (role === "cancel") listener.cancel();
    if (role === "draw") listener.move(coalesced(event), area());
  });
  on("pointerup", (event) => palm.up(event) && listener.end(event, area()));
  for (const type of ["pointercancel", "lostpointercapture"]) {
    on(type, (event) => palm.up(event) && listener.end(null, area()));
  }
  for (const type of UNWANTED) {
    element.addEventListener(type, (event) => event.preventDefault(), {
      signal: over.signal,
      passive: false,
    });
  }
  return () => over.abort();
}

function capture(element: HTMLElement, event: PointerEvent): void {
  try {
    element.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is already gone; its end event has fired or will.
  }
}

/** All pointer positions since the last frame; some browsers report only the latest. */
function coalesced(event: PointerEvent): readonly PointerEvent[] {
  const events = event.getCoalescedEvents?.() ?? [];
  return events.length ? events : [event];
}
