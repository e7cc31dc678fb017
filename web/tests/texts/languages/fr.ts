// How French texts are checked.

import type { LanguageChecks } from "../../support/languageChecks.ts";
import { NARROW, WIDE } from "../../support/spaces.ts";

export const checks: LanguageChecks = {
  quotes: "«»",
  wrong: [
    { pattern: /(?<![\u202f!?])[;!?»]/, instead: "U+202F before ; ! ? »" },
    { pattern: /«(?!\u202f)/, instead: "U+202F after «" },
    { pattern: /(?<!\u00a0):(?=\s|\*|$)/, instead: "U+00A0 before :" },
  ],
  allows: [`${NARROW}!`, `Pari${WIDE}: «${NARROW}Vite${NARROW}!${NARROW}»${NARROW}? Oui${NARROW}; à 10:30`],
  forbids: ["Vite !", "Vite!", `Pari${NARROW}: 4`, "**En plus :** 4", `« Ada${NARROW}»`, `“Ada”${NARROW}!`],
  vote: /vot/,
  six: /six/,
};
