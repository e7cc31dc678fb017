// What the help says under which rules.

import { describe, expect, test } from "vitest";
import { blackTokens, helpRules } from "../../src/parts/help/text/helpRules.ts";
import { help as en, type HelpTexts } from "../../src/texts/help/en.ts";
import type { CaseText, Values } from "../../src/texts/i18n/cases.ts";
import { textFor } from "../../src/texts/i18n/cases.ts";
import type { Settings, Variant } from "../../src/wire/messages.ts";
import { DEFAULT_SETTINGS, EditionName } from "../../src/wire/messages.ts";
import { CALM_THREE_BLACK_TOKENS, COMPETITIVE_BLACK_TOKENS, EDITIONS } from "../../src/wire/rules.ts";
import { checksOf } from "../support/languageChecks.ts";

const HELP = import.meta.glob<HelpTexts>("../../src/texts/help/*.ts", { eager: true, import: "help" });
const LANGUAGES = Object.entries(HELP).map(
  ([path, texts]) => [/([^/]+)\.ts$/.exec(path)?.[1] ?? "", texts] as const,
);

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
  { levels: "ask", replacements: "any", drawing_s: 120, rounds: 1, reveal: "steps", latecomers: false },
  { levels: [4, 3, 2, 1], replacements: 0, erasing: false, hurry_s: null, idle_s: null, locked: true },
  { replacements: 2, bots: false, watchers: false, rounds: 7, reveal: "steps", reveal_s: 15 },
  { levels: "ask", level_choice: "host", locked: true, latecomers: false },
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
  const DEFAULT_OPTIONS = [
    ...["erasing", "noTimeLimit", "countdown", "idleLimit", "showReveal"],
    ...["latecomers", "watchers", "bots"],
  ];

  test("the printed editions", () => {
    expect(casesOf(playing("first", []))).toEqual([
      ...["first", "sixCards", "severalCards", "lastTokenEnds", "upToSix", "decliningAgrees"],
      ...["levelsByVote", "swapsLimited", ...DEFAULT_OPTIONS],
    ]);
    expect(casesOf(playing("second", []))).toEqual([
      ...["second", "threeCards", "severalCards", "allFinish", "upToSix", "tokenForAll", "decliningIsFinal"],
      ...["levelsRise", "swapsFree", ...DEFAULT_OPTIONS],
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

  test.each<[Partial<Settings>, readonly string[], Partial<Values>]>([
    [{ levels: [2, 2, 3, 4] }, ["levelsPlanned"], { levels: "2 · 2 · 3 · 4" }],
    [{ levels: "ask" }, ["levelsByVote"], {}],
    [{ levels: "ask", level_choice: "host" }, ["levelsByHost"], {}],
    [{ level_choice: "host" }, [], {}], // the levels are printed
    [{ rounds: 4 }, [], { rounds: 4 }],
    [{ rounds: 6 }, ["levelsPlanned"], { rounds: 6, levels: "1 · 2 · 3 · 4 · 4 · 4" }],
    [{ rounds: 2 }, ["levelsPlanned"], { rounds: 2, levels: "1 · 2" }],
    [{ replacements: 3 }, ["swapsLimited"], { swaps: 3 }],
    [{ replacements: 0 }, ["swapsByVote"], { swaps: 0 }],
    [{ erasing: false }, ["noErasing"], {}],
    [{ drawing_s: 120 }, ["timeLimit"], { drawingTime: "2 minutes" }],
    [{ hurry_s: 45 }, [], { lastPlayerTime: "45 seconds" }],
    [{ hurry_s: null }, ["noCountdown"], {}],
    [{ idle_s: 300 }, [], { idleTime: "5 minutes" }],
    [{ idle_s: null }, ["noIdleLimit"], {}],
    [{}, [], { holdOn: "Hold on" }],
    [{ reveal: "steps" }, ["stepReveal"], {}],
    [{ reveal: "steps", reveal_s: 15 }, ["timedReveal"], { revealTime: "15 seconds" }],
    [{ reveal_s: 15 }, [], {}], // a show has its own pace
    [{ latecomers: false }, ["noLatecomers"], {}],
    [{ locked: true }, ["locked"], {}],
    [{ locked: true, latecomers: false }, ["locked"], {}],
    [{ watchers: false }, ["noWatchers"], {}],
    [{ bots: false }, ["noBots"], {}],
  ])("%o", (changed, added, expected) => {
    const usual = helpRules(playing("second", [])).cases;
    const { cases, values } = helpRules(playing("second", [], changed));
    expect([...cases].filter((each) => !usual.has(each))).toEqual(added);
    expect([...usual].filter((each) => !cases.has(each))).toHaveLength(added.length);
    expect(values).toMatchObject(expected);
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

  test("every case has a text", () => {
    const told = new Set(
      textsIn(en).flatMap(([, text]) => (typeof text === "object" ? Object.keys(text) : [])),
    );
    expect([...CASES].filter((each) => !told.has(each))).toEqual([]);
  });

  test("texts are left out only where there is nothing to say", () => {
    const silent = textsIn(en).flatMap(([, text]) => {
      const isSilent = EVERY_GAME.some((settings) => holding(text, settings) === null);
      return isSilent && typeof text === "object" ? [Object.keys(text).join(" ")] : [];
    });
    expect(new Set(silent)).toEqual(
      new Set([
        "severalCards",
        "allFinish lastTokenEnds",
        "second",
        "countdown",
        "timeLimit",
        "learning",
        "erasing",
      ]),
    );
  });

  test("every picture is described under all rules", () => {
    for (const settings of EVERY_GAME) {
      for (const { picture } of Object.values(en.round.steps))
        expect(holding(picture, settings)).toBeTruthy();
    }
  });

  test.each(LANGUAGES)("%s has the same texts with the same cases as English", (_, texts) => {
    const outline = (all: unknown) =>
      textsIn(all).map(([path, text]) => [path, typeof text === "object" ? Object.keys(text) : null]);
    expect(outline(texts)).toEqual(outline(en));
  });

  test.each(LANGUAGES)("%s has balanced bold words and filled-in numbers", (_, texts) => {
    const all = textsIn(texts).map(([, text]) => text);
    for (const settings of EVERY_GAME) {
      const said = all.flatMap((text) => holding(text, settings) ?? []);
      expect(said.filter((text) => text.includes("#") || text.split("**").length % 2 === 0)).toEqual([]);
    }
  });

  describe.each(LANGUAGES)("%s", (language, texts) => {
    const { vote = /./, six = null } = checksOf(language);
    const said = (settings: Settings): readonly string[] =>
      textsIn(texts).flatMap(([, text]) => holding(text, settings) ?? []);
    /** What the help says under these rules, but not under those. */
    const only = (settings: Settings, other: Settings): string => {
      const others = said(other);
      return said(settings)
        .filter((text) => !others.includes(text))
        .join(" ");
    };

    test.each<[string, Settings, Settings, readonly (string | RegExp)[]]>([
      ["a longer game", playing("second", [], { rounds: 7 }), playing("second", []), ["7", "4 · 4 · 4 · 4"]],
      ["the host's levels", playing("first", [], { level_choice: "host" }), playing("first", []), []],
      ["levels by vote", playing("first", []), playing("first", [], { level_choice: "host" }), [vote]],
      ["idle time", playing("second", [], { idle_s: 240 }), playing("second", []), ["4 minutes"]],
      ["no idle time", playing("second", [], { idle_s: null }), playing("second", []), []],
      ["the show", playing("second", []), playing("second", [], { reveal: "steps" }), ["Hold on"]],
      ["steps", playing("second", [], { reveal: "steps" }), playing("second", []), []],
      [
        "steps with a limit",
        playing("second", [], { reveal: "steps", reveal_s: 25 }),
        playing("second", [], { reveal: "steps" }),
        ["25 seconds"],
      ],
      ["latecomers", playing("second", []), playing("second", [], { latecomers: false }), []],
      ["no latecomers", playing("second", [], { latecomers: false }), playing("second", []), []],
      ["a locked table", playing("second", [], { locked: true }), playing("second", []), []],
    ])("follows %s", (__, settings, other, parts) => {
      const sentences = only(settings, other);
      expect(sentences).not.toBe("");
      for (const part of parts) expect(sentences).toMatch(part);
    });

    test("is for three in the calmer game", () => {
      const numbers = (settings: Settings) => holding(texts.about.body[3] ?? "", settings);
      if (six) {
        expect(numbers(playing("first", []))).toMatch(six);
        expect(numbers(playing("first", ["calm-three"]))).not.toMatch(six);
      }
      expect(numbers(playing("first", ["calm-three"], { rounds: 3 }))).toContain("3");
    });
  });

  test("the show waits for nobody", () => {
    const details = en.round.steps.reveal.details
      .map((text) => holding(text, playing("second", [])))
      .join(" ");
    expect(details).toContain("plays by itself");
    expect(details).not.toContain("ready");
  });
});
