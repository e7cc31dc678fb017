// What happened at a table, as sentences.

import { t } from "../texts/language.svelte.ts";
import type { State } from "../wire/messages.ts";
import { personAt } from "./people.ts";
import type { SeatEvent } from "./seatEvents.ts";
import type { Replacement } from "./tableEvents.ts";

export function describeSeatEvent(event: SeatEvent, state: State): string {
  const { announcements, attendance, breaks } = t();
  switch (event.kind) {
    case "resumed":
      return breaks.resumed;
    case "rounds-changed":
      return describeRounds(event.rounds, state);
    default: {
      const { name } = personAt(state.seats, event.seat);
      const sentences = {
        "sat-out": attendance.out,
        "came-back": attendance.back,
        "joined-late": attendance.late,
        "stood-in": announcements.standIn,
        paused: breaks.pausedBy,
        "asked-for-pause": breaks.asked,
      };
      return sentences[event.kind](name);
    }
  }
}

function describeRounds(rounds: number, { seats, host, planned_rounds }: State): string {
  const { endsEarly, endsAsPlanned } = t().breaks;
  if (rounds === planned_rounds) return endsAsPlanned(rounds);
  return endsEarly(personAt(seats, host ?? 0).name);
}

/** Say who replaced which word card. */
export function describeReplacement({ seat, place }: Replacement, { seats, view }: State): string {
  const name = seat === null ? null : personAt(seats, seat).name;
  const marks = view && view.holder.length > 1 ? t().marks : []; // a single card has no mark (V3)
  return t().game.replaced(name, marks[place] ?? null);
}
