// Doubts about a drawing: choosing what is wrong with it, while the reveal waits (D2).

import type { TableStore } from "../../table/tableStore.svelte.ts";
import type { Fault, State } from "../../wire/messages.ts";

type DoubtedTable = Pick<TableStore, "state" | "view" | "send" | "act">;

export class Doubts {
  /** The artist whose drawing is doubted, while the player chooses what is wrong with it. */
  artist = $state<number | null>(null);

  readonly #store: DoubtedTable;
  #askedIn: State | null = null; // the state in which the reveal was stopped for this choice

  constructor(store: DoubtedTable) {
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
    const { state } = this.#store;
    this.#askedIn = state?.may.hold_on ? state : null;
    if (this.#askedIn) this.#store.send({ type: "hold-on", yes: true });
    this.artist = artist;
  }

  /** Close without a choice. */
  close(): void {
    this.artist = null;
    if (this.#askedIn) this.#letGoOn();
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
    const isUnderWay = state !== null && state === this.#askedIn; // it isn't held yet
    const isHolding = state !== null && state.held_by !== null && state.held_by === state.seat;
    this.#askedIn = null;
    if (isUnderWay || isHolding) this.#store.send({ type: "hold-on", yes: false });
  }
}
