// The help: bold words, languages, and that its figures are those of the rules.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pieces } from "../src/parts/help/bold.ts";
import { ARTISTS, SUMS } from "../src/parts/help/example.ts";
import { CALM, COMPETITIVE, PLAYERS, TOKENS } from "../src/parts/help/tokens.ts";
import { help } from "../src/texts/help/en.ts";
import { helpIn, inEdition } from "../src/texts/help/help.ts";

test("what stands between double stars is bold", () => {
  expect(pieces("**Plus:** stars, **many** of them")).toEqual([
    { text: "Plus:", isBold: true },
    { text: " stars, ", isBold: false },
    { text: "many", isBold: true },
    { text: " of them", isBold: false },
  ]);
  expect(pieces("")).toEqual([]);
});

test("whatever is made bold ends", () => {
  const odd: string[] = [];
  JSON.stringify(help, (_, said) => {
    if (typeof said === "string" && said.split("**").length % 2 === 0) odd.push(said);
    return said;
  });
  expect(odd).toEqual([]);
});

test("a language without its own help has the English one", async () => {
  const fetch = { "./en.ts": async () => ({ help }) };
  expect(await helpIn("fr", fetch)).toEqual({ language: "en", texts: help });
  const french = { ...help, contents: "Sommaire" };
  const more = { ...fetch, "./fr.ts": async () => ({ help: french }) };
  expect(await helpIn("fr", more)).toEqual({ language: "fr", texts: french });
  await expect(helpIn("fr", {})).rejects.toThrow();
});

test("some things are the same in both editions", () => {
  expect(inEdition("same", "first")).toBe("same");
  expect(inEdition({ first: "five", second: "four" }, "second")).toBe("four");
});

describe("the tokens are those of docs/rules.md", () => {
  const rules = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf-8");
  const stars = (cell: string | undefined) => (cell?.match(/\d/g) ?? []).map(Number);

  function rowsAfter(heading: string): readonly (readonly number[][])[] {
    const table = rules.slice(rules.indexOf(heading)).split("\n\n")[1] ?? "";
    return PLAYERS.map((count) => {
      const row = table.split("\n").find((line) => line.startsWith(`| ${count} |`));
      return row?.split("|").slice(2, -1).map(stars) ?? [];
    });
  }

  test("scoring tokens", () => {
    const ours = PLAYERS.map((count) => [TOKENS.first.own[count], TOKENS.second.own[count]]);
    expect(rowsAfter("Scoring tokens of each player")).toEqual(ours);
  });

  test("black tokens", () => {
    const ours = PLAYERS.map((count) => [
      TOKENS.first.black[count],
      TOKENS.second.black[count],
      COMPETITIVE[count],
      CALM[count] ?? [],
    ]);
    expect(rowsAfter("Black tokens in the centre")).toEqual(ours);
  });
});

describe("the example", () => {
  const own = TOKENS.first.own[3] ?? [];
  const cards = ARTISTS.flatMap(({ pile }) => pile);
  const total = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

  test("gives the best token that is left to each right guess (R42)", () => {
    for (const { number, pile } of ARTISTS) {
      for (const card of pile) expect(card.fate).toBe(card.number === number ? "right" : "wrong");
      const right = pile.filter(({ fate }) => fate === "right");
      expect(right.map(({ stars }) => stars)).toEqual(own.slice(0, right.length));
    }
  });

  test.each(["first", "second"] as const)("adds up in the %s edition (R43 to R46)", (edition) => {
    const wrong = ARTISTS.map((_, who) => cards.filter((card) => card.guesser === who && !card.stars).length);
    const sheep = wrong.indexOf(Math.max(...wrong));
    expect(wrong.filter((count) => count === wrong[sheep])).toHaveLength(1);
    const sums = ARTISTS.map(({ pile }, who) => {
      const given = total(pile.map(({ stars }) => stars));
      const token = SUMS[edition][who]?.token ?? null;
      return {
        received: total(cards.filter(({ guesser }) => guesser === who).map(({ stars }) => stars)),
        left: total(own) - given,
        token,
        worth: who === sheep ? -(token ?? 0) : given && (token ?? 0),
      };
    });
    expect(SUMS[edition]).toEqual(sums);
    const taken = sums.flatMap(({ token }) => (token === null ? [] : [token])).sort((a, b) => b - a);
    expect(taken).toEqual(TOKENS[edition].black[3]);
  });
});
