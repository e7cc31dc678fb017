// Fetching a finished game: once, again if it wasn't there, and never something else.

import { afterEach, expect, test, vi } from "vitest";
import { fetchReplay, NoAnswer } from "../../src/net/replays.ts";
import { REPLAY } from "../support/replays.ts";

function answer(...responses: readonly (Response | Error)[]): ReturnType<typeof vi.fn> {
  const fetch = vi.fn();
  for (const response of responses) {
    if (response instanceof Error) fetch.mockRejectedValueOnce(response);
    else fetch.mockResolvedValueOnce(response);
  }
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

test("a game is fetched once", async () => {
  const fetch = answer(Response.json(REPLAY));
  expect(await fetchReplay("once")).toEqual(REPLAY);
  expect(await fetchReplay("once")).toEqual(REPLAY);
  expect(fetch.mock.calls).toEqual([["/api/games/once"]]);
});

test("a missing game is requested again", async () => {
  answer(new Response("", { status: 404 }), Response.json(REPLAY));
  expect(await fetchReplay("later")).toBeNull();
  expect(await fetchReplay("later")).toEqual(REPLAY);
});

test("a server that doesn't answer is not a missing game", async () => {
  answer(new TypeError("lost"), new Response("", { status: 503 }), Response.json(REPLAY));
  await expect(fetchReplay("lost")).rejects.toThrow(NoAnswer);
  await expect(fetchReplay("lost")).rejects.toThrow(NoAnswer);
  expect(await fetchReplay("lost")).toEqual(REPLAY);
});
