// The rules that the help describes, from the settings of a table or the reader's choice.

import type { Case, EndingCase, HelpRules, HolderCase } from "../../../texts/i18n/cases.ts";
import { t } from "../../../texts/language.svelte.ts";
import type { EditionName, Settings } from "../../../wire/messages.ts";
import type { TokenRows } from "../../../wire/rules.ts";
import { CALM_THREE_BLACK_TOKENS, COMPETITIVE_BLACK_TOKENS, EDITIONS } from "../../../wire/rules.ts";
import { areLevelsPrinted, asksForLevels, plannedLevels, roundsOf } from "../../lobby/editions.ts";
import { formatTime } from "../../lobby/settingsText.ts";

const HOLDERS: Readonly<Record<EditionName, HolderCase>> = { first: "sixCards", second: "threeCards" };

export function helpRules(settings: Settings): HelpRules {
  const { edition, variants } = settings;
  const holder = variants.includes("one-card") ? "oneCard" : HOLDERS[edition];
  const ending = endingOf(settings);
  const swaps = swapsOf(settings);
  const cases: readonly Case[] = [
    edition,
    holder,
    ...(holder === "oneCard" ? [] : (["severalCards"] as const)),
    ending,
    ...(ending === "threeTokens" ? [] : (["upToSix"] as const)),
    ...(ending === "lastTokenEnds" ? [] : (["tokenForAll"] as const)),
    ending === "allFinish" ? "decliningIsFinal" : "decliningAgrees",
    levelsCase(settings),
    swaps === null ? "swapsFree" : swaps ? "swapsLimited" : "swapsByVote",
    ...optionCases(settings),
  ];
  return {
    edition,
    variants,
    holder,
    ending,
    cases: new Set(cases),
    values: {
      rounds: roundsOf(settings),
      levels: plannedLevels(settings)?.join(" · ") ?? "",
      swaps: swaps ?? 0,
      drawingTime: formatTime(settings.drawing_s),
      lastPlayerTime: formatTime(settings.hurry_s),
      idleTime: formatTime(settings.idle_s),
      revealTime: formatTime(settings.reveal_s),
      holdOn: t().reveal.holdOn,
    },
  };
}

/** The black tokens by number of players. */
export function blackTokens({ edition, variants }: HelpRules): TokenRows {
  if (variants.includes("competitive")) return COMPETITIVE_BLACK_TOKENS;
  return variants.includes("calm-three") ? CALM_THREE_BLACK_TOKENS : EDITIONS[edition].black_tokens;
}

function endingOf({ edition, variants }: Settings): EndingCase {
  if (variants.includes("calm-three")) return "threeTokens";
  return EDITIONS[edition].last_token_ends || variants.includes("competitive")
    ? "lastTokenEnds"
    : "allFinish";
}

function levelsCase(settings: Settings): Case {
  if (settings.variants.includes("children")) return "levelsEasiest";
  if (asksForLevels(settings)) return settings.level_choice === "vote" ? "levelsByVote" : "levelsByHost";
  return areLevelsPrinted(settings) ? "levelsRise" : "levelsPlanned";
}

/** How many cards a player may swap without asking; null: no limit. */
function swapsOf({ edition, replacements }: Settings): number | null {
  if (replacements === "any") return null;
  return replacements === "book" ? EDITIONS[edition].replacements : replacements;
}

function optionCases(settings: Settings): readonly Case[] {
  return [
    settings.erasing ? "erasing" : "noErasing",
    settings.drawing_s === null ? "noTimeLimit" : "timeLimit",
    settings.hurry_s === null ? "noCountdown" : "countdown",
    settings.idle_s === null ? "noIdleLimit" : "idleLimit",
    revealCase(settings),
    settings.locked ? "locked" : settings.latecomers ? "latecomers" : "noLatecomers",
    settings.watchers ? "watchers" : "noWatchers",
    settings.bots ? "bots" : "noBots",
    ...(settings.variants.includes("learning") ? (["learning"] as const) : []),
  ];
}

function revealCase({ reveal, reveal_s }: Settings): Case {
  if (reveal === "show") return "showReveal";
  return reveal_s === null ? "stepReveal" : "timedReveal";
}
