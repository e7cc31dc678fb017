// Who replaced which word card, as a sentence.

import { t } from "../texts/language.svelte.ts";
import type { State } from "../wire/messages.ts";
import { personAt } from "./people.ts";
import type { Replacement } from "./tableEvents.ts";

export function describeReplacement({ seat, place }: Replacement, { seats, view }: State): string {
  const name = seat === null ? null : personAt(seats, seat).name;
  const marks = view && view.holder.length > 1 ? t().marks : []; // a single card has no mark (V3)
  return t().game.replaced(name, marks[place] ?? null);
}
