// How English texts are checked.

import type { LanguageChecks } from "../../support/languageChecks.ts";

export const checks: LanguageChecks = {
  quotes: "“”",
  allows: ["“Don’t wait…”"],
  forbids: ["«Word»", "“Word", "Two  spaces"],
  vote: /vot/,
  six: /six/,
};
