// Which words stand on the cards, in the reader's language; a state or a replay has them by the names of the faces.

import type { Face, State, Word } from "./wire.ts";

/** The seven words of every face to be seen, by `card/side`. */
export type Words = State["words"];

/** The seven words on one side of a card. */
export function wordsOn(face: Face | null | undefined, words: Words): readonly string[] {
  return (face && words[`${face.card}/${face.side}`]) ?? [];
}

/** The word that stands in a place of the holder, with a number. */
export function wordOf(word: Word, holder: readonly (Face | null)[], words: Words): string {
  return wordsOn(holder[word.place], words)[word.number - 1] ?? "";
}
