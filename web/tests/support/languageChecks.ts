// What tests know about a language, in a file of its own in `texts/languages/`; all of it is optional.

export interface LanguageChecks {
  readonly quotes?: string; // an opening and a closing mark, the only ones in the language
  readonly pairs?: readonly string[]; // other opening and closing marks
  readonly wrong?: readonly WrongTypography[];
  readonly allows?: readonly string[]; // examples of typography
  readonly forbids?: readonly string[];
  readonly vote?: RegExp; // the word, in the help
  readonly six?: RegExp;
}

export interface WrongTypography {
  readonly pattern: RegExp;
  readonly instead: string;
}

const FILES = import.meta.glob<{ readonly checks: LanguageChecks }>("../texts/languages/*.ts", {
  eager: true,
});

/** What tests know about a language. */
export function checksOf(language: string): LanguageChecks {
  return FILES[`../texts/languages/${language}.ts`]?.checks ?? {};
}

/** All languages that tests know something about. */
export const CHECKED = Object.entries(FILES).map(
  ([path, { checks }]) => [path.replace(/^.*\/|\.ts$/g, ""), checks] as const,
);
