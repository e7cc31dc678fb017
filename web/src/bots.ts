// Bots of the house among those who play: what they keep, what they need, and a game that begins with them.

import type { FromClient, SeatSeen, Skill, State } from "./wire.ts";

/** Does a bot play for somebody who is away? */
export function isStandIn({ bot, skill }: Pick<SeatSeen, "bot" | "skill">): boolean {
  return skill !== null && !bot;
}

/** Are the cards only those that bots can draw? */
export function hasBotCards({ settings, seats }: Pick<State, "settings" | "seats">): boolean {
  return settings.deck === "house" && seats.some(({ skill }) => skill !== null);
}

const OPPONENTS = 3;

/** What a host says for a game against bots to begin at once. */
export function opening(skill: Skill): readonly FromClient[] {
  const bots = Array.from({ length: OPPONENTS }, () => ({ type: "add-bot", skill }) as const);
  return [...bots, { type: "begin" }];
}

// Kept here and not in the address: whoever loads the page again does not want another game.
let planned: { readonly code: string; readonly skill: Skill } | null = null;

/** Have the game at this table begin with bots as soon as one sits there. */
export function planOpening(code: string, skill: Skill): void {
  planned = { code, skill };
}

/** What was planned for this table, once. */
export function plannedOpening(code: string): Skill | null {
  const skill = planned?.code === code ? planned.skill : null;
  planned = null;
  return skill;
}
