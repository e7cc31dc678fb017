// Finds the author of a chat line or reaction, which carries the name and seat number of the time it was sent.

import type { Colour, State } from "../wire/messages.ts";

/** The author's colour; null for watchers and for players who have left. */
export function authorColour(
  sent: { readonly name: string; readonly seat: number | null },
  { seats, view }: State,
): Colour | null {
  if (sent.seat === null) return null;
  // In the lobby seat numbers shift when a player leaves, so match by name; in a game names change but numbers don't.
  const byName = seats.find((one) => one.name === sent.name);
  return (byName ?? (view ? seats[sent.seat] : undefined))?.colour ?? null;
}
