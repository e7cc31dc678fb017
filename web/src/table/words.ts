// The words on the cards, in the reader's language; states and replays list them by card face.

import type { Face, State, Word } from "../wire/messages.ts";

/** The seven words of every visible face, by `card/side`. */
export type Words = State["words"];

/** The seven words on one side of a card. */
export function wordsOn(face: Face | null | undefined, words: Words): readonly string[] {
  return (face && words[`${face.card}/${face.side}`]) ?? [];
}

/** Resolve a place in the holder and a number to a word. */
export function wordOf(word: Word, holder: readonly (Face | null)[], words: Words): string {
  return wordsOn(holder[word.place], words)[word.number - 1] ?? "";
}
