// How a rejected deck is explained.

import { afterEach, expect, test, vi } from "vitest";
import { explainProblem } from "../../src/parts/lobby/deckProblem.ts";
import { setLanguage } from "../../src/texts/language.svelte.ts";
import { en } from "../../src/texts/ui/en.ts";
import type { Problem } from "../../src/wire/api.ts";
import type { Mistake } from "../../src/wire/messages.ts";

afterEach(() => vi.unstubAllGlobals());

function unfit(mistake: string, rest: object = {}): Problem {
  const deck = { mistake: mistake as Mistake, line: 5, card: "", word: "", number: null, ...rest };
  return { error: "deck-unfit", sentence: "the deck, line 5: something", deck };
}

test("the mistake and its place, with the card and the word", () => {
  const { line, card, word, what } = en.deckErrors;
  expect(explainProblem(unfit("no-word"))).toBe(`${line(5)}: ${what["no-word"]}`);
  expect(explainProblem(unfit("not-seven", { card: "7", number: 1 }))).toBe(
    `${line(5)}, ${card("7")}: ${what["not-seven"](1)}`,
  );
  expect(explainProblem(unfit("repeated", { word: "fox", number: 2 }))).toBe(
    `${line(5)}, ${word("fox")}: ${what.repeated(2)}`,
  );
});

test("no line for mistakes that concern the whole file", () => {
  expect(explainProblem(unfit("too-large", { number: 500 }))).toBe(en.deckErrors.what["too-large"](500));
});

test("in another language", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  await setLanguage("ru");
  expect(explainProblem(unfit("not-seven", { number: 3 }))).toMatch(/^Строка 5: .*3 слова/);
  await setLanguage("en");
});

test("refusals by the table", () => {
  expect(explainProblem({ error: "not-the-host", sentence: "The deck was not taken." })).toBe(
    en.whyNot["not-the-host"],
  );
  expect(explainProblem({ error: "too-many-decks", sentence: "Enough decks for now." })).toBe(
    en.deckErrors.tooMany,
  );
});

test("the server's sentence where there is no translation", () => {
  expect(explainProblem(unfit("haunted"))).toBe("the deck, line 5: something");
  expect(explainProblem({ error: "other-site", sentence: "Pages of other sites may not do this." })).toBe(
    "Pages of other sites may not do this.",
  );
});
