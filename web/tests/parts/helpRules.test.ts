// What the help says under which rules.

import { describe, expect, test } from "vitest";
import { blackTokens, helpRules } from "../../src/parts/help/text/helpRules.ts";
import type { CaseText } from "../../src/texts/help/cases.ts";
import { textFor } from "../../src/texts/help/cases.ts";
import { help as en } from "../../src/texts/help/en.ts";
import { help as es } from "../../src/texts/help/es.ts";
import { help as fr } from "../../src/texts/help/fr.ts";
import { help as ru } from "../../src/texts/help/ru.ts";
import type { Settings, Variant } from "../../src/wire/messages.ts";
import { DEFAULT_SETTINGS, EditionName } from "../../src/wire/messages.ts";
import { CALM_THREE_BLACK_TOKENS, COMPETITIVE_BLACK_TOKENS, EDITIONS } from "../../src/wire/rules.ts";

const LANGUAGES = { en, es, fr, ru };

function subsets<T>([first, ...rest]: readonly T[]): readonly (readonly T[])[] {
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((some) => [first, ...some])];
}

function playing(edition: EditionName, variants: readonly Variant[], rest: Partial<Settings> = {}): Settings {
  return { ...DEFAULT_SETTINGS, edition, variants, ...rest };
}

const OPTIONS: readonly Partial<Settings>[] = [
  {},
  { levels: "ask", replacements: "any", drawing_s: 120 },
  { levels: [4, 3, 2, 1], replacements: 0, erasing: false, hurry_s: null },
  { replacements: 2, bots: false, watchers: false },
];
const EVERY_GAME = EditionName.flatMap((edition) =>
  subsets(EDITIONS[edition].variants).flatMap((variants) =>
    OPTIONS.map((rest) => playing(edition, variants, rest)),
  ),
);
const CASES = new Set(EVERY_GAME.flatMap((settings) => [...helpRules(settings).cases]));

/** All texts with their keys; a text with cases is one, unless it names none. */
function textsIn(node: unknown, path = ""): readonly (readonly [string, CaseText])[] {
  if (typeof node !== "object" || node === null) return [[path, node as CaseText]];
  if (path && !Array.isArray(node) && Object.keys(node).every((key) => CASES.has(key))) {
    return [[path, node as CaseText]];
  }
  return Object.entries(node).flatMap(([key, inner]) => textsIn(inner, path ? `${path}.${key}` : key));
}

const holding = (text: CaseText, settings: Settings): string | null => textFor(text, helpRules(settings));

describe("the rules of a table", () => {
  const casesOf = (settings: Settings) => [...helpRules(settings).cases];

  test("the printed editions", () => {
    expect(casesOf(playing("first", []))).toEqual([
      ...["first", "sixCards", "severalCards", "lastTokenEnds", "decliningAgrees"],
      ...["levelsAsked", "swapsLimited", "erasing", "noTimeLimit", "countdown"],
    ]);
    expect(casesOf(playing("second", []))).toEqual([
      ...["second", "threeCards", "severalCards", "allFinish", "tokenForAll", "decliningIsFinal"],
      ...["levelsRise", "swapsFree", "erasing", "noTimeLimit", "countdown"],
    ]);
    expect(EditionName.map((edition) => helpRules(playing(edition, [])).values.rounds)).toEqual([5, 4]);
  });

  test.each([
    ["second", "competitive", ["lastTokenEnds", "decliningAgrees"], COMPETITIVE_BLACK_TOKENS],
    ["second", "children", ["levelsEasiest"], EDITIONS.second.black_tokens],
    ["second", "learning", ["learning"], EDITIONS.second.black_tokens],
    ["first", "one-card", ["oneCard"], EDITIONS.first.black_tokens],
    ["first", "calm-three", ["threeTokens", "tokenForAll"], CALM_THREE_BLACK_TOKENS],
    ["first", "children", ["levelsEasiest"], EDITIONS.first.black_tokens],
  ] as const)("%s edition, %s", (edition, variant, added, tokens) => {
    const rules = helpRules(playing(edition, [variant]));
    const printed = helpRules(playing(edition, [])).cases;
    expect([...rules.cases].filter((each) => !printed.has(each))).toEqual(added);
    expect(blackTokens(rules)).toBe(tokens);
  });

  test("options", () => {
    const { cases, values } = helpRules(
      playing("second", [], { levels: [2, 2, 3, 4], replacements: 3, erasing: false, drawing_s: 120 }),
    );
    for (const each of ["levelsPlanned", "swapsLimited", "noErasing", "timeLimit"]) {
      expect(cases).toContain(each);
    }
    expect(values).toMatchObject({ levels: "2 · 2 · 3 · 4", swaps: 3, drawingTime: "2 minutes" });
    expect(helpRules(playing("first", [], { replacements: 0, hurry_s: null })).cases).toContain(
      "swapsByVote",
    );
    expect(helpRules(playing("first", [], { hurry_s: null })).cases).toContain("noCountdown");
  });
});

describe("texts", () => {
  test("a text for all rules, for one case, and for none that holds", () => {
    expect(holding("same", playing("first", []))).toBe("same");
    expect(holding({ first: "five", second: "four" }, playing("second", []))).toBe("four");
    expect(holding({ learning: "easy" }, playing("second", []))).toBeNull();
    expect(holding({ second: ({ rounds }) => `${rounds}` }, playing("second", ["learning"]))).toBe("4");
  });

  test("at most one case of a text holds", () => {
    const texts = textsIn(en).flatMap(([path, text]) =>
      typeof text === "object" ? [[path, text] as const] : [],
    );
    expect(texts.length).toBeGreaterThan(20);
    for (const settings of EVERY_GAME) {
      const { cases } = helpRules(settings);
      const ambiguous = texts.filter(
        ([, text]) => Object.keys(text).filter((each) => cases.has(each)).length > 1,
      );
      expect(ambiguous).toEqual([]);
    }
  });

  test("every picture is described under all rules", () => {
    for (const settings of EVERY_GAME) {
      for (const { picture } of Object.values(en.round.steps))
        expect(holding(picture, settings)).toBeTruthy();
    }
  });

  test.each(Object.entries(LANGUAGES))("%s has the same texts with the same cases as English", (_, texts) => {
    const outline = (all: unknown) =>
      textsIn(all).map(([path, text]) => [path, typeof text === "object" ? Object.keys(text) : null]);
    expect(outline(texts)).toEqual(outline(en));
  });

  test.each(Object.entries(LANGUAGES))("%s has balanced bold words and filled-in numbers", (_, texts) => {
    const all = textsIn(texts).map(([, text]) => text);
    for (const settings of EVERY_GAME) {
      const said = all.flatMap((text) => holding(text, settings) ?? []);
      expect(said.filter((text) => text.includes("#") || text.split("**").length % 2 === 0)).toEqual([]);
    }
  });
});
