// Plural forms, by the rules of the browser. A form that is not there falls back to `other`.

export type Forms<Class extends Intl.LDMLPluralRule> = Readonly<Record<Class | "other", string>>;

/** Make a function that picks the plural form for a count and puts the count in place of `#`. */
export function pluralize<Class extends Intl.LDMLPluralRule>(
  language: string,
  forms: Forms<Class>,
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const all: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  return (count) => (all[rules.select(count)] ?? forms.other).replaceAll("#", String(count));
}
