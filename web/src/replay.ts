// A game that is over, as the server keeps it: every step as somebody who watches saw it, every sheet, every word.
// The same as src/pictomania/table/replay.py.

import { withNames } from "./people.ts";
import type { Colour, Language, View } from "./wire.ts";
import type { Words } from "./words.ts";

export interface Replay {
  readonly version: number;
  readonly game: string;
  readonly lasted_ms: number;
  readonly players: readonly Player[];
  readonly steps: readonly Step[];
  readonly drawings: readonly Drawing[];
  readonly words: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>; // by `card/side`
  /** The names of those who drew, round by round; games of long ago do not say. */
  readonly artists?: readonly (readonly string[])[];
}

/** Who played, by the name and colour they had at the end. */
export interface Player {
  readonly name: string;
  readonly colour: Colour;
  readonly bot: boolean;
}

/** What was to be seen from a moment on. */
export interface Step {
  readonly at_ms: number; // since the game began
  readonly view: View;
}

/** One sheet: the whole stream of its marks, with the time of every point in it. */
export interface Drawing {
  readonly round: number;
  readonly artist: number;
  readonly began_ms: number; // since the game began: tick 0 of the sheet
  readonly ink: string; // bytes, in base64
}

/** The server did not answer as it should; it may do so in a moment. */
export class NoAnswer extends Error {}

const kept = new Map<string, Promise<Replay | null>>();

/** A game by its id, fetched once; null where it is not kept, or not over yet. Throws `NoAnswer`. */
export function fetchReplay(game: string): Promise<Replay | null> {
  const found = kept.get(game) ?? ask(game);
  kept.set(game, found);
  // What is not there now can be there when it is asked for again.
  found.then(
    (replay) => replay ?? kept.delete(game),
    () => kept.delete(game),
  );
  return found;
}

async function ask(game: string): Promise<Replay | null> {
  const response = await fetch(`/api/games/${encodeURIComponent(game)}`).catch(() => null);
  if (response?.status === 404) return null;
  if (!response?.ok) throw new NoAnswer();
  return (await response.json()) as Replay;
}

/** The words of all cards in one language. */
export function wordsIn(replay: Replay, language: Language): Words {
  return Object.fromEntries(Object.entries(replay.words).map(([face, words]) => [face, words[language]]));
}

/** Who had the seats while a round was drawn. */
export function playersIn({ players, artists }: Replay, round: number): readonly Player[] {
  return withNames(players, artists?.[round - 1]);
}

/** Everybody who played, those too who had gone by the end. */
export function everybody({ players, artists = [] }: Replay): readonly Player[] {
  const all = [...artists.map((names) => withNames(players, names)), players].flat();
  return all.filter((one, place) => all.findIndex((other) => other.name === one.name) === place);
}

/** What was to be seen at a moment. */
export function stepAt(replay: Replay, ms: number): Step | null {
  return replay.steps.findLast((step) => step.at_ms <= ms) ?? replay.steps[0] ?? null;
}

/** The bytes of a drawing. */
export function inkOf({ ink }: Drawing): Uint8Array {
  return Uint8Array.from(atob(ink), (letter) => letter.charCodeAt(0));
}
