// Fetching a finished game: once, again where it was not there, and never something else.

import { afterEach, expect, test, vi } from "vitest";
import type { Replay } from "../src/replay.ts";
import { everybody, fetchReplay, inkOf, NoAnswer, playersIn, wordsIn } from "../src/replay.ts";

const REPLAY: Replay = {
  version: 1,
  game: "g",
  lasted_ms: 0,
  players: [],
  steps: [],
  drawings: [],
  words: { "1.01/0": { en: ["arm"], es: ["brazo"], fr: ["bras"], ru: ["рука"] } },
};

function answers(...responses: readonly (Response | Error)[]): ReturnType<typeof vi.fn> {
  const asked = vi.fn();
  for (const response of responses) {
    if (response instanceof Error) asked.mockRejectedValueOnce(response);
    else asked.mockResolvedValueOnce(response);
  }
  vi.stubGlobal("fetch", asked);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test("a game is fetched once", async () => {
  const asked = answers(Response.json(REPLAY));
  expect(await fetchReplay("once")).toEqual(REPLAY);
  expect(await fetchReplay("once")).toEqual(REPLAY);
  expect(asked.mock.calls).toEqual([["/api/games/once"]]);
});

test("a game that is not there yet is asked for again", async () => {
  answers(new Response("", { status: 404 }), Response.json(REPLAY));
  expect(await fetchReplay("later")).toBeNull();
  expect(await fetchReplay("later")).toEqual(REPLAY);
});

test("a server that does not answer is not a game that is gone", async () => {
  answers(new TypeError("lost"), new Response("", { status: 503 }), Response.json(REPLAY));
  await expect(fetchReplay("lost")).rejects.toThrow(NoAnswer);
  await expect(fetchReplay("lost")).rejects.toThrow(NoAnswer);
  expect(await fetchReplay("lost")).toEqual(REPLAY);
});

test("cards are read in any language", () => {
  expect(wordsIn(REPLAY, "fr")).toEqual({ "1.01/0": ["bras"] });
});

test("ink is bytes again", () => {
  expect([...inkOf({ round: 1, artist: 0, began_ms: 0, ink: "AAD/gA==" })]).toEqual([0, 0, 255, 128]);
});

test("whoever drew is named, whoever had the seat in the end", () => {
  const players = [
    { name: "Ada", colour: "red", bot: false },
    { name: "Dov", colour: "blue", bot: false },
  ] as const;
  const taken = {
    ...REPLAY,
    players,
    artists: [
      ["Ada", "Ben"],
      ["Ada", "Dov"],
    ],
  };
  expect(playersIn(taken, 1).map((one) => one.name)).toEqual(["Ada", "Ben"]);
  expect(playersIn(taken, 2)).toEqual(players);
  expect(everybody(taken).map((one) => `${one.name} ${one.colour}`)).toEqual([
    "Ada red",
    "Ben blue",
    "Dov blue",
  ]);
});

test("a game of long ago names those who were there in the end", () => {
  const old = { ...REPLAY, players: [{ name: "Ada", colour: "red", bot: false }] as const };
  expect(playersIn(old, 3)).toEqual(old.players);
  expect(everybody(old)).toEqual(old.players);
});
