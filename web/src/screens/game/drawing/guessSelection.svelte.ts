// Selecting a guess: a drawing and a number card, in either order; the guess is sent once both are chosen.
// The view's `may` lists what is allowed; this only explains why the rest isn't.

import type { TableStore } from "../../../table/tableStore.svelte.ts";
import type { SentGuess } from "../../../table/unanswered/sentGuesses.svelte.ts";
import type { May, View, WhyNot } from "../../../wire/messages.ts";

export interface PendingGuess {
  readonly artist: number;
  readonly number: number;
}

const REFUSAL_MS = 4_000;

export class GuessSelection {
  artist = $state<number | null>(null);
  number = $state<number | null>(null);
  /** A guess that would freeze your sheet and needs confirmation. */
  unconfirmed = $state.raw<PendingGuess | null>(null);
  /** Why a card couldn't be laid on a drawing, shown for a moment. */
  refusal = $state.raw<{ readonly artist: number; readonly why: WhyNot } | null>(null);
  /** Whether a drawing stays selected after a guess on it. */
  keepsDrawing = false;

  readonly #store: TableStore;
  #isConfirmed = false; // freezing was confirmed; don't ask again, even before the server answers
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: TableStore) {
    this.#store = store;
  }

  get #may(): May | null {
    return this.#store.view?.may ?? null;
  }

  accepts(artist: number): boolean {
    return (this.#may?.guess.includes(artist) && !this.#store.guesses.all.some(on(artist))) ?? false;
  }

  has(number: number): boolean {
    return (this.#may?.numbers.includes(number) && !this.#store.guesses.all.some(using(number))) ?? false;
  }

  /** Your card that is on its way to a pile, because the server can't store anything. */
  comingTo(artist: number): number | null {
    return this.#store.guesses.waiting.find(on(artist))?.number ?? null;
  }

  /** Whether a card is on its way to a pile. */
  isComing(number: number): boolean {
    return this.#store.guesses.waiting.some(using(number));
  }

  /** Select a drawing; with a number selected, this lays the card. */
  choose(artist: number): void {
    if (this.number !== null) this.lay(artist, this.number);
    else this.artist = this.artist === artist && !this.keepsDrawing ? null : artist;
  }

  /** Select a number card; with a drawing selected, this lays it. */
  pick(number: number): void {
    if (this.artist !== null) this.lay(this.artist, number);
    else if (this.has(number)) this.number = this.number === number ? null : number;
  }

  /** Lay a card, explain why not, or ask for confirmation. */
  lay(artist: number, number: number): void {
    const { view } = this.#store;
    if (!view) return;
    if (!this.accepts(artist) || !this.has(number))
      this.#refuse(artist, whyNot(view, this.#store.guesses.all, artist, number));
    else if (this.#may?.guess_freezes && !this.#isConfirmed) this.unconfirmed = { artist, number };
    else this.#send({ artist, number });
  }

  /** Send the unconfirmed guess. */
  confirm(): void {
    if (!this.unconfirmed) return;
    this.#isConfirmed = true;
    this.#send(this.unconfirmed);
    this.unconfirmed = null;
  }

  clear(): void {
    this.artist = null;
    this.number = null;
    this.unconfirmed = null;
  }

  #send({ artist, number }: PendingGuess): void {
    this.#store.act({ type: "guess", artist, number });
    this.number = null;
    if (!this.keepsDrawing) this.artist = null;
  }

  #refuse(artist: number, why: WhyNot): void {
    this.refusal = { artist, why };
    this.number = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.refusal = null), REFUSAL_MS);
  }
}

function on(artist: number): (guess: SentGuess) => boolean {
  return (guess) => guess.artist === artist;
}

function using(number: number): (guess: SentGuess) => boolean {
  return (guess) => guess.number === number;
}

/** Explain, from the view, why a card can't be laid on this pile. */
function whyNot(view: View, sent: readonly SentGuess[], artist: number, number: number): WhyNot {
  const me = view.seat;
  if (me === null) return "not-seated";
  if (artist === me) return "own-drawing";
  if (view.players[me]?.finished && !view.players[me]?.declined) return "finished";
  if (cardsOf(view, me, [artist]).length || sent.some(on(artist))) return "pile-has-yours";
  return cardsOf(view, me).includes(number) || sent.some(using(number)) ? "number-used" : "not-now";
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
