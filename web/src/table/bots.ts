// House bots: stand-ins, and the cards they can draw.

import type { SeatInfo, State } from "../wire/messages.ts";

/** Whether a bot is standing in for an absent player. */
export function isStandIn({ bot, skill }: Pick<SeatInfo, "bot" | "skill">): boolean {
  return skill !== null && !bot;
}

/** Whether the deck is limited to cards that bots can draw. */
export function hasBotCards({ settings, seats }: Pick<State, "settings" | "seats">): boolean {
  return settings.deck === "house" && seats.some(({ skill }) => skill !== null);
}
