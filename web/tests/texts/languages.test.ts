// Languages: found by their files, named by the browser, chosen by the reader; texts that are missing are English.

import { afterEach, expect, test, vi } from "vitest";
import { initialLanguage, LANGUAGES, setLanguage, t } from "../../src/texts/language.svelte.ts";
import {
  byName,
  directionOf,
  fileOf,
  findLanguage,
  languageName,
  languagesOf,
  withParent,
} from "../../src/texts/languages.ts";
import { en, type Texts } from "../../src/texts/ui/en.ts";
import { LANGUAGE_PATTERN } from "../../src/wire/messages.ts";

const SHIPPED = {
  ...import.meta.glob("../../src/texts/ui/*.ts"),
  ...import.meta.glob("../../src/texts/help/*.ts"),
};
const FIXTURES = import.meta.glob<{ readonly texts: Texts }>("./ui/*.ts");

async function fixture(): Promise<Texts> {
  const file = await fileOf(FIXTURES, "sr-Latn")?.();
  return file?.texts ?? en;
}

afterEach(() => vi.unstubAllGlobals());

test("every file is named after a language", () => {
  const tag = new RegExp(`^${LANGUAGE_PATTERN}$`);
  expect(languagesOf({ ...SHIPPED, ...FIXTURES }).filter((name) => !tag.test(name))).toEqual([]);
  expect(languagesOf(FIXTURES)).toEqual(["en-XA", "sr-Latn"]);
  expect(new Set(languagesOf(SHIPPED))).toEqual(new Set(LANGUAGES));
});

test("a language has its own texts, and English ones for the rest", async () => {
  const texts = await fixture();
  expect(texts.app.help).toBe("Kako se igra");
  expect(texts.app.close).toBe(en.app.close);
  expect(texts.lobby.waitHost("Ada")).toBe("Ada počinje igru.");
  expect(texts.lobby.watching(2)).toBe("2 watching");
  expect(texts.marks).toEqual(en.marks);
  expect(Object.keys(texts.whyNot)).toEqual(Object.keys(en.whyNot));
});

test.each([
  [1, "1 igrač", "1 slobodno mesto"],
  [2, "2 igrača", "2 slobodna mesta"],
  [5, "5 igrača", "5 slobodnih mesta"],
  [21, "21 igrač", "21 slobodno mesto"],
])("plural forms follow the rules of the language: %d", async (number, players, seats) => {
  const { lobby } = await fixture();
  expect([lobby.players(number), lobby.freeSeats(number)]).toEqual([players, seats]);
});

test("languages are called by their own names, in order of these", () => {
  const names = ["ru", "zh-Hant", "sr-Latn", "pt-BR", "es", "en"];
  expect(byName(names).map(languageName)).toEqual([
    "English",
    "Español",
    "Português (Brasil)",
    "Srpski (latinica)",
    "Русский",
    "繁體中文",
  ]);
  expect(languageName("xx")).toBe("xx");
});

test("languages are written in the direction of their script", () => {
  expect(["en", "ar", "he", "az-Arab", "sr-Latn"].map(directionOf)).toEqual([
    "ltr",
    "rtl",
    "rtl",
    "rtl",
    "ltr",
  ]);
});

test("a language stands in for its regions", () => {
  expect(["pt-BR", "es-419", "zh-Hant", "zh-Hant-HK", "en"].map(withParent)).toEqual([
    ["pt-BR", "pt"],
    ["es-419", "es"],
    ["zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
    ["en"],
  ]);
});

test.each<[readonly string[], readonly string[], string | null]>([
  [["fr-CA", "en"], ["en", "fr", "fr-CA"], "fr-CA"],
  [["fr-CA", "en"], ["en", "fr"], "fr"],
  [["pt-PT", "en"], ["en", "pt-BR"], "pt-BR"],
  [["pt"], ["pt-PT", "pt-BR"], "pt-BR"],
  [["zh-TW", "en"], ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  [["zh-Hant-HK"], ["zh-Hans"], null],
  [["zh"], ["zh-Hans", "zh-Hant"], "zh-Hans"],
  [["sr", "en"], ["en", "sr-Latn"], "en"],
  [["sr-Latn-ME", "en"], ["en", "sr-Latn"], "sr-Latn"],
  [["", "not a tag", "*", "en-GB"], ["en", "es"], "en"],
  [["de"], ["en"], null],
])("readers of %j, offered %j, get %s", (wanted, available, found) => {
  expect(findLanguage(wanted, available)).toBe(found);
});

test("the page starts in the stored language, or the browser's", async () => {
  const stored = new Map<string, string>();
  const root = { lang: "", dir: "" };
  vi.stubGlobal("navigator", { languages: ["tlh", "fr-CA", "ru"] });
  vi.stubGlobal("document", { documentElement: root });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  expect(initialLanguage()).toBe("fr");
  await setLanguage("ru");
  expect(root).toEqual({ lang: "ru", dir: "ltr" });
  expect(t().app.help).not.toBe(en.app.help);
  expect(initialLanguage()).toBe("ru");
  await setLanguage("en");
  expect(t()).toBe(en);
});
