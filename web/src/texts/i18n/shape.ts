// The shape of texts: a language has the same keys as English, or some of them and English for the rest.

export type Shape<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : T extends readonly (infer Item)[]
      ? readonly Shape<Item>[]
      : { readonly [Key in keyof T]: Shape<T[Key]> };

/** Some of the texts. */
export type Partly<T> = T extends string | readonly unknown[] | ((...args: never[]) => string)
  ? T
  : { readonly [Key in keyof T]?: Partly<T[Key]> };

/** Fill in missing texts, each for itself. */
export function fillIn<T>(texts: Partly<T>, from: T): T {
  return merge(texts, from) as T;
}

function merge(texts: unknown, from: unknown): unknown {
  if (!isGroup(texts) || !isGroup(from)) return texts;
  const own = Object.entries(texts).map(([key, text]) => [key, merge(text, from[key])]);
  return { ...from, ...Object.fromEntries(own) };
}

function isGroup(texts: unknown): texts is Readonly<Record<string, unknown>> {
  return typeof texts === "object" && texts !== null && !Array.isArray(texts);
}
