// Languages by their tags: how they are called and written, which one suits a reader, and files of texts by language.

/** The language of all texts that others fall back to. */
export const ENGLISH = "en";

const RIGHT_TO_LEFT = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]; // scripts

/** Files with texts, by path; each is fetched on demand. */
export type TextFiles<T> = Readonly<Record<string, () => Promise<T>>>;

/** The file of a language, if there is one. */
export function fileOf<T>(files: TextFiles<T>, language: string): (() => Promise<T>) | undefined {
  return Object.entries(files).find(([path]) => tagOf(path) === language)?.[1];
}

export function languagesOf(files: TextFiles<unknown>): readonly string[] {
  return Object.keys(files).map(tagOf);
}

/** Languages in the order of their names. */
export function byName(languages: readonly string[]): readonly string[] {
  const { compare } = new Intl.Collator(ENGLISH);
  return [...languages].sort((one, other) => compare(languageName(one), languageName(other)));
}

function tagOf(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.ts$/, "");
}

/** A language's name for itself, as the beginning of a line. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
  if (!name || name === language) return language; // the browser doesn't know it
  const [first = "", ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join("");
}

export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
}

/** A language and, if it has a region, the same without it. */
export function withParent(language: string): readonly string[] {
  const parent = language.replace(/-([A-Z]{2}|[0-9]{3})$/, "");
  return parent === language ? [language] : [language, parent];
}

/** The first wanted language that there is, if need be of another region, but never in another script. */
export function findLanguage(wanted: readonly string[], available: readonly string[]): string | null {
  for (const tag of wanted) {
    const found = parse(tag).flatMap((locale) => suitable(locale, available));
    if (found[0]) return found[0];
  }
  return null;
}

/** The languages that suit a reader, best first. */
function suitable(reader: Intl.Locale, available: readonly string[]): readonly string[] {
  const { language, script, region } = reader.maximize();
  const readable = available.filter((tag) => {
    const full = new Intl.Locale(tag).maximize();
    return full.language === language && full.script === script;
  });
  const written = `${language}-${script}`;
  const likely = [reader.baseName, `${written}-${region}`, `${language}-${region}`, written, language];
  return [...likely.filter((tag) => readable.includes(tag)), ...readable];
}

function parse(tag: string): readonly Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return []; // not a tag
  }
}
