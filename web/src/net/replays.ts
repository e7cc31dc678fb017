// Fetches finished games.

import type { Replay } from "../wire/replay.ts";

/** The server didn't answer properly; trying again may help. */
export class NoAnswer extends Error {}

const cache = new Map<string, Promise<Replay | null>>();

/** Fetch a game by its id, once; null if it doesn't exist or isn't over. Throws `NoAnswer`. */
export function fetchReplay(game: string): Promise<Replay | null> {
  const cached = cache.get(game) ?? request(game);
  cache.set(game, cached);
  // A game that is missing now may exist when it is requested again.
  cached.then(
    (replay) => replay ?? cache.delete(game),
    () => cache.delete(game),
  );
  return cached;
}

async function request(game: string): Promise<Replay | null> {
  const response = await fetch(`/api/games/${encodeURIComponent(game)}`).catch(() => null);
  if (response?.status === 404) return null;
  if (!response?.ok) throw new NoAnswer();
  return (await response.json()) as Replay;
}
