// The language of this page: stored in the browser, and changeable at any time.

import { byName, directionOf, ENGLISH, fileOf, findLanguage, languagesOf } from "./languages.ts";
import { en, type Texts } from "./ui/en.ts";

// English is bundled; every other language is a chunk loaded on demand.
const FILES = import.meta.glob<{ readonly texts: Texts }>(["./ui/*.ts", "!./ui/en.ts"]);

/** The languages that have texts. */
export const LANGUAGES = byName([ENGLISH, ...languagesOf(FILES)]);

const STORAGE_KEY = "pictomania.language";

let language = $state.raw<string>(ENGLISH);
let texts = $state.raw<Texts>(en);

/** The texts of the page in the current language. */
export function t(): Texts {
  return texts;
}

export function currentLanguage(): string {
  return language;
}

/** Switch to another language. */
export async function setLanguage(wanted: string): Promise<void> {
  try {
    texts = (await fileOf(FILES, wanted)?.())?.texts ?? en;
  } catch {
    return; // the server is unreachable: keep the current language
  }
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
  store(wanted);
}

/** The stored language, or the one that suits the browser's preferences best. */
export function initialLanguage(): string {
  return findLanguage([stored() ?? "", ...navigator.languages], LANGUAGES) ?? ENGLISH;
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // storage is disabled
  }
}

function store(wanted: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, wanted);
  } catch {
    // storage is disabled: the choice lasts until the page is closed
  }
}
