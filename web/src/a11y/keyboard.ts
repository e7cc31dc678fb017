// Keyboard shortcuts that work with any keyboard layout.

/** Keys that select drawings: not marks of cards or tools, and in the same place on all common layouts. */
export const DRAWING_KEYS = ["G", "H", "J", "K", "L"] as const;

const BRACKETS: Readonly<Record<string, string>> = { BracketLeft: "[", BracketRight: "]" };

/** The Latin letter of a key: the typed one or, on a non-Latin layout, the one at that position. */
export function latinKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const typed = key.toLowerCase();
  if (/^([a-z[\]]|.{2,})$/.test(typed)) return typed;
  return BRACKETS[code] ?? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? typed;
}

/** Whether Enter or Space was pressed outside of any control and dialog, which would handle the key itself. */
export function isFreePress(event: KeyboardEvent): boolean {
  if ((event.key !== "Enter" && event.key !== " ") || event.repeat) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("button, a, input, select, textarea, summary, dialog")) return false;
  return !document.querySelector("dialog:modal");
}
