// Turns a pile card by card: each card is turned in one beat, and what becomes of it is seen in the next.

import { prefersReducedMotion } from "svelte/motion";

/** How far a pile has been turned. */
export interface Turned {
  readonly turned: number; // cards that lie face up
  readonly settled: number; // cards of which it is seen what becomes of them
}

const BEAT_MS = 380;

export class Turning implements Turned {
  #beat = $state(0);
  #beats = $state(0);
  #timer: ReturnType<typeof setTimeout> | null = null;

  get turned(): number {
    return Math.ceil(this.#beat / 2);
  }

  get settled(): number {
    return Math.floor(this.#beat / 2);
  }

  get isOver(): boolean {
    return this.#beat >= this.#beats;
  }

  /** Lay a pile of so many cards, face down. */
  lay(cards: number): void {
    this.stop();
    this.#beat = 0;
    this.#beats = 2 * cards;
  }

  /** Turn card by card, or all at once for those who want calm. */
  begin(): void {
    if (prefersReducedMotion.current) this.all();
    else this.#timer = setTimeout(() => this.#next(), BEAT_MS);
  }

  /** Turn what is left at once. */
  all(): void {
    this.stop();
    this.#beat = this.#beats;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#beat += 1;
    this.#timer = this.isOver ? null : setTimeout(() => this.#next(), BEAT_MS);
  }
}
