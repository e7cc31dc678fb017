// The settings of a table in words, for those who choose them and those who read them.

import { t } from "./texts/language.svelte.ts";
import { type Settings, USUAL } from "./wire.ts";

const MINUTE_S = 60;

/** A length of time; `null` is no limit. */
export function timeTold(seconds: number | null): string {
  const { noLimit, minutes, seconds: some } = t().settings;
  if (seconds === null) return noLimit;
  return seconds > MINUTE_S && seconds % MINUTE_S === 0 ? minutes(seconds / MINUTE_S) : some(seconds);
}

export function replacementsTold(settings: Settings): string {
  const { replacementsBook, replacementsHints } = t().settings;
  switch (settings.replacements) {
    case "book":
      return replacementsBook[settings.edition];
    case "any":
      return replacementsHints.any;
    case 0:
      return replacementsHints.none;
    default:
      return replacementsHints.some(settings.replacements);
  }
}

export function levelsTold({ edition, variants, levels }: Settings): string {
  const { levelsChildren, levelsHints } = t().settings;
  if (variants.includes("children")) return levelsChildren;
  if (levels === "book") return levelsHints.book[edition];
  return levels === "ask" ? levelsHints.ask : levels.join(" · ");
}

// Those that a form shows under "more".
const LESS_COMMON = [
  "replacements",
  "drawing_s",
  "hurry_s",
  "reveal_s",
  "erasing",
  "watchers",
  "bots",
  "locked",
  "hide_words",
] as const satisfies readonly (keyof Settings)[];

/** How many of the less common settings are not as usual. */
export function unusual(settings: Settings): number {
  return LESS_COMMON.filter((key) => settings[key] !== USUAL[key]).length;
}
