// Bringing a deck of one's own: a file goes to the server, which reads it and says what is wrong with it.

import { myKey } from "./me.svelte.ts";
import { t } from "./texts/language.svelte.ts";
import type { Language, Mistake, WhyNot } from "./wire.ts";

/** How many cards were read, or why none. */
export type Brought =
  | { readonly cards: number; readonly sorry: null }
  | { readonly cards: null; readonly sorry: string };

/** Why a deck was not taken, as in src/pictomania/server/routes.py. */
interface Problem {
  readonly error?: string;
  readonly sentence?: string;
  readonly deck?: DeckUnfit;
}

interface DeckUnfit {
  readonly mistake: Mistake;
  readonly line: number;
  readonly card: string;
  readonly word: string;
  readonly number: number | null;
}

const WHOLE: readonly Mistake[] = ["too-large", "no-sides"]; // not about any line of the file
const FORMS: Readonly<Record<string, string>> = { csv: "csv", toml: "toml", json: "json" };
const LONGEST_TITLE = 40;

export async function bringDeck(code: string, file: File, language: Language): Promise<Brought> {
  try {
    const answer = await fetch(`/api/tables/${code}/deck?${about(file, language)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${myKey()}` },
      body: file,
    });
    const told = (await answer.json()) as { cards?: number } & Problem;
    if (answer.ok && told.cards !== undefined) return { cards: told.cards, sorry: null };
    return { cards: null, sorry: sentence(told) };
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

/** What the table has against it, or what is wrong with the file; in the server's English where we have no words. */
function sentence({ error, sentence, deck }: Problem): string {
  const { whyNot, deckWrong, home } = t();
  if (deck && deck.mistake in deckWrong.what) return mistakeTold(deck);
  if (error !== undefined && error in whyNot) return whyNot[error as WhyNot];
  if (error === "too-many-decks") return deckWrong.tooMany;
  if (error === "too-much-work") return deckWrong.tooMuchWork;
  return error === "busy" || error === "too-many-requests" ? deckWrong.busy : (sentence ?? home.noServer);
}

function mistakeTold({ mistake, line, card, word, number }: DeckUnfit): string {
  const { deckWrong, app } = t();
  const text = deckWrong.what[mistake];
  const what = typeof text === "string" ? text : text(number ?? 0);
  if (WHOLE.includes(mistake)) return what;
  const place = [deckWrong.line(line), card && deckWrong.card(card), word && deckWrong.word(word)];
  return app.labelled(place.filter(Boolean).join(", "), what);
}
