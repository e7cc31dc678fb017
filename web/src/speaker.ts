// Whose words or feelings these are: lines keep the name and the number that a seat had when they were said.

import type { Colour, State } from "./wire.ts";

/** The colour of whoever said something; null for those who watch, and those who have gone. */
export function speakerOf(
  said: { readonly name: string; readonly seat: number | null },
  { seats, view }: State,
): Colour | null {
  if (said.seat === null) return null;
  // In the lobby seats move up when somebody leaves, but names differ; in a game names change, but no numbers.
  const byName = seats.find((one) => one.name === said.name);
  return (byName ?? (view ? seats[said.seat] : undefined))?.colour ?? null;
}
