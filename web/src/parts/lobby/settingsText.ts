// Settings as text.

import { t } from "../../texts/language.svelte.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../wire/messages.ts";
import { EDITIONS } from "../../wire/rules.ts";
import { areLevelsPrinted, plannedLevels } from "./editions.ts";

const MINUTE_S = 60;

/** Format a time limit; null means none. */
export function formatTime(seconds: number | null): string {
  const { noLimit, minutes, seconds: some } = t().settings;
  if (seconds === null) return noLimit;
  return seconds > MINUTE_S && seconds % MINUTE_S === 0 ? minutes(seconds / MINUTE_S) : some(seconds);
}

export function formatReplacements(settings: Settings): string {
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

export function formatRounds({ edition, rounds }: Pick<Settings, "edition" | "rounds">): string {
  return rounds === "book" ? t().settings.roundsBook(EDITIONS[edition].rounds) : String(rounds);
}

/** Format the time after which an idle player is done; null means never. */
export function formatIdle(seconds: number | null): string {
  const { idleAfter, idleOff } = t().settings;
  return seconds === null ? idleOff : idleAfter(formatTime(seconds));
}

export function formatLevels(settings: Settings): string {
  const { levelsChildren, levelsHints, levelsBy } = t().settings;
  const { edition, variants, level_choice } = settings;
  if (variants.includes("children")) return levelsChildren;
  if (areLevelsPrinted(settings)) return levelsHints.book[edition];
  return plannedLevels(settings)?.join(" · ") ?? levelsBy[level_choice];
}

// The settings under "more".
const LESS_COMMON = [
  "replacements",
  "drawing_s",
  "hurry_s",
  "idle_s",
  "reveal",
  "reveal_s",
  "erasing",
  "latecomers",
  "watchers",
  "bots",
  "locked",
  "hide_words",
] as const satisfies readonly (keyof Settings)[];

/** How many of the less common settings differ from the default. */
export function countUnusual(settings: Settings): number {
  return LESS_COMMON.filter((key) => settings[key] !== DEFAULT_SETTINGS[key]).length;
}
