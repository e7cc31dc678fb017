// House bots: stand-ins, the cards they can draw, and starting a game against them.

import type { FromClient, SeatInfo, Skill, State } from "../wire/messages.ts";

/** Whether a bot is standing in for an absent player. */
export function isStandIn({ bot, skill }: Pick<SeatInfo, "bot" | "skill">): boolean {
  return skill !== null && !bot;
}

/** Whether the deck is limited to cards that bots can draw. */
export function hasBotCards({ settings, seats }: Pick<State, "settings" | "seats">): boolean {
  return settings.deck === "house" && seats.some(({ skill }) => skill !== null);
}

const OPPONENTS = 3;

/** The messages that start a game against bots right away. */
export function botGameMessages(skill: Skill): readonly FromClient[] {
  const bots = Array.from({ length: OPPONENTS }, () => ({ type: "add-bot", skill }) as const);
  return [...bots, { type: "begin" }];
}

// Kept in memory rather than in the URL, so that a reload doesn't start another game.
let planned: { readonly code: string; readonly skill: Skill } | null = null;

/** Plan a game against bots, to start once the player is seated at this table. */
export function planBotGame(code: string, skill: Skill): void {
  planned = { code, skill };
}

/** Return the skill planned for this table, once; null if there is none. */
export function takePlannedBotGame(code: string): Skill | null {
  const skill = planned?.code === code ? planned.skill : null;
  planned = null;
  return skill;
}
