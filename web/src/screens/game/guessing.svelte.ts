// A guess on its way: a drawing and a number card are chosen in either order, and laid once both are there.
// What is accepted is what the view's `may` lists; here is only said why the rest is not.

import type { Seat } from "../../seat.svelte.ts";
import type { May, View, WhyNot } from "../../wire.ts";

export interface Guess {
  readonly artist: number;
  readonly number: number;
}

/** Keys of drawings: no marks of cards, no tools, and in the same place on all keyboards we know of. */
export const LETTERS = ["G", "H", "J", "K", "L"] as const;

const SORRY_MS = 4_000;

export class Guessing {
  artist = $state<number | null>(null);
  number = $state<number | null>(null);
  /** A guess that would freeze the own sheet: is it meant? */
  asked = $state.raw<Guess | null>(null);
  /** Why a card could not be laid on a drawing, for a moment. */
  sorry = $state.raw<{ readonly artist: number; readonly why: WhyNot } | null>(null);
  /** Does a drawing stay chosen after a guess on it? */
  staysThere = false;

  readonly #seat: Seat;
  #isMeant = false; // freezing was said yes to, and is asked no more, even before the server has heard of it
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(seat: Seat) {
    this.#seat = seat;
  }

  get #may(): May | null {
    return this.#seat.view?.may ?? null;
  }

  accepts(artist: number): boolean {
    return this.#may?.guess.includes(artist) ?? false;
  }

  has(number: number): boolean {
    return this.#may?.numbers.includes(number) ?? false;
  }

  /** Choose a drawing; with a number in hand that is a guess. */
  choose(artist: number): void {
    if (this.number !== null) this.lay(artist, this.number);
    else this.artist = this.artist === artist && !this.staysThere ? null : artist;
  }

  /** Choose a number card; with a drawing chosen that is a guess. */
  pick(number: number): void {
    if (this.artist !== null) this.lay(this.artist, number);
    else if (this.has(number)) this.number = this.number === number ? null : number;
  }

  /** Lay a card, or say why not, or ask first. */
  lay(artist: number, number: number): void {
    const { view } = this.#seat;
    if (!view) return;
    if (!this.accepts(artist) || !this.has(number)) this.#apologise(artist, whyNot(view, artist, number));
    else if (this.#may?.guess_freezes && !this.#isMeant) this.asked = { artist, number };
    else this.#say({ artist, number });
  }

  /** Yes, it is meant. */
  confirm(): void {
    if (!this.asked) return;
    this.#isMeant = true;
    this.#say(this.asked);
    this.asked = null;
  }

  letGo(): void {
    this.artist = null;
    this.number = null;
    this.asked = null;
  }

  #say({ artist, number }: Guess): void {
    this.#seat.act({ type: "guess", artist, number });
    this.number = null;
    if (!this.staysThere) this.artist = null;
  }

  #apologise(artist: number, why: WhyNot): void {
    this.sorry = { artist, why };
    this.number = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.sorry = null), SORRY_MS);
  }
}

/** Name what can be seen to stand against a card on this pile. */
function whyNot(view: View, artist: number, number: number): WhyNot {
  const me = view.seat;
  if (me === null) return "not-seated";
  if (artist === me) return "own-drawing";
  if (view.players[me]?.finished) return "finished";
  if (cardsOf(view, me, [artist]).length) return "pile-has-yours";
  return cardsOf(view, me).includes(number) ? "number-used" : "not-now";
}

/** The numbers that a player has laid on the piles of some drawings, or of all. */
export function cardsOf(
  view: View,
  me: number,
  artists = view.players.map((_, seat) => seat),
): (number | null)[] {
  const piles = artists.flatMap((artist) => view.players[artist]?.pile ?? []);
  return piles.filter((card) => card.guesser === me).map((card) => card.number);
}
