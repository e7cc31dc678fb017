// What a show has revealed when a given time is left.

import { expect, test } from "vitest";
import { beatsAt, isStopMoment, isWordShown } from "../../src/parts/reveal/showProgress.ts";
import { CARD_MS, PILE_MS, WORD_MS } from "../../src/wire/show.ts";

test("the drawing is alone before its word lands, after the moment that says who ended the drawing", () => {
  expect([WORD_MS + 1, WORD_MS].map(isStopMoment)).toEqual([true, false]);
  expect([WORD_MS, 2_301, 2_300, 0].map(isWordShown)).toEqual([false, false, true, true]);
});

test("each card is turned in one beat and resolved in the next, and then there is time to look", () => {
  const whole = PILE_MS + 2 * CARD_MS;
  const beat = CARD_MS / 2;
  expect([0, 1, 2, 3, 4].map((beats) => beatsAt(whole - beats * beat, 2))).toEqual([0, 1, 2, 3, 4]);
  expect(beatsAt(whole - beat + 1, 2)).toBe(0);
});

test("all cards are open at the end, and none before the beginning", () => {
  expect([Number.POSITIVE_INFINITY, 0].map((left) => beatsAt(left, 3))).toEqual([0, 6]);
  expect(beatsAt(PILE_MS, 0)).toBe(0);
});
