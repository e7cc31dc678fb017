// Plural forms: each language lists the forms it needs; a missing one is a compile error.

export type Forms<Class extends Intl.LDMLPluralRule> = Readonly<Record<Class, string>>;

/** Make a function that picks the plural form for a count and puts the count in place of `#`. */
export function pluralize<Class extends Intl.LDMLPluralRule>(
  language: string,
  forms: Forms<Class>,
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const all: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  return (count) => (all[rules.select(count)] ?? all.other ?? "").replaceAll("#", String(count));
}
