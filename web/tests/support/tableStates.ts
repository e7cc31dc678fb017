// Table states for tests: a lobby of three players, with overrides.

import { DEFAULT_SETTINGS, type SeatInfo, type State } from "../../src/wire/messages.ts";

export function person(name: string, colour: SeatInfo["colour"], rest: Partial<SeatInfo> = {}): SeatInfo {
  return {
    name,
    colour,
    language: "en",
    bot: false,
    skill: null,
    present: true,
    free: false,
    ready: false,
    skip_votes: [],
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
    settings: DEFAULT_SETTINGS,
    deck: null,
    stop: 0,
    paper: 0,
    may: {
      take_seat: [],
      change_settings: true,
      begin: true,
      begin_not: null,
      return_to_lobby: false,
      remove: [1, 2],
      transfer_host: [1, 2],
      skip_player: [],
      add_bot: false,
      set_bot_skill: [],
      stand_in: [],
      chat: true,
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
