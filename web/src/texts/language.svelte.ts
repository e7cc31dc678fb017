// The language of this page: chosen once, kept, and changed at any time.

import type { Language } from "../wire.ts";
import { en } from "./en.ts";
import type { Texts } from "./texts.ts";

/** Every language by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  ru: "Русский",
};

// English is there at once; each of the others is a file of its own, fetched when it is wanted.
const FETCH = import.meta.glob<{ readonly texts: Texts }>("./{es,fr,ru}.ts");

/** The languages that have their texts. */
export function offered(): readonly Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter(isOffered);
}

function isOffered(language: Language): boolean {
  return language === "en" || `./${language}.ts` in FETCH;
}

async function fetched(language: Language): Promise<Texts> {
  return (await FETCH[`./${language}.ts`]?.())?.texts ?? en;
}

const KEPT = "pictomania.language";

let language = $state.raw<Language>("en");
let texts = $state.raw<Texts>(en);

/** What is said on the page, in the language that was chosen. */
export function t(): Texts {
  return texts;
}

export function currentLanguage(): Language {
  return language;
}

/** Speak another language from now on. */
export async function speak(wanted: Language): Promise<void> {
  try {
    texts = await fetched(wanted);
  } catch {
    return; // the server is away: the page stays as it is
  }
  language = wanted;
  document.documentElement.lang = wanted;
  keep(wanted);
}

/** The language that was chosen before, or the first that this browser asks for and we have. */
export function firstLanguage(): Language {
  const wishes = [kept(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wishes.find(isLanguage) ?? "en";
}

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && tag in LANGUAGES && isOffered(tag as Language);
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(wanted: Language): void {
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    // then it is chosen again next time
  }
}
