// Guesses without a result yet. While the server can't store anything, their cards are shown as on their way.

import type { State, StorageStatus } from "../../wire/messages.ts";

export interface SentGuess {
  readonly artist: number;
  readonly number: number;
  readonly stop: number;
  /** Whether the server couldn't store it at once. */
  readonly isWaiting: boolean;
}

/** Reasons for which the server refuses a request on arrival, before those that came earlier. */
const REFUSED_ON_ARRIVAL = ["not-stored", "too-much"];

export class SentGuesses {
  /** In the order they were sent. */
  all = $state.raw<readonly SentGuess[]>([]);
  /** Artists whose piles got a card with the last state that was shown there already. */
  landed: readonly number[] = [];

  get waiting(): readonly SentGuess[] {
    return this.all.filter((guess) => guess.isWaiting);
  }

  add(artist: number, number: number, stop: number, storage: StorageStatus): void {
    this.all = [...this.all, { artist, number, stop, isWaiting: storage !== "ready" }];
  }

  storageChanged(storage: StorageStatus): void {
    if (storage !== "ready") this.all = this.all.map((guess) => ({ ...guess, isWaiting: true }));
  }

  /** Drop the guesses that a state shows, or that are too late. */
  update(state: State): void {
    this.landed = this.waiting.filter((guess) => isLaid(state, guess)).map(({ artist }) => artist);
    if (this.all.length)
      this.all = this.all.filter((guess) => guess.stop === state.stop && !isLaid(state, guess));
  }

  /** Drop the guess that the server has refused; its replies come in order. */
  refused(reason: string): void {
    this.all = REFUSED_ON_ARRIVAL.includes(reason) ? this.all.slice(0, -1) : this.all.slice(1);
  }

  /** Drop all guesses: they were lost with the connection. */
  clear(): void {
    this.all = [];
  }
}

function isLaid({ view }: State, { artist, number }: SentGuess): boolean {
  const pile = view?.players[artist]?.pile ?? [];
  return pile.some((card) => card.guesser === view?.seat && card.number === number);
}
