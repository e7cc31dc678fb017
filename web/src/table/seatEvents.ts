// Who sat out, came back, joined late or left the game to a bot between two states, and breaks of the game.

import type { State } from "../wire/messages.ts";
import { isStandIn } from "./bots.ts";

export type SeatEvent =
  | { readonly kind: "sat-out"; readonly seat: number } // D10
  | { readonly kind: "came-back"; readonly seat: number }
  | { readonly kind: "joined-late"; readonly seat: number } // D11
  | { readonly kind: "stood-in"; readonly seat: number } // a bot plays for this player
  | { readonly kind: "paused"; readonly seat: number } // D12
  | { readonly kind: "resumed" }
  | { readonly kind: "asked-for-pause"; readonly seat: number }
  | { readonly kind: "rounds-changed"; readonly rounds: number }; // the game ends earlier, or as planned after all

/** Compare two states of one game. */
export function seatEvents(before: State, now: State): readonly SeatEvent[] {
  return [
    ...now.seats.flatMap((_, seat) => attendanceEvents(before, now, seat)),
    ...breakEvents(before, now),
  ];
}

function attendanceEvents(before: State, now: State, seat: number): readonly SeatEvent[] {
  const [then, who] = [before.seats[seat], now.seats[seat]];
  if (!who) return [];
  if (!then || (then.left && !who.left && then.name !== who.name)) return [{ kind: "joined-late", seat }];
  if (isStandIn(who) !== isStandIn(then)) return [{ kind: isStandIn(who) ? "stood-in" : "came-back", seat }];
  const wasOut = before.view?.players[seat]?.out ?? false;
  const isOut = now.view?.players[seat]?.out ?? false;
  if (wasOut === isOut) return [];
  return [{ kind: isOut ? "sat-out" : "came-back", seat }];
}

function breakEvents(before: State, now: State): readonly SeatEvent[] {
  const events: SeatEvent[] = [];
  const { paused_by: seat } = now;
  if (seat !== null && before.paused_by === null) events.push({ kind: "paused", seat });
  if (seat === null && before.paused_by !== null) events.push({ kind: "resumed" });
  for (const asker of now.pause_asked_by) {
    if (!before.pause_asked_by.includes(asker)) events.push({ kind: "asked-for-pause", seat: asker });
  }
  const rounds = now.view?.rounds ?? 0;
  if (rounds !== before.view?.rounds) events.push({ kind: "rounds-changed", rounds });
  return events;
}
