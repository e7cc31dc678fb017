// The reveal of one drawing as a show: follows the table's clock, stands still while the table does, and can be
// sped up by its viewer.

import type { Countdown, View } from "../../wire/messages.ts";
import { WORD_MS } from "../../wire/show.ts";
import type { PileProgress } from "./pileAnimation.svelte.ts";
import { beatsAt, isStopMoment, isWordShown } from "./showProgress.ts";

const TICK_MS = 50;

export class RevealShow implements PileProgress {
  /** What is shown, as time left at this stop, in ms; never more than before, so that nothing is covered up again. */
  #left = $state(Number.POSITIVE_INFINITY);
  #time = $state(0); // really left
  #total = $state(0);
  #isPile = $state(false);
  #cards = $state(0);
  #scene = "";
  #timer: ReturnType<typeof setInterval> | undefined;

  get isStopMoment(): boolean {
    return !this.#isPile && isStopMoment(this.#left);
  }

  get isWordShown(): boolean {
    return this.#isPile || isWordShown(this.#left);
  }

  get turned(): number {
    return Math.ceil(this.#beats / 2);
  }

  get resolved(): number {
    return Math.floor(this.#beats / 2);
  }

  /** The share of this stop's time that is left. */
  get share(): number {
    return this.#total ? this.#time / this.#total : 0;
  }

  get #beats(): number {
    return this.#isPile ? beatsAt(this.#left, this.#cards) : 0;
  }

  /** Follow a new state that arrived at this time, in `performance.now()` time. */
  follow(view: View, clock: Countdown | null, receivedAt: number): void {
    const scene = `${view.round} ${view.artist} ${view.phase}`;
    if (scene !== this.#scene) {
      this.#scene = scene;
      this.#left = Number.POSITIVE_INFINITY;
      this.#total = clock?.remaining_ms ?? 0;
    }
    this.#isPile = view.phase === "pile";
    this.#cards = view.players[view.artist ?? -1]?.pile.length ?? 0;
    this.stop();
    if (clock?.kind === "show") this.#count(receivedAt + clock.remaining_ms);
    // Who holds the reveal wants to talk about the word, or held it before the page was loaded.
    else if (!this.#isPile || !Number.isFinite(this.#left)) this.#left = 0;
  }

  /** Show what is next at once: the drawing, its word, or the rest of its pile. */
  speedUp(): void {
    this.#left = this.isStopMoment ? WORD_MS : 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #count(end: number): void {
    const tick = (): void => {
      this.#time = Math.max(0, end - performance.now());
      this.#left = Math.min(this.#left, this.#time);
    };
    tick();
    this.#timer = setInterval(tick, TICK_MS);
  }
}
