// Guesses without a result: not sent twice, shown as on their way during an outage, and dropped by their result.

import { expect, test } from "vitest";
import { SentGuesses } from "../../../src/table/unanswered/sentGuesses.svelte.ts";
import type { State } from "../../../src/wire/messages.ts";
import { card, game, player } from "../../support/tableStates.ts";

const STOP = 4;

function sent(...artists: readonly number[]): SentGuesses {
  const guesses = new SentGuesses();
  for (const artist of artists) guesses.add(artist, artist + 3, STOP, "ready");
  return guesses;
}

/** The table after some of these guesses have arrived. */
function table(...artists: readonly number[]): State {
  const players = [0, 1, 2].map((seat) =>
    player({ pile: artists.includes(seat) ? [card(0, { number: seat + 3 })] : [] }),
  );
  return { ...game({ players }), stop: STOP };
}

const artists = (guesses: readonly { readonly artist: number }[]) => guesses.map(({ artist }) => artist);

test("a guess is forgotten when a state shows its card", () => {
  const guesses = sent(1, 2);
  guesses.update(table(2));
  expect(artists(guesses.all)).toEqual([1]);
  guesses.update(table(1, 2));
  expect(guesses.all).toEqual([]);
});

test("another player's card is not the result, nor another number", () => {
  const guesses = sent(1);
  const pile = [card(2), card(0, { number: 7 })];
  guesses.update({ ...game({ players: [player(), player({ pile }), player()] }), stop: STOP });
  expect(artists(guesses.all)).toEqual([1]);
});

test("a guess is forgotten when the round is over, or the game", () => {
  const [over, left] = [sent(1), sent(1)];
  over.update({ ...table(), stop: STOP + 1 });
  left.update({ ...table(), view: null, stop: STOP + 1 });
  expect([...over.all, ...left.all]).toEqual([]);
});

test("replies come in order, but what the server can't take now is refused before earlier guesses", () => {
  const guesses = sent(1, 2, 0);
  guesses.refused("finished");
  expect(artists(guesses.all)).toEqual([2, 0]);
  guesses.refused("not-stored");
  expect(artists(guesses.all)).toEqual([2]);
});

test("guesses wait if they were sent before or during an outage, until their result", () => {
  const guesses = sent(1);
  expect(guesses.waiting).toEqual([]);
  guesses.storageChanged("waiting");
  guesses.add(2, 5, STOP, "away");
  guesses.storageChanged("ready");
  expect(artists(guesses.waiting)).toEqual([1, 2]);
  guesses.update(table(1));
  expect(artists(guesses.waiting)).toEqual([2]);
  expect(guesses.landed).toEqual([1]);
  guesses.update(table(1, 2));
  expect(guesses.landed).toEqual([2]);
  guesses.update(table(1, 2));
  expect(guesses.landed).toEqual([]);
});

test("a card that was not shown as waiting still flies to its pile", () => {
  const guesses = sent(1);
  guesses.update(table(1));
  expect(guesses.landed).toEqual([]);
});

test("guesses are lost with the connection", () => {
  const guesses = sent(1);
  guesses.clear();
  expect(guesses.all).toEqual([]);
});
