// Bringing a deck of one's own: a file goes to the server, which reads it and says what is wrong with it.

import { myKey } from "./me.svelte.ts";
import { t } from "./texts/language.svelte.ts";
import type { Language, WhyNot } from "./wire.ts";

/** How many cards were read, or why none. */
export type Brought =
  | { readonly cards: number; readonly sorry: null }
  | { readonly cards: null; readonly sorry: string };

const FORMS: Readonly<Record<string, string>> = { csv: "csv", toml: "toml", json: "json" };
const LONGEST_TITLE = 40;

export async function bringDeck(code: string, file: File, language: Language): Promise<Brought> {
  try {
    const answer = await fetch(`/api/tables/${code}/deck?${about(file, language)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${myKey()}` },
      body: file,
    });
    const told = (await answer.json()) as { cards?: number; error?: string; sentence?: string };
    if (answer.ok && told.cards !== undefined) return { cards: told.cards, sorry: null };
    return { cards: null, sorry: sentence(told.error, told.sentence) };
  } catch {
    return { cards: null, sorry: t().home.noServer };
  }
}

/** What the file is called and how it is written; anything without a known ending is plain text. */
function about(file: File, language: Language): URLSearchParams {
  const [, title = file.name, ending = ""] = /^(.+)\.(\w+)$/.exec(file.name) ?? [];
  const name = title.replaceAll("_", " ").slice(0, LONGEST_TITLE);
  return new URLSearchParams({ name, form: FORMS[ending.toLowerCase()] ?? "text", language });
}

/** What the table has against it, in our words; what is wrong with the file, in the server's. */
function sentence(error: string | undefined, told: string | undefined): string {
  const { whyNot } = t();
  if (error !== undefined && error in whyNot) return whyNot[error as WhyNot];
  return told ?? t().home.noServer;
}
