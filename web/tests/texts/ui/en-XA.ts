// A pseudo-language for tests of the layout: English with words two fifths longer, as they are in many languages.

import { en, type Texts } from "../../../src/texts/ui/en.ts";

const LONGER = /\p{L}{4,}/gu; // names in tests are shorter

export const texts = stretch(en) as Texts;

function stretch(node: unknown): unknown {
  if (typeof node === "string") return node.replaceAll(LONGER, lengthen);
  if (typeof node === "function") return (...args: readonly unknown[]) => stretch(node(...args));
  if (Array.isArray(node)) return node.map(stretch);
  const entries = Object.entries(node ?? {}).map(([key, inner]) => [key, stretch(inner)]);
  return Object.fromEntries(entries);
}

/** Repeat letters at the end. */
function lengthen(word: string): string {
  return word + word.slice(-Math.round(word.length * 0.4)).toLowerCase();
}
