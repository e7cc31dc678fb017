// The type of all texts: every language has the same keys as English.

import type { WhyNot } from "../wire/messages.ts";
import type { en } from "./en.ts";

export type Shape<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : T extends readonly (infer Item)[]
      ? readonly Shape<Item>[]
      : { readonly [Key in keyof T]: Shape<T[Key]> };

export type Texts = Shape<typeof en> & { readonly whyNot: Readonly<Record<WhyNot, string>> };
