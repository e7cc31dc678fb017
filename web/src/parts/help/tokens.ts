// How many stars the tokens have, to be read in the help; what is on a table, the server says. A test holds these
// rows against docs/rules.md.

import type { EditionName } from "../../wire.ts";

type Rows = Readonly<Record<number, readonly number[]>>;

interface Tokens {
  readonly own: Rows;
  readonly black: Rows;
}

export const PLAYERS = [3, 4, 5, 6] as const;

const OWN: Rows = { 3: [2, 1], 4: [2, 1, 1], 5: [3, 2, 1, 1], 6: [3, 2, 1, 1, 1] };

export const TOKENS: Readonly<Record<EditionName, Tokens>> = {
  first: { own: OWN, black: { 3: [2, 1], 4: [3, 2, 1], 5: [3, 3, 2, 1], 6: [3, 3, 2, 2, 1] } },
  second: { own: OWN, black: { 3: [2, 2, 1], 4: [3, 2, 2, 1], 5: [3, 3, 2, 2, 1], 6: [3, 3, 2, 2, 1, 1] } },
};

export const COMPETITIVE: Rows = { 3: [2, 1], 4: [3, 2, 1], 5: [3, 3, 2, 1], 6: [3, 3, 2, 2, 1] };
export const CALM: Rows = { 3: [3, 2, 1] };
