// Events derived from two consecutive states, for animations and sounds.

import type { Phase, State, View } from "../wire/messages.ts";
import { type SeatEvent, seatEvents } from "./seatEvents.ts";

export type TableEvent =
  | { readonly kind: "laid"; readonly guesser: number; readonly artist: number } // a number card on a pile
  | { readonly kind: "taken"; readonly seat: number; readonly token: number } // a black token
  | { readonly kind: "finished"; readonly seat: number } // without a token
  | { readonly kind: "hurry"; readonly seat: number } // the last player still drawing
  | { readonly kind: "turned"; readonly phase: Phase } // the next phase began
  | SeatEvent
  | Replacement;

/** A word card was replaced; `seat` is null if it isn't certain who asked for it. */
export interface Replacement {
  readonly kind: "replaced";
  readonly seat: number | null;
  readonly place: number;
}

/** Compare two states; no events if there is nothing to compare with. */
export function tableEvents(before: State | null, now: State): readonly TableEvent[] {
  const [oldView, view] = [before?.view, now.view];
  if (!before || !oldView || !view) return [];
  const events: TableEvent[] = [...seatEvents(before, now)];
  if (oldView.phase !== view.phase) events.push({ kind: "turned", phase: view.phase });
  events.push(...replacements(oldView, view));
  if (before.paper !== now.paper || oldView.phase !== "drawing") return events;
  view.players.forEach((player, seat) => {
    const earlier = oldView.players[seat];
    if (!earlier) return;
    for (const { guesser } of player.pile.slice(earlier.pile.length)) {
      events.push({ kind: "laid", guesser, artist: seat });
    }
    if (player.token !== null && earlier.token === null) {
      events.push({ kind: "taken", seat, token: player.token });
    } else if (player.finished && !earlier.finished) events.push({ kind: "finished", seat });
  });
  if (view.hurry !== null && oldView.hurry !== view.hurry) events.push({ kind: "hurry", seat: view.hurry });
  return events;
}

/** Find the cards that changed while everyone reads, and the player whose replacements grew or who called the vote. */
export function replacements(before: View, now: View): readonly Replacement[] {
  if (before.phase !== "reading" || now.phase !== "reading" || before.round !== now.round) return [];
  const seats = now.players.flatMap((player, seat) =>
    player.replacements > (before.players[seat]?.replacements ?? 0) ? [seat] : [],
  );
  const [only = before.motion?.by ?? null] = seats;
  const seat = seats.length > 1 ? null : only;
  return now.holder.flatMap((face, place) => {
    const earlier = before.holder[place];
    const isSame = face?.card === earlier?.card && face?.side === earlier?.side;
    return isSame ? [] : [{ kind: "replaced", seat, place }];
  });
}
