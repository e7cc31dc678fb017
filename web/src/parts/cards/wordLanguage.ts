// The language of words from cards: another one than the page's where there are no cards in that.

import { getContext, setContext } from "svelte";
import { currentLanguage } from "../../texts/language.svelte.ts";

type WordLanguage = () => string | null;
const KEY = Symbol("word language");

/** Say what the language of all words in this component is; null: the page's. */
export function provideWordLanguage(language: WordLanguage): void {
  setContext(KEY, language);
}

/** A function that returns the language of words; to be called while a component is created. */
export function wordLanguage(): () => string {
  const provided = getContext<WordLanguage | undefined>(KEY);
  return () => provided?.() ?? currentLanguage();
}
