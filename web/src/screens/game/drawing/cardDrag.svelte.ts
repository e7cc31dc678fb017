// Dragging a number card onto a drawing with any pointer.

import type { GuessSelection } from "./guessSelection.svelte.ts";

const THRESHOLD_PX = 8; // smaller movements are a tap

export class CardDrag {
  /** The dragged card and its position. */
  card = $state.raw<{ readonly number: number; readonly x: number; readonly y: number } | null>(null);
  /** The drawing under it. */
  over = $state<number | null>(null);

  readonly #guess: GuessSelection;
  #start: { number: number; x: number; y: number } | null = null;
  #wasDragged = false;

  constructor(guess: GuessSelection) {
    this.#guess = guess;
  }

  /** An attachment that makes a number card draggable. */
  draggable(number: number): (element: HTMLElement) => () => void {
    return (element) => {
      const stopped = new AbortController();
      const on = <K extends keyof HTMLElementEventMap>(
        type: K,
        listener: (event: HTMLElementEventMap[K]) => void,
      ): void => element.addEventListener(type, listener, { signal: stopped.signal });
      on("pointerdown", (event) => this.#down(number, element, event));
      on("pointermove", (event) => this.#move(event));
      on("pointerup", () => this.#up());
      on("pointercancel", () => this.cancel());
      on("lostpointercapture", () => this.cancel());
      return () => stopped.abort();
    };
  }

  /** Whether the gesture that just ended was a drag, so that its click must be ignored. */
  wasDrag(): boolean {
    const was = this.#wasDragged;
    this.#wasDragged = false;
    return was;
  }

  cancel(): void {
    this.#start = null;
    this.card = null;
    this.over = null;
  }

  #down(number: number, element: HTMLElement, event: PointerEvent): void {
    this.#wasDragged = false;
    if (event.button !== 0 || !event.isPrimary || !this.#guess.has(number)) return;
    this.#start = { number, x: event.clientX, y: event.clientY };
    element.setPointerCapture(event.pointerId);
  }

  #move({ clientX: x, clientY: y }: PointerEvent): void {
    const start = this.#start;
    if (!start || (!this.card && Math.hypot(x - start.x, y - start.y) < THRESHOLD_PX)) return;
    this.#wasDragged = true;
    this.card = { number: start.number, x, y };
    this.over = drawingAt(x, y);
  }

  #up(): void {
    const { card, over } = this;
    this.cancel();
    if (card && over !== null) this.#guess.lay(over, card.number);
  }
}

/** The artist whose drawing is at a point of the screen. */
function drawingAt(x: number, y: number): number | null {
  const element = document.elementFromPoint(x, y)?.closest("[data-artist]");
  return element instanceof HTMLElement ? Number(element.dataset.artist) : null;
}
