// How Spanish texts are checked.

import type { LanguageChecks } from "../../support/languageChecks.ts";

export const checks: LanguageChecks = {
  quotes: "«»",
  pairs: ["¿?", "¡!"],
  allows: ["¿Qué dibuja «Ada»? ¡Rápido!", "signos como !, + y ?"],
  forbids: ["Qué dibuja?", "¿Qué dibuja!?", "¡Vamos", "“Ada”"],
  vote: /vot/,
  six: /seis/,
};
