// The help: bold words, languages, and numbers that match the rules. helpRules.test.ts checks what depends on the rules.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ARTISTS, SUMS } from "../../src/parts/help/chapters/scoringExample.ts";
import { textRuns } from "../../src/parts/help/text/bold.ts";
import { help, withEnglish } from "../../src/texts/help/en.ts";
import { helpIn } from "../../src/texts/help.ts";
import {
  CALM_THREE_BLACK_TOKENS,
  COMPETITIVE_BLACK_TOKENS,
  EDITIONS,
  PLAYERS,
} from "../../src/wire/rules.ts";

test("words between double asterisks are bold", () => {
  expect(textRuns("**Plus:** stars, **many** of them")).toEqual([
    { text: "Plus:", isBold: true },
    { text: " stars, ", isBold: false },
    { text: "many", isBold: true },
    { text: " of them", isBold: false },
  ]);
  expect(textRuns("")).toEqual([]);
});

test("a language without its own help falls back to English", async () => {
  const fetch = { "./en.ts": async () => ({ help }) };
  expect(await helpIn("fr", fetch)).toEqual({ language: "en", texts: help });
  const french = { ...help, contents: "Sommaire" };
  const more = { ...fetch, "./fr.ts": async () => ({ help: french }) };
  expect(await helpIn("fr", more)).toEqual({ language: "fr", texts: french });
  await expect(helpIn("fr", {})).rejects.toThrow();
});

test("a language without some of the help has English for the rest", () => {
  const partly = withEnglish({ contents: "Obsah", about: { title: "Hra" } });
  expect(partly).toEqual({ ...help, contents: "Obsah", about: { ...help.about, title: "Hra" } });
});

describe("the tokens match docs/rules.md", () => {
  const rules = readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf-8");
  const stars = (cell: string | undefined) => (cell?.match(/\d/g) ?? []).map(Number);

  function rowsAfter(heading: string): readonly (readonly number[][])[] {
    const table = rules.slice(rules.indexOf(heading)).split("\n\n")[1] ?? "";
    return PLAYERS.map((count) => {
      const row = table.split("\n").find((line) => line.startsWith(`| ${count} |`));
      return row?.split("|").slice(2, -1).map(stars) ?? [];
    });
  }

  test("scoring tokens", () => {
    const ours = PLAYERS.map((count) => [
      EDITIONS.first.scoring_tokens[count],
      EDITIONS.second.scoring_tokens[count],
    ]);
    expect(rowsAfter("Scoring tokens of each player")).toEqual(ours);
  });

  test("black tokens", () => {
    const ours = PLAYERS.map((count) => [
      EDITIONS.first.black_tokens[count],
      EDITIONS.second.black_tokens[count],
      COMPETITIVE_BLACK_TOKENS[count],
      CALM_THREE_BLACK_TOKENS[count] ?? [],
    ]);
    expect(rowsAfter("Black tokens in the centre")).toEqual(ours);
  });
});

describe("the example", () => {
  const own = EDITIONS.first.scoring_tokens[3] ?? [];
  const cards = ARTISTS.flatMap(({ pile }) => pile);
  const total = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

  test("gives the best remaining token to each correct guess (R42)", () => {
    for (const { number, pile } of ARTISTS) {
      for (const card of pile) expect(card.fate).toBe(card.number === number ? "right" : "wrong");
      const right = pile.filter(({ fate }) => fate === "right");
      expect(right.map(({ stars }) => stars)).toEqual(own.slice(0, right.length));
    }
  });

  const ENDINGS = [
    ["lastTokenEnds", EDITIONS.first.black_tokens],
    ["lastTokenEnds", COMPETITIVE_BLACK_TOKENS],
    ["allFinish", EDITIONS.second.black_tokens],
    ["threeTokens", CALM_THREE_BLACK_TOKENS],
  ] as const;
  test.each(ENDINGS)("adds up (R43 to R46): %s", (ending, black) => {
    const wrong = ARTISTS.map((_, who) => cards.filter((card) => card.guesser === who && !card.stars).length);
    const sheep = wrong.indexOf(Math.max(...wrong));
    expect(wrong.filter((count) => count === wrong[sheep])).toHaveLength(1);
    const sums = ARTISTS.map(({ pile }, who) => {
      const given = total(pile.map(({ stars }) => stars));
      const token = SUMS[ending][who]?.token ?? null;
      return {
        received: total(cards.filter(({ guesser }) => guesser === who).map(({ stars }) => stars)),
        left: total(own) - given,
        token,
        worth: who === sheep ? -(token ?? 0) : given && (token ?? 0),
      };
    });
    expect(SUMS[ending]).toEqual(sums);
    const taken = sums.flatMap(({ token }) => (token === null ? [] : [token])).sort((a, b) => b - a);
    expect(taken).toEqual(black[3]);
  });
});
