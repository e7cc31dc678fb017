// Uploading a deck: what is sent and how the answer is read.

import { afterEach, expect, test, vi } from "vitest";
import { uploadDeck } from "../../src/net/deckUpload.ts";

afterEach(() => vi.unstubAllGlobals());

function answer(body: object, status: number): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test.each([
  ["our_words.txt", "name=our+words&form=text&language=en"],
  ["words.CSV", "name=words&form=csv&language=en"],
  ["words", "name=words&form=text&language=en"],
  [`${"w".repeat(50)}.odd`, `name=${"w".repeat(40)}&form=text&language=en`],
])("title and format come from the file name: %s", async (name, query) => {
  const fetch = answer({ cards: 99 }, 201);
  expect(await uploadDeck("ABCDEFGH", new File([""], name), "en", "secret")).toEqual({
    kind: "accepted",
    cards: 99,
  });
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe(`/api/tables/ABCDEFGH/deck?${query}`);
  expect(init).toMatchObject({ method: "POST", headers: { Authorization: "Bearer secret" } });
});

test("a rejected deck comes with its problem", async () => {
  const problem = { error: "not-the-host", sentence: "The deck was not taken." };
  answer(problem, 403);
  expect(await uploadDeck("ABCDEFGH", new File([""], "a.txt"), "en", "k")).toEqual({
    kind: "rejected",
    problem,
  });
});

test("a server that doesn't answer", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("lost")));
  expect(await uploadDeck("ABCDEFGH", new File([""], "a.txt"), "en", "k")).toEqual({ kind: "failed" });
});
