// The rooms of the client: which folder may import which, and how large a folder may get.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));
const MAX_FILES = 15;

/** From bottom to top: a room imports only rooms of lower layers; rooms of one layer are independent. */
const LAYERS: readonly (readonly string[])[] = [
  ["wire", "theme"],
  ["texts/i18n", "ink", "scheduling", "router"],
  ["texts/help", "texts/ui"],
  ["texts"],
  ["net"],
  ["table/unanswered"],
  ["table"],
  ["a11y", "replay"],
  ["drawing/paint"],
  ["drawing/input"],
  ["drawing"],
  ["drawing/bench", "parts/controls"],
  ["parts/players"],
  ["parts/cards", "parts/chat", "parts/doubts", "parts/join"],
  ["parts/gallery", "parts/lobby", "parts/reveal", "parts/scores"],
  ["parts/help/pictures", "parts/help/text"],
  ["parts/help/chapters"],
  ["parts/help"],
  ["parts/page"],
  ["screens/game/drawing", "screens/game/menu", "screens/game/notices"],
  ["screens/game", "screens/replay"],
  ["screens"],
  ["App"],
  ["main"],
];

const TEXTS = ["texts", "texts/help", "texts/i18n", "texts/ui"];
const LANGUAGE_ROOMS = ["texts/help", "texts/ui"]; // a file for each language

/** Rooms that must not import others, even though these are below them. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  net: TEXTS,
  drawing: [...TEXTS, "net", "table"],
  "drawing/input": [...TEXTS, "net", "table"],
  "drawing/paint": [...TEXTS, "net", "table"],
};

const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(SOURCE.length + 1));

/** The folder of a file; a file at the top is a room of its own. */
function roomOf(file: string): string {
  const folder = dirname(file);
  if (folder !== ".") return folder;
  return basename(file).split(".")[0] ?? "";
}

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: readonly Import[] = files
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(join(SOURCE, file), "utf-8");
    const paths = [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => path ?? "");
    return paths.map((path) => ({ from: file, to: normalize(join(dirname(file), path)) }));
  });

function layerOf(room: string): number {
  return LAYERS.findIndex((layer) => layer.includes(room));
}

test("every folder is a room in a layer", () => {
  const rooms = new Set(files.filter((file) => /\.(ts|svelte)$/.test(file)).map(roomOf));
  expect([...rooms].filter((room) => layerOf(room) < 0)).toEqual([]);
});

test("every layer names existing rooms", () => {
  const rooms = new Set(files.map(roomOf));
  expect(LAYERS.flat().filter((room) => !rooms.has(room))).toEqual([]);
});

test("imports go from higher layers to lower ones", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [room, target] = [roomOf(from), roomOf(to)];
    return room !== target && layerOf(room) <= layerOf(target);
  });
  expect(wrong).toEqual([]);
});

test("forbidden rooms are not imported", () => {
  const wrong = imports.filter(({ from, to }) => FORBIDDEN[roomOf(from)]?.includes(roomOf(to)));
  expect(wrong).toEqual([]);
});

test("no folder gets too large", () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  for (const room of LANGUAGE_ROOMS) counts.delete(room);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});
