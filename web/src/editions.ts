// What a form of settings must know of the editions; whether settings go together, only the server says.

import { EDITIONS, type EditionName, type Settings, type Variant } from "./wire.ts";

export const LEVELS = [1, 2, 3, 4] as const;

/** The same choices for another edition, less what that does not have. */
export function inEdition(settings: Settings, edition: EditionName): Settings {
  const { rounds, variants } = EDITIONS[edition];
  const { levels } = settings;
  return {
    ...settings,
    edition,
    variants: settings.variants.filter((variant) => variants.includes(variant)),
    levels: typeof levels === "string" ? levels : ownLevels(levels, rounds),
  };
}

/** With a variant, or without it; children have levels of their own. */
export function withVariant(settings: Settings, variant: Variant, isOn: boolean): Settings {
  const others = settings.variants.filter((other) => other !== variant);
  return {
    ...settings,
    variants: isOn ? [...others, variant] : others,
    levels: isOn && variant === "children" ? "book" : settings.levels,
  };
}

/** A level for each round, beginning with those that were chosen already. */
export function ownLevels(chosen: readonly number[], rounds: number): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => chosen[round] ?? chosen.at(-1) ?? 1);
}
