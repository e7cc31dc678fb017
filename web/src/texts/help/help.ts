// The help, apart from all other texts, since most visits do without it: fetched when somebody wants to read it.

import type { EditionName, Language } from "../../wire.ts";
import type { Shape } from "../texts.ts";
import type { help } from "./en.ts";

/** What English has, every language has. */
export type HelpTexts = Shape<typeof help>;

/** Something that is the same in both editions, or said for each of them. */
export type Said = string | Readonly<Record<EditionName, string>>;

export interface Help {
  readonly language: Language;
  readonly texts: HelpTexts;
}

const FETCH = import.meta.glob<{ readonly help: HelpTexts }>("./{en,es,fr,ru}.ts");

/** Fetch the help in a language, or in English as long as nobody has translated it. */
export async function helpIn(wanted: Language, fetch: typeof FETCH = FETCH): Promise<Help> {
  const language = `./${wanted}.ts` in fetch ? wanted : "en";
  const fetched = await fetch[`./${language}.ts`]?.();
  if (!fetched) throw new Error("there is no help");
  return { language, texts: fetched.help };
}

export function inEdition(said: Said, edition: EditionName): string {
  return typeof said === "string" ? said : said[edition];
}
