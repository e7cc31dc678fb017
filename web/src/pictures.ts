// The drawings of a game that has no secrets any more, and where to find their pictures.

import type { Person } from "./people.ts";
import { personAt } from "./people.ts";
import type { Fault, PastSeen } from "./wire.ts";
import type { Words } from "./words.ts";
import { wordOf } from "./words.ts";

export interface Picture {
  readonly round: number;
  readonly artist: number;
  readonly who: Person; // drew it, whoever has the seat now
  readonly word: string;
  readonly fault: Fault | null;
}

export type Form = "svg" | "png" | "apng";

/** All drawings of a game, round by round; `drew` says who had the seats in a round. */
export function picturesOf(
  past: readonly PastSeen[],
  words: Words,
  drew: (round: number) => readonly Person[],
): readonly (readonly Picture[])[] {
  return past.map((round, index) =>
    round.words.map((word, artist) => ({
      round: index + 1,
      artist,
      who: personAt(drew(index + 1), artist),
      word: wordOf(word, round.holder, words),
      fault: round.faults[artist] ?? null,
    })),
  );
}

export function isSame(
  one: { round: number; artist: number },
  other: { round: number; artist: number },
): boolean {
  return one.round === other.round && one.artist === other.artist;
}

export function addressOf(game: string, { round, artist }: Picture, form: Form): string {
  return `/api/games/${game}/drawings/${round}/${artist}.${form}`;
}
