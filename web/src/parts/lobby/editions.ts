// Adapts settings to an edition; the server decides whether they go together.

import type { EditionName, Settings, Variant } from "../../wire/messages.ts";
import { EDITIONS } from "../../wire/rules.ts";

/** The number of rounds that these settings stand for. */
export function roundsOf({ edition, rounds }: Pick<Settings, "edition" | "rounds">): number {
  return rounds === "book" ? EDITIONS[edition].rounds : rounds;
}

/** Whether the level is chosen before each round. */
export function asksForLevels({ edition, variants, levels }: Settings): boolean {
  if (variants.includes("children")) return false;
  return levels === "ask" || (levels === "book" && !EDITIONS[edition].levels.length);
}

/** The level of each round; null if it is chosen before each round. */
export function plannedLevels(settings: Settings): readonly number[] | null {
  const { edition, variants, levels } = settings;
  if (asksForLevels(settings)) return null;
  const printed = variants.includes("children") ? [] : EDITIONS[edition].levels;
  return customLevels(typeof levels === "string" ? printed : levels, roundsOf(settings));
}

/** Whether the levels are those of the edition, none left out or repeated. */
export function areLevelsPrinted({ edition, rounds, levels }: Settings): boolean {
  const printed = EDITIONS[edition].levels.length;
  return levels === "book" && roundsOf({ edition, rounds }) === printed;
}

/** Switch the edition; variants that it doesn't have are dropped. */
export function forEdition(settings: Settings, edition: EditionName): Settings {
  const variants = settings.variants.filter((variant) => EDITIONS[edition].variants.includes(variant));
  return withRounds({ ...settings, edition, variants }, settings.rounds);
}

/** Change the number of rounds; custom levels follow it. */
export function withRounds(settings: Settings, rounds: Settings["rounds"]): Settings {
  const { levels } = settings;
  const count = roundsOf({ ...settings, rounds });
  return { ...settings, rounds, levels: typeof levels === "string" ? levels : customLevels(levels, count) };
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
