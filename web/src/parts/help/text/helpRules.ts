// The rules that the help describes, from the settings of a table or the reader's choice.

import type { Case, EndingCase, HelpRules, HolderCase } from "../../../texts/help/cases.ts";
import type { EditionName, Settings } from "../../../wire/messages.ts";
import type { TokenRows } from "../../../wire/rules.ts";
import { CALM_THREE_BLACK_TOKENS, COMPETITIVE_BLACK_TOKENS, EDITIONS } from "../../../wire/rules.ts";
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
      rounds: EDITIONS[edition].rounds,
      levels: typeof settings.levels === "string" ? "" : settings.levels.join(" · "),
      swaps: swaps ?? 0,
      drawingTime: formatTime(settings.drawing_s),
      lastPlayerTime: formatTime(settings.hurry_s),
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

function levelsCase({ edition, variants, levels }: Settings): Case {
  if (variants.includes("children")) return "levelsEasiest";
  if (typeof levels !== "string") return "levelsPlanned";
  return levels === "book" && EDITIONS[edition].levels.length ? "levelsRise" : "levelsAsked";
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
    ...(settings.variants.includes("learning") ? (["learning"] as const) : []),
    ...(settings.bots ? [] : (["noBots"] as const)),
    ...(settings.watchers ? [] : (["noWatchers"] as const)),
  ];
}
