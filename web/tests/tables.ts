// Tables as a client may see them, for tests: a lobby of three, with whatever differs.

import { type SeatSeen, type State, USUAL } from "../src/wire.ts";

export function person(name: string, colour: SeatSeen["colour"], rest: Partial<SeatSeen> = {}): SeatSeen {
  return {
    name,
    colour,
    language: "en",
    bot: false,
    skill: null,
    present: true,
    free: false,
    ready: false,
    dismissed_by: [],
    ...rest,
  };
}

export const ADA = person("Ada", "red");
export const BEN = person("Ben", "yellow");
export const CLEO = person("Cleo", "green");

export function lobby(rest: Partial<State> = {}): State {
  return {
    type: "state",
    seat: 0,
    host: 0,
    seats: [ADA, BEN, CLEO],
    watchers: 0,
    settings: USUAL,
    deck: null,
    stop: 0,
    paper: 0,
    may: {
      sit: [],
      settle: true,
      begin: true,
      begin_not: null,
      again: false,
      remove: [1, 2],
      hand_over: [1, 2],
      dismiss: [],
      add_bot: false,
      tune: [],
      stand_in: [],
      talk: true,
      react: true,
    },
    clock: null,
    game: null,
    artists: [],
    view: null,
    words: {},
    ...rest,
  };
}
