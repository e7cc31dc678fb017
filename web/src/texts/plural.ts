// Counting in words: every language says of which forms it has need, and a missing one is a compile error.

export type Forms<Class extends Intl.LDMLPluralRule> = Readonly<Record<Class, string>>;

/** A function that chooses a form by the number and puts the number where `#` is. */
export function counted<Class extends Intl.LDMLPluralRule>(
  language: string,
  forms: Forms<Class>,
): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const all: Partial<Record<Intl.LDMLPluralRule, string>> = forms;
  return (count) => (all[rules.select(count)] ?? all.other ?? "").replaceAll("#", String(count));
}
