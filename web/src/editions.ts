// What a form of settings must know of the editions; whether settings go together, only the server says.

import type { EditionName, Settings, Variant } from "./wire.ts";

interface Edition {
  readonly rounds: number;
  readonly variants: readonly Variant[];
  /** As printed, one for each round; none where they are chosen before each round. */
  readonly levels: readonly number[];
}

export const EDITIONS: Readonly<Record<EditionName, Edition>> = {
  first: { rounds: 5, variants: ["children", "one-card", "calm-three"], levels: [] },
  second: { rounds: 4, variants: ["learning", "competitive", "children"], levels: [1, 2, 3, 4] },
};

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
