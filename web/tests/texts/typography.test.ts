// Typography of all UI and help texts: quotation marks, apostrophes, ellipses and no-break spaces.

import { describe, expect, test } from "vitest";
import type { Values } from "../../src/texts/i18n/cases.ts";
import { ENGLISH } from "../../src/texts/languages.ts";
import { CHECKED, checksOf, type WrongTypography } from "../support/languageChecks.ts";
import { NARROW, WIDE } from "../support/spaces.ts";

const WRONG_EVERYWHERE: readonly WrongTypography[] = [
  { pattern: /"/, instead: "the language’s quotation marks, not straight ones" },
  { pattern: /'/, instead: "’, not a straight apostrophe" },
  { pattern: /\.\.\./, instead: "…, not three dots" },
  { pattern: /\s{2}/, instead: "one space, not two" },
];

const QUOTES = "«»“”„‟‹›";
const LONE_MARK = /(?<=^|[\s«“])[!?]/g; // a mark that is talked about

/** Name what is wrong with a text; empty if nothing is. */
function mistakesIn(text: string, language: string): readonly string[] {
  const { quotes = null, pairs = [], wrong = [] } = checksOf(language);
  const found = [...WRONG_EVERYWHERE, ...wrong].filter(({ pattern }) => pattern.test(text));
  const foreign = quotes ? [...QUOTES].filter((mark) => text.includes(mark) && !quotes.includes(mark)) : [];
  const unbalanced = [...pairs, ...(quotes ? [quotes] : [])].filter((pair) => !isBalanced(text, pair));
  return [
    ...found.map(({ instead }) => instead),
    ...foreign.map((mark) => `${quotes}, not ${mark}`),
    ...unbalanced.map((pair) => `balanced ${pair}`),
  ];
}

/** Whether every opening mark has its closing one, without another in between. */
function isBalanced(text: string, pair: string): boolean {
  const marks = [...text.replace(LONE_MARK, "")].filter((mark) => pair.includes(mark));
  return marks.join("").replaceAll(pair, "") === "";
}

const VALUES: Values = {
  rounds: 4,
  levels: "1, 2",
  swaps: 1,
  drawingTime: "2",
  lastPlayerTime: "30",
  idleTime: "60",
  revealTime: "15",
  holdOn: "Ada",
};
// Functions don't say what they take, so they get everything: names, counts of all plural forms, and nothing.
const SAMPLES: readonly unknown[] = ["Ada", "Zoe", 1, 2, 5, 21, null, VALUES];

type TextFunction = (...args: readonly unknown[]) => unknown;

/** All texts with their keys; a function gives one text for each sample that it takes. */
function textsIn(node: unknown, key: string): readonly (readonly [string, string])[] {
  if (typeof node === "string") return [[key, node]];
  if (typeof node === "function") return resultsOf(node as TextFunction).map((text) => [key, text] as const);
  return Object.entries(node ?? {}).flatMap(([inner, child]) => textsIn(child, `${key}.${inner}`));
}

function resultsOf(text: TextFunction): readonly string[] {
  const results = SAMPLES.flatMap((sample) => {
    try {
      return [String(text(...Array.from({ length: text.length }, () => sample)))];
    } catch {
      return []; // it takes something else
    }
  });
  if (results.length === 0) throw new Error(`no sample fits: ${text}`);
  return results;
}

type Module = Readonly<Record<string, unknown>>;
const FILE = /\/([^/]+)\.ts$/; // named after a language
const FILES = {
  ui: import.meta.glob<Module>("../../src/texts/ui/*.ts"),
  help: import.meta.glob<Module>("../../src/texts/help/*.ts"),
};

async function load(section: keyof typeof FILES): Promise<readonly (readonly [string, unknown])[]> {
  const files = Object.entries(FILES[section]).flatMap(([file, fetch]) => {
    const language = FILE.exec(file)?.[1];
    return language ? [{ language, fetch }] : [];
  });
  return Promise.all(
    files.map(async ({ language, fetch }) => {
      const module = await fetch();
      const texts = section === "help" ? module.help : (module.texts ?? module[ENGLISH]);
      return [language, texts] as const;
    }),
  );
}

function visible(text: string): string {
  return text.replaceAll(NARROW, "[U+202F]").replaceAll(WIDE, "[U+00A0]");
}

describe.each(["ui", "help"] as const)("%s", async (section) => {
  test.each(await load(section))("%s", (language, texts) => {
    const all = textsIn(texts, section);
    expect(all.length).toBeGreaterThan(0);
    const findings: Record<string, string> = {}; // one for each text and mistake, not for each sample
    for (const [key, text] of all) {
      for (const instead of mistakesIn(text, language)) findings[`${key}: ${instead}`] ??= visible(text);
    }
    expect(findings).toEqual({});
  });
});

describe("the rules", () => {
  const examples = (part: "allows" | "forbids") =>
    CHECKED.flatMap(([language, checks]) => (checks[part] ?? []).map((text) => [language, text] as const));
  const unknown = "xx"; // a language that tests know nothing about

  test.each([[unknown, "Los!"] as const, ...examples("allows")])("%s allows: %s", (language, text) => {
    expect(mistakesIn(text, language)).toEqual([]);
  });

  test.each([
    [unknown, "Los geht's"] as const,
    [unknown, 'Das "Wort"'] as const,
    [unknown, "Moment..."] as const,
    ...examples("forbids"),
  ])("%s forbids: %s", (language, text) => {
    expect(mistakesIn(text, language)).not.toEqual([]);
  });
});
