// The revealed drawings of a game, and the URLs of their pictures.

import type { Person } from "../table/people.ts";
import { personAt } from "../table/people.ts";
import type { Words } from "../table/words.ts";
import { wordOf } from "../table/words.ts";
import type { PictureFormat } from "../wire/api.ts";
import type { Fault, PastRoundView } from "../wire/messages.ts";

export interface Picture {
  readonly round: number;
  readonly artist: number;
  readonly who: Person; // the artist, even if the seat changed hands later
  readonly word: string;
  readonly fault: Fault | null;
}

/** All drawings of a game, by round; `playersIn` returns the players of a round. */
export function picturesOf(
  past: readonly PastRoundView[],
  words: Words,
  playersIn: (round: number) => readonly Person[],
): readonly (readonly Picture[])[] {
  return past.map((round, index) =>
    round.words.flatMap((word, artist) =>
      word === null // this player sat out
        ? []
        : {
            round: index + 1,
            artist,
            who: personAt(playersIn(index + 1), artist),
            word: wordOf(word, round.holder, words),
            fault: round.faults[artist] ?? null,
          },
    ),
  );
}

export function isSameDrawing(
  one: { round: number; artist: number },
  other: { round: number; artist: number },
): boolean {
  return one.round === other.round && one.artist === other.artist;
}

export function pictureUrl(game: string, { round, artist }: Picture, format: PictureFormat): string {
  return `/api/games/${game}/drawings/${round}/${artist}.${format}`;
}
