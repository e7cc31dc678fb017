// Animates turning a pile: each card is turned in one beat and its result is shown in the next.

import { prefersReducedMotion } from "svelte/motion";

/** How far a pile has been revealed. */
export interface PileProgress {
  readonly turned: number; // cards that are face up
  readonly resolved: number; // cards whose result is shown
}

const BEAT_MS = 380;

export class PileAnimation implements PileProgress {
  #beat = $state(0);
  #beats = $state(0);
  #timer: ReturnType<typeof setTimeout> | null = null;

  get turned(): number {
    return Math.ceil(this.#beat / 2);
  }

  get resolved(): number {
    return Math.floor(this.#beat / 2);
  }

  get isOver(): boolean {
    return this.#beat >= this.#beats;
  }

  /** Reset to a pile of face-down cards. */
  reset(cards: number): void {
    this.stop();
    this.#beat = 0;
    this.#beats = 2 * cards;
  }

  /** Turn card by card, or all at once with reduced motion. */
  start(): void {
    if (prefersReducedMotion.current) this.finish();
    else this.#timer = setTimeout(() => this.#next(), BEAT_MS);
  }

  /** Turn the remaining cards at once. */
  finish(): void {
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
