// Help texts: loaded on demand, since most visits do without them.

import type { HelpTexts } from "./help/en.ts";
import { ENGLISH, fileOf } from "./languages.ts";

export interface Help {
  readonly language: string;
  readonly texts: HelpTexts;
}

const FILES = import.meta.glob<{ readonly help: HelpTexts }>("./help/*.ts");

/** Load the help in a language, or in English if it has none. */
export async function helpIn(wanted: string, files: typeof FILES = FILES): Promise<Help> {
  const own = fileOf(files, wanted);
  const file = own ?? fileOf(files, ENGLISH);
  if (!file) throw new Error("no help texts");
  return { language: own ? wanted : ENGLISH, texts: (await file()).help };
}
