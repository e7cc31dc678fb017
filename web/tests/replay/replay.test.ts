// Reading a finished game: words, ink and players.

import { expect, test } from "vitest";
import { allPlayers, cardLanguage, inkOf, playersIn, wordsIn } from "../../src/replay/replay.ts";
import { REPLAY } from "../support/replays.ts";

test("cards can be read in any language that they have", () => {
  const words = (language: string, host?: string) =>
    wordsIn({ ...REPLAY, ...(host && { language: host }) }, language)["1.01/0"];
  expect(words("fr")).toEqual(["bras"]);
  expect(words("fr-CA", "es")).toEqual(["bras"]);
  expect(words("cs", "es-MX")).toEqual(["brazo"]);
  expect(words("cs", "de")).toEqual(["arm"]);
  expect(words("cs")).toEqual(["arm"]);
  expect(cardLanguage(REPLAY, "fr-CA")).toBe("fr");
  expect(cardLanguage({ ...REPLAY, language: "es" }, "cs")).toBe("es");
  expect(wordsIn({ ...REPLAY, words: { "7/0": { fr: ["bras"] } } }, "cs")).toEqual({ "7/0": ["bras"] });
});

test("ink is decoded to bytes", () => {
  expect([...inkOf({ round: 1, artist: 0, began_ms: 0, ink: "AAD/gA==" })]).toEqual([0, 0, 255, 128]);
});

test("drawings are credited to their artist, even if the seat changed hands", () => {
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
  expect(allPlayers(taken).map((one) => `${one.name} ${one.colour}`)).toEqual([
    "Ada red",
    "Ben blue",
    "Dov blue",
  ]);
});

test("an old replay without artists names the final players", () => {
  const old = { ...REPLAY, players: [{ name: "Ada", colour: "red", bot: false }] as const };
  expect(playersIn(old, 3)).toEqual(old.players);
  expect(allPlayers(old)).toEqual(old.players);
});
