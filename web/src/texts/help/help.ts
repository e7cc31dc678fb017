// Help texts: loaded on demand, since most visits do without them.

import type { Language } from "../../wire/messages.ts";
import type { Shape } from "../texts.ts";
import type { help } from "./en.ts";

/** Every language has the same keys as English. */
export type HelpTexts = Shape<typeof help>;

export interface Help {
  readonly language: Language;
  readonly texts: HelpTexts;
}

const FETCH = import.meta.glob<{ readonly help: HelpTexts }>("./{en,es,fr,ru}.ts");

/** Load the help in a language, or in English if it has no translation. */
export async function helpIn(wanted: Language, fetch: typeof FETCH = FETCH): Promise<Help> {
  const language = `./${wanted}.ts` in fetch ? wanted : "en";
  const fetched = await fetch[`./${language}.ts`]?.();
  if (!fetched) throw new Error("no help texts");
  return { language, texts: fetched.help };
}
