// Follows the pointer that draws on a sheet, and keeps the browser from doing anything else with it.

import { Palm } from "./palm.ts";
import type { Area } from "./sample.ts";

/** What the pointer that draws does, and where the sheet lies meanwhile. */
export interface Hand {
  begin(event: PointerEvent, area: Area): void;
  move(events: readonly PointerEvent[], area: Area): void;
  end(event: PointerEvent | null, area: Area): void;
  /** What has been begun was never meant. */
  drop(): void;
}

const palmOfThisPage = new Palm(); // a pen that was seen once is remembered until the page is loaded again

// Scrolling, zooming, loupes, selections, menus and drags that start by accident. Safari heeds `touch-action` only in
// part and turns the strokes of its pencil into writing unless touches themselves are refused.
const UNWANTED = ["touchstart", "touchmove", "contextmenu", "selectstart", "dragstart", "gesturestart"];

/** Draw with whatever points at an element; the answer takes it back. */
export function follow(element: HTMLElement, hand: Hand, palm = palmOfThisPage): () => void {
  const over = new AbortController();
  const area = (): Area => element.getBoundingClientRect();
  const on = (type: string, listener: (event: PointerEvent) => void): void =>
    element.addEventListener(type, (event) => listener(event as PointerEvent), { signal: over.signal });

  on("pointerdown", (event) => {
    element.focus({ preventScroll: true }); // which the browser does not do where touches are refused
    const verdict = palm.down(event);
    if (verdict === "undoes") hand.drop();
    if (verdict !== "draws") return;
    capture(element, event);
    hand.begin(event, area());
  });
  on("pointermove", (event) => {
    const verdict = palm.move(event);
    if (verdict === "undoes") hand.drop();
    if (verdict === "draws") hand.move(coalesced(event), area());
  });
  on("pointerup", (event) => palm.up(event) && hand.end(event, area()));
  for (const type of ["pointercancel", "lostpointercapture"]) {
    on(type, (event) => palm.up(event) && hand.end(null, area()));
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
    // The pointer is gone already: its end has been said or will be.
  }
}

/** Everything that was seen of a pointer since the last frame; some browsers say only the last of it. */
function coalesced(event: PointerEvent): readonly PointerEvent[] {
  const events = event.getCoalescedEvents?.() ?? [];
  return events.length ? events : [event];
}
