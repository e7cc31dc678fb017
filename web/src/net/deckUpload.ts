// Uploads a custom deck; the server parses it and reports problems.

import type { DeckBrought, Problem } from "../wire/api.ts";
import { FORMATS, MAX_DECK_NAME_LENGTH } from "../wire/api.ts";

export type DeckUpload =
  | { readonly kind: "accepted"; readonly cards: number }
  | { readonly kind: "rejected"; readonly problem: Problem }
  | { readonly kind: "failed" }; // the server didn't answer

/** Upload a deck as the host of a table; `key` is the host's seat key. */
export async function uploadDeck(
  code: string,
  file: File,
  language: string,
  key: string,
): Promise<DeckUpload> {
  try {
    const response = await fetch(`/api/tables/${code}/deck?${query(file, language)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: file,
    });
    const answer: unknown = await response.json();
    return response.ok
      ? { kind: "accepted", cards: (answer as DeckBrought).cards }
      : { kind: "rejected", problem: answer as Problem };
  } catch {
    return { kind: "failed" };
  }
}

/** Derive title and format from the file name; files without a known extension are plain text. */
function query(file: File, language: string): URLSearchParams {
  const [, title = file.name, extension = ""] = /^(.+)\.(\w+)$/.exec(file.name) ?? [];
  const name = title.replaceAll("_", " ").slice(0, MAX_DECK_NAME_LENGTH);
  const form = FORMATS.find((format) => format === extension.toLowerCase()) ?? "text";
  return new URLSearchParams({ name, form, language });
}
