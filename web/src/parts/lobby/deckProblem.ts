// Explains in the page's language why a custom deck was rejected.

import { t } from "../../texts/language.svelte.ts";
import type { DeckUnfit, Problem } from "../../wire/api.ts";
import type { Mistake, WhyNot } from "../../wire/messages.ts";

const WHOLE_FILE: readonly Mistake[] = ["too-large", "no-sides"]; // mistakes that aren't about one line

/** Describe the problem; falls back to the server's English sentence where there is no translation. */
export function explainProblem({ error, sentence, deck }: Problem): string {
  const { whyNot, deckErrors, home } = t();
  if (deck && deck.mistake in deckErrors.what) return explainMistake(deck);
  if (error in whyNot) return whyNot[error as WhyNot];
  if (error === "too-many-decks") return deckErrors.tooMany;
  if (error === "too-much-work") return deckErrors.tooMuchWork;
  return error === "busy" || error === "too-many-requests" ? deckErrors.busy : (sentence ?? home.noServer);
}

function explainMistake({ mistake, line, card, word, number }: DeckUnfit): string {
  const { deckErrors, app } = t();
  const text = deckErrors.what[mistake];
  const what = typeof text === "string" ? text : text(number ?? 0);
  if (WHOLE_FILE.includes(mistake)) return what;
  const where = [deckErrors.line(line), card && deckErrors.card(card), word && deckErrors.word(word)];
  return app.labelled(where.filter(Boolean).join(", "), what);
}
