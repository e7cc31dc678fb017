// The settings while they are being changed: what was wished is shown until the table has answered.

import type { Seat } from "./seat.svelte.ts";
import type { Settings } from "./wire.ts";

const PATIENCE_MS = 3_000;

/** Settings travel as a whole, so a second wish must know of the first before the table has answered that. */
export class Settling {
  #wished = $state.raw<Settings | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0; // the last refusal that was there before the wish
  readonly #seat: () => Seat;
  readonly #told: () => Settings;

  constructor(seat: () => Seat, told: () => Settings) {
    this.#seat = seat;
    this.#told = told;
    $effect(() => {
      const wasRefused = seat().refusals.some(({ id, what }) => id > this.#heard && what.about === "settle");
      if (wasRefused || isSame(told(), this.#wished)) this.#wished = null;
    });
  }

  /** As they will be, if the table agrees. */
  get shown(): Settings {
    return this.#wished ?? this.#told();
  }

  /** Ask for all of them, with these changed. */
  change(part: Partial<Settings>): void {
    const settings = { ...this.shown, ...part };
    this.#heard = this.#seat().refusals.at(-1)?.id ?? 0;
    if (!this.#seat().say({ type: "settle", settings })) return;
    this.#wished = settings;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#wished = null;
    }, PATIENCE_MS);
  }
}

function isSame(one: Settings, other: Settings | null): boolean {
  return other !== null && sorted(one) === sorted(other);
}

function sorted(settings: Settings): string {
  return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}
