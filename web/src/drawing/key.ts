// What a key means, whatever alphabet the keyboard is set to.

const BRACKETS: Readonly<Record<string, string>> = { BracketLeft: "[", BracketRight: "]" };

/** The Latin letter on a key: as it is typed or, where that is no Latin, as it stands beside the other one. */
export function latin({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const typed = key.toLowerCase();
  if (/^([a-z[\]]|.{2,})$/.test(typed)) return typed;
  return BRACKETS[code] ?? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? typed;
}
