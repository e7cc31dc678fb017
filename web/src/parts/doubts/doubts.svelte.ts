// Doubts about a drawing: choosing what is wrong with it, while the reveal waits (D2).

import type { TableStore } from "../../table/tableStore.svelte.ts";
import type { Fault } from "../../wire/messages.ts";

export class Doubts {
  /** The artist whose drawing is doubted, while the player chooses what is wrong with it. */
  artist = $state<number | null>(null);

  readonly #store: TableStore;
  #holds = false; // the reveal was stopped for this choice

  constructor(store: TableStore) {
    this.#store = store;
  }

  /** The faults to choose from; none once the matter is settled. */
  get faults(): readonly Fault[] {
    const may = this.#store.view?.may;
    if (!may || this.artist === null) return [];
    if (this.isOwn) return may.admit;
    return may.object_to.includes(this.artist) ? may.object : [];
  }

  get isOwn(): boolean {
    return this.artist !== null && this.artist === this.#store.view?.seat;
  }

  /** Ask what is wrong with a drawing, and stop the reveal so that nobody is rushed. */
  open(artist: number): void {
    this.#holds = this.#store.state?.may.hold_on ?? false;
    if (this.#holds) this.#store.send({ type: "hold-on", yes: true });
    this.artist = artist;
  }

  /** Close without a choice. */
  close(): void {
    this.artist = null;
    if (this.#holds) this.#letGoOn();
  }

  choose(fault: Fault): void {
    const { artist } = this;
    if (artist === null) return;
    if (this.isOwn) this.admit(fault);
    else this.#store.act({ type: "object", fault, artist }); // a vote ends the hold
    this.artist = null;
  }

  /** Admit a fault of your drawing. */
  admit(fault: Fault): void {
    this.#store.act({ type: "admit", fault });
    this.#letGoOn();
  }

  #letGoOn(): void {
    const { state } = this.#store;
    this.#holds = false;
    if (state && state.held_by !== null && state.held_by === state.seat) {
      this.#store.send({ type: "hold-on", yes: false });
    }
  }
}
