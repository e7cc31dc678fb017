// Adapts settings to an edition; the server decides whether they go together.

import type { EditionName, Settings, Variant } from "../../wire/messages.ts";
import { EDITIONS } from "../../wire/rules.ts";

/** Switch the edition; variants that it doesn't have are dropped. */
export function forEdition(settings: Settings, edition: EditionName): Settings {
  const { rounds, variants } = EDITIONS[edition];
  const { levels } = settings;
  return {
    ...settings,
    edition,
    variants: settings.variants.filter((variant) => variants.includes(variant)),
    levels: typeof levels === "string" ? levels : customLevels(levels, rounds),
  };
}

/** Turn a variant on or off; the children's variant has its own levels. */
export function withVariant(settings: Settings, variant: Variant, isOn: boolean): Settings {
  const others = settings.variants.filter((other) => other !== variant);
  return {
    ...settings,
    variants: isOn ? [...others, variant] : others,
    levels: isOn && variant === "children" ? "book" : settings.levels,
  };
}

/** One level per round, starting with those already chosen. */
export function customLevels(chosen: readonly number[], rounds: number): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => chosen[round] ?? chosen.at(-1) ?? 1);
}
