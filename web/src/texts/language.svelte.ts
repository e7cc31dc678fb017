// The language of this page: stored in the browser, and changeable at any time.

import type { Language } from "../wire/messages.ts";
import { en } from "./en.ts";
import type { Texts } from "./texts.ts";

/** The languages' names for themselves. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  fr: "Français",
  ru: "Русский",
};

// English is bundled; every other language is a chunk loaded on demand.
const LOADERS = import.meta.glob<{ readonly texts: Texts }>("./{es,fr,ru}.ts");

/** The languages that have texts. */
export function availableLanguages(): readonly Language[] {
  return (Object.keys(LANGUAGES) as Language[]).filter(isAvailable);
}

function isAvailable(language: Language): boolean {
  return language === "en" || `./${language}.ts` in LOADERS;
}

async function load(language: Language): Promise<Texts> {
  return (await LOADERS[`./${language}.ts`]?.())?.texts ?? en;
}

const STORAGE_KEY = "pictomania.language";

let language = $state.raw<Language>("en");
let texts = $state.raw<Texts>(en);

/** The texts of the page in the current language. */
export function t(): Texts {
  return texts;
}

export function currentLanguage(): Language {
  return language;
}

/** Switch to another language. */
export async function setLanguage(wanted: Language): Promise<void> {
  try {
    texts = await load(wanted);
  } catch {
    return; // the server is unreachable: keep the current language
  }
  language = wanted;
  document.documentElement.lang = wanted;
  store(wanted);
}

/** The stored language, or the browser's first preference that we have. */
export function initialLanguage(): Language {
  const preferences = [stored(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferences.find(isLanguage) ?? "en";
}

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && tag in LANGUAGES && isAvailable(tag as Language);
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // storage is disabled
  }
}

function store(wanted: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, wanted);
  } catch {
    // storage is disabled: the choice lasts until the page is closed
  }
}
