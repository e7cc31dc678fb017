// An empty replay for tests.

import type { Replay } from "../../src/wire/replay.ts";

export const REPLAY: Replay = {
  version: 1,
  game: "g",
  lasted_ms: 0,
  players: [],
  steps: [],
  drawings: [],
  words: { "1.01/0": { en: ["arm"], es: ["brazo"], fr: ["bras"], ru: ["рука"] } },
};
