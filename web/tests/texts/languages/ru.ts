// How Russian texts are checked.

import type { LanguageChecks } from "../../support/languageChecks.ts";
import { WIDE } from "../../support/spaces.ts";

export const checks: LanguageChecks = {
  quotes: "«»",
  wrong: [{ pattern: /(?<!^|\u00a0)—/, instead: "U+00A0 before —" }],
  allows: [`«Ада»${WIDE}— это ты`],
  forbids: ["Ада — это ты", "“Ада”"],
  vote: /голос/,
  six: /шести/,
};
