// A language with a script in its tag, three plural forms and a dozen texts: what a new language looks like at first.
// No help and no cards. Tests also build it into the client, in `src/texts/ui/`.

import { pluralize } from "../../../src/texts/i18n/plural.ts";
import { withEnglish } from "../../../src/texts/ui/en.ts";

const count = (forms: { one: string; few: string; other: string }) => pluralize("sr-Latn", forms);

export const texts = withEnglish({
  app: { title: "Piktomanija", language: "Jezik", help: "Kako se igra", menu: "Meni" },
  home: { yourName: "Tvoje ime", newTable: "Novi sto" },
  joining: { join: "Pridruži se" },
  lobby: {
    title: "Priprema stola",
    players: count({ one: "# igrač", few: "# igrača", other: "# igrača" }),
    freeSeats: count({ one: "# slobodno mesto", few: "# slobodna mesta", other: "# slobodnih mesta" }),
    getReady: "Spremni smo",
    waitHost: (host) => `${host} počinje igru.`,
  },
});
