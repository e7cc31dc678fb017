// What one is told of a deck that was not taken.

import { afterEach, expect, test, vi } from "vitest";
import { bringDeck } from "../src/deck.ts";
import { speak } from "../src/texts/language.svelte.ts";

afterEach(() => vi.unstubAllGlobals());

async function told(answer: object): Promise<string | null> {
  vi.stubGlobal("localStorage", { getItem: () => "a key", setItem: () => undefined });
  vi.stubGlobal("fetch", async () => Response.json(answer, { status: 422 }));
  return (await bringDeck("ABCDEFGH", new File([""], "ours.txt"), "en")).sorry;
}

function unfit(mistake: string, rest: object = {}): object {
  const deck = { mistake, line: 5, card: "", word: "", number: null, ...rest };
  return { error: "deck-unfit", sentence: "the deck, line 5: something", deck };
}

test("what is wrong and where, with the card and the word", async () => {
  expect(await told(unfit("no-word"))).toBe("Line 5: there is no word here.");
  expect(await told(unfit("not-seven", { card: "7", number: 1 }))).toBe(
    "Line 5, card “7”: there is 1 word here, but a side has seven.",
  );
  expect(await told(unfit("repeated", { word: "fox", number: 2 }))).toBe(
    "Line 5, “fox”: it stands on line 2 already.",
  );
});

test("no line where it is about the whole file", async () => {
  expect(await told(unfit("too-large", { number: 500 }))).toBe(
    "This file is too large: a deck may have 500 kB.",
  );
});

test("in another language", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("ru");
  expect(await told(unfit("not-seven", { number: 3 }))).toBe(
    "Строка 5: здесь 3 слова, а на стороне их семь.",
  );
  await speak("en");
});

test("what the table has against it", async () => {
  expect(await told({ error: "not-the-host", sentence: "The deck was not taken." })).toBe(
    "Only the host can do this.",
  );
  expect(await told({ error: "too-many-decks", sentence: "Enough decks for now." })).toBe(
    "You have brought many decks. Try again later.",
  );
});

test("the server's own sentence where we have no words for it", async () => {
  expect(await told(unfit("haunted"))).toBe("the deck, line 5: something");
  expect(await told({ error: "other-site", sentence: "Pages of other sites may not do this." })).toBe(
    "Pages of other sites may not do this.",
  );
});
