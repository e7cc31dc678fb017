// Helpers for finished games as the server stores them.

import { withNames } from "../table/people.ts";
import type { Words } from "../table/words.ts";
import { ENGLISH, withParent } from "../texts/languages.ts";
import type { Replay, ReplayDrawing, ReplayPlayer, ReplayStep } from "../wire/replay.ts";

/** The words of all cards in a language; where a card lacks it, in the host's, in English, or in any. */
export function wordsIn(replay: Replay, language: string): Words {
  const inBest = (words: Replay["words"][string]) => words[best(words, replay, language)] ?? [];
  return Object.fromEntries(Object.entries(replay.words).map(([face, words]) => [face, inBest(words)]));
}

/** The language in which someone who speaks this one reads the cards. */
export function cardLanguage(replay: Replay, language: string): string {
  return best(Object.assign({}, ...Object.values(replay.words)), replay, language);
}

function best(
  words: Readonly<Record<string, unknown>>,
  { language: ofHost }: Replay,
  language: string,
): string {
  const wanted = [language, ofHost ?? ENGLISH, ENGLISH].flatMap(withParent);
  return wanted.find((tag) => tag in words) ?? Object.keys(words)[0] ?? ENGLISH;
}

/** The players of a round. */
export function playersIn({ players, artists }: Replay, round: number): readonly ReplayPlayer[] {
  return withNames(players, artists?.[round - 1]);
}

/** Everyone who played, including players who left before the end. */
export function allPlayers({ players, artists = [] }: Replay): readonly ReplayPlayer[] {
  const all = [...artists.map((names) => withNames(players, names)), players].flat();
  return all.filter((one, place) => all.findIndex((other) => other.name === one.name) === place);
}

/** The step that was visible at a time. */
export function stepAt(replay: Replay, ms: number): ReplayStep | null {
  return replay.steps.findLast((step) => step.at_ms <= ms) ?? replay.steps[0] ?? null;
}

/** Decode the ink of a drawing from base64. */
export function inkOf({ ink }: ReplayDrawing): Uint8Array {
  return Uint8Array.from(atob(ink), (letter) => letter.charCodeAt(0));
}
