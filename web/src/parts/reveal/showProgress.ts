// What a reveal that plays by itself has shown when this much time is left at a stop. Counting from the end keeps
// pages in step that were reloaded, or whose reveal was held.

import { CARD_MS, PILE_MS, WORD_MS } from "../../wire/show.ts";

const WORD_SHOWN_MS = 2_300; // the word lands when this is left; until then there is only the drawing
const BEAT_MS = CARD_MS / 2; // a card is turned in one beat, and its result shown in the next

/** Is this the moment that shows who ended the drawing (R38)? */
export function isStopMoment(leftMs: number): boolean {
  return leftMs > WORD_MS;
}

export function isWordShown(leftMs: number): boolean {
  return leftMs <= WORD_SHOWN_MS;
}

/** The number of beats that are over, of two for each card. */
export function beatsAt(leftMs: number, cards: number): number {
  const ahead = Math.ceil((leftMs - PILE_MS) / BEAT_MS);
  return Math.min(2 * cards, Math.max(0, 2 * cards - ahead));
}
