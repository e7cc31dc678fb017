// Third-party work that the bots use; the same as in src/pictomania/bots/drawings/CREDITS.md.

export interface Source {
  readonly name: string;
  readonly href: string;
  readonly licence: keyof typeof LICENCES;
  readonly authors?: string; // as they ask to be credited
  readonly offeredBy?: string;
}

export const LICENCES = {
  "Apache 2.0": "https://www.apache.org/licenses/LICENSE-2.0",
  "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC BY-SA 4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
  ISC: "https://opensource.org/license/isc-license-txt",
  MIT: "https://opensource.org/license/mit",
} as const;

/** Icons converted to strokes. */
export const DRAWN: readonly Source[] = [
  { name: "OpenMoji", href: "https://openmoji.org", licence: "CC BY-SA 4.0" },
  { name: "Hugeicons", href: "https://hugeicons.com", licence: "MIT", authors: "(c) 2025 Hugeicons" },
  {
    name: "IconPark",
    href: "https://github.com/bytedance/IconPark",
    licence: "Apache 2.0",
    authors: "ByteDance",
  },
  {
    name: "Lucide",
    href: "https://lucide.dev",
    licence: "ISC",
    authors: "(c) 2026 Lucide Icons and Contributors",
  },
  {
    name: "Feather", // parts of Lucide
    href: "https://feathericons.com",
    licence: "MIT",
    authors: "(c) 2013-present Cole Bemis",
  },
  {
    name: "Tabler Icons",
    href: "https://tabler.io/icons",
    licence: "MIT",
    authors: "(c) 2020-2026 Paweł Kuna",
  },
];

/** Collections of human drawings, and emoji of which only the outlines were used. */
export const LEARNED: readonly Source[] = [
  {
    name: "The Quick, Draw! Dataset",
    href: "https://github.com/googlecreativelab/quickdraw-dataset",
    licence: "CC BY 4.0",
    offeredBy: "Google, Inc.",
  },
  {
    name: "How Do Humans Sketch Objects?",
    href: "https://cybertron.cg.tu-berlin.de/eitz/projects/classifysketch/",
    licence: "CC BY 4.0",
    authors: "Eitz, Hays, Alexa, 2012",
  },
  {
    name: "Twemoji",
    href: "https://github.com/jdecked/twemoji",
    licence: "CC BY 4.0",
    authors: "(c) Twitter, Inc and other contributors",
  },
  {
    name: "Fluent Emoji",
    href: "https://github.com/microsoft/fluentui-emoji",
    licence: "MIT",
    authors: "(c) Microsoft Corporation",
  },
  {
    name: "Noto Emoji",
    href: "https://github.com/googlefonts/noto-emoji",
    licence: "Apache 2.0",
    authors: "Google Inc.",
  },
  {
    name: "EmojiOne",
    href: "https://github.com/EmojiTwo/emojitwo",
    licence: "CC BY 4.0",
    authors: "EmojiOne",
  },
  {
    name: "Streamline Emojis",
    href: "https://github.com/webalys-hq/streamline-vectors",
    licence: "CC BY 4.0",
    authors: "Streamline",
  },
];
