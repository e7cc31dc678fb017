// Help texts that depend on the rules: the cases that they distinguish, and which one holds.

import type { EditionName, Variant } from "../../wire/messages.ts";

export type HolderCase = "sixCards" | "threeCards" | "oneCard";

/** How the drawing ends; `threeTokens`: the calmer game for three. */
export type EndingCase = "lastTokenEnds" | "allFinish" | "threeTokens";

export type Case =
  | EditionName
  | HolderCase
  | "severalCards"
  | EndingCase
  | "upToSix" // players
  | "tokenForAll"
  | "decliningAgrees" // to end, and can be undone (R38)
  | "decliningIsFinal"
  | "levelsRise"
  | "levelsByVote"
  | "levelsByHost"
  | "levelsPlanned"
  | "levelsEasiest"
  | "swapsFree"
  | "swapsLimited"
  | "swapsByVote"
  | "erasing"
  | "noErasing"
  | "learning"
  | "timeLimit"
  | "noTimeLimit"
  | "countdown"
  | "noCountdown"
  | "idleLimit"
  | "noIdleLimit"
  | "showReveal" // plays by itself
  | "stepReveal"
  | "timedReveal" // in steps with a time limit
  | "latecomers"
  | "noLatecomers"
  | "locked"
  | "watchers"
  | "noWatchers"
  | "bots"
  | "noBots";

/** Numbers, times and buttons in texts, formatted unless their grammar depends on the sentence. */
export interface Values {
  readonly rounds: number;
  readonly levels: string;
  readonly swaps: number; // per player and game
  readonly drawingTime: string;
  readonly lastPlayerTime: string;
  readonly idleTime: string;
  readonly revealTime: string; // per step
  readonly holdOn: string;
}

/** The rules that the help describes. */
export interface HelpRules {
  readonly edition: EditionName;
  readonly variants: readonly Variant[];
  readonly holder: HolderCase;
  readonly ending: EndingCase;
  readonly cases: ReadonlySet<string>; // each one a `Case`
  readonly values: Values;
}

type Phrase = string | ((values: Values) => string);

/** A text for all rules, or one for each case; at most one of them holds. */
export type CaseText = Phrase | Readonly<Partial<Record<Case, Phrase | undefined>>>;

/** The text that holds, or null if none does. */
export function textFor(text: CaseText, { cases, values }: HelpRules): string | null {
  const phrase =
    typeof text === "object" ? Object.entries(text).find(([each]) => cases.has(each))?.[1] : text;
  return typeof phrase === "function" ? phrase(values) : (phrase ?? null);
}
