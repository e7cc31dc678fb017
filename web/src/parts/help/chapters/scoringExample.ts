// The round of the help's scoring example, which covers every case; a test recomputes it.

import type { EndingCase } from "../../../texts/i18n/cases.ts";
import type { CardView, Colour } from "../../../wire/messages.ts";

interface ExampleArtist {
  readonly colour: Colour;
  readonly number: number;
  /** The guesses on the drawing, in order; the tokens have two stars and one. */
  readonly pile: readonly CardView[];
}

interface ExampleScore {
  readonly received: number;
  readonly left: number;
  readonly token: number | null;
  readonly worth: number;
}

const right = (guesser: number, number: number, stars: number): CardView => ({
  guesser,
  number,
  fate: "right",
  stars,
});
const wrong = (guesser: number, number: number): CardView => ({ guesser, number, fate: "wrong", stars: 0 });

export const ARTISTS: readonly ExampleArtist[] = [
  { colour: "red", number: 4, pile: [right(1, 4, 2), wrong(2, 3)] },
  { colour: "blue", number: 1, pile: [right(2, 1, 2), right(0, 1, 1)] },
  { colour: "green", number: 6, pile: [right(0, 6, 2)] },
];

/** What each artist scores. */
export const SUMS: Readonly<Record<EndingCase, readonly ExampleScore[]>> = {
  lastTokenEnds: [
    { received: 3, left: 1, token: null, worth: 0 },
    { received: 2, left: 0, token: 2, worth: 2 },
    { received: 2, left: 1, token: 1, worth: -1 },
  ],
  allFinish: [
    { received: 3, left: 1, token: 1, worth: 1 },
    { received: 2, left: 0, token: 2, worth: 2 },
    { received: 2, left: 1, token: 2, worth: -2 },
  ],
  threeTokens: [
    { received: 3, left: 1, token: 1, worth: 1 },
    { received: 2, left: 0, token: 3, worth: 3 },
    { received: 2, left: 1, token: 2, worth: -2 },
  ],
};
