// What a player plans for a table they have just created, carried out once they are seated there.

import type { FromClient, Settings, Skill } from "../wire/messages.ts";

export interface GamePlan {
  /** Start with a learning round (R48). */
  readonly isLearning: boolean;
  /** The skill of the bots to play against right away; null to wait for other players. */
  readonly skill: Skill | null;
}

const OPPONENTS = 3;

/** The messages that carry out a plan at a new table. */
export function planMessages({ isLearning, skill }: GamePlan): readonly FromClient[] {
  const settings: readonly FromClient[] = isLearning
    ? [{ type: "change-settings", settings: { variants: ["learning"] } }]
    : [];
  if (!skill) return settings;
  const bots = Array.from({ length: OPPONENTS }, () => ({ type: "add-bot", skill }) as const);
  return [...settings, ...bots, { type: "begin" }];
}

/** The settings of a game that isn't anyone's first. */
export function withoutLearning(settings: Settings): Settings {
  return { ...settings, variants: settings.variants.filter((variant) => variant !== "learning") };
}

// Kept in memory rather than in the URL, so that a reload doesn't start another game.
let planned: { readonly code: string; readonly plan: GamePlan } | null = null;

/** Plan the first game of a new table. */
export function planGame(code: string, plan: GamePlan): void {
  planned = { code, plan };
}

/** Return the plan for this table, once; null if there is none. */
export function takePlan(code: string): GamePlan | null {
  const plan = planned?.code === code ? planned.plan : null;
  planned = null;
  return plan;
}
