// A number card under the finger: follows any pointer, knows over which drawing it is, and is laid where it is let go.

import type { Guessing } from "./guessing.svelte.ts";

const STEADY_PX = 8; // less is a tap

export class Dragging {
  /** The card that is being dragged, and where. */
  card = $state.raw<{ readonly number: number; readonly x: number; readonly y: number } | null>(null);
  /** The drawing it is over. */
  over = $state<number | null>(null);

  readonly #guessing: Guessing;
  #begun: { number: number; x: number; y: number } | null = null;
  #wasDragged = false;

  constructor(guessing: Guessing) {
    this.#guessing = guessing;
  }

  /** Make a number card something to drag; the answer takes it back. */
  draggable(number: number): (element: HTMLElement) => () => void {
    return (element) => {
      const over = new AbortController();
      const on = <K extends keyof HTMLElementEventMap>(
        type: K,
        listener: (event: HTMLElementEventMap[K]) => void,
      ): void => element.addEventListener(type, listener, { signal: over.signal });
      on("pointerdown", (event) => this.#down(number, element, event));
      on("pointermove", (event) => this.#move(event));
      on("pointerup", () => this.#up());
      on("pointercancel", () => this.cancel());
      on("lostpointercapture", () => this.cancel());
      return () => over.abort();
    };
  }

  /** Was what ends now a drag, so that the click behind it means nothing? */
  wasDrag(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  cancel(): void {
    this.#begun = null;
    this.card = null;
    this.over = null;
  }

  #down(number: number, element: HTMLElement, event: PointerEvent): void {
    this.#wasDragged = false;
    if (event.button !== 0 || !event.isPrimary || !this.#guessing.has(number)) return;
    this.#begun = { number, x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  }

  #move({ clientX: x, clientY: y }: PointerEvent): void {
    const begun = this.#begun;
    if (!begun || (!this.card && Math.hypot(x - begun.x, y - begun.y) < STEADY_PX)) return;
    this.#wasDragged = true;
    this.card = { number: begun.number, x, y };
    this.over = drawingAt(x, y);
  }

  #up(): void {
    const { card, over } = this;
    this.cancel();
    if (card && over !== null) this.#guessing.lay(over, card.number);
  }
}

/** The drawing at a point of the screen, by the seat of its artist. */
function drawingAt(x: number, y: number): number | null {
  const found = document.elementFromPoint(x, y)?.closest("[data-artist]");
  return found instanceof HTMLElement ? Number(found.dataset.artist) : null;
}
