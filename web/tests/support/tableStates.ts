// Table states for tests: a lobby and a game of three players, with overrides.

import {
  type CardView,
  DEFAULT_SETTINGS,
  type PlayerView,
  type SeatInfo,
  type State,
  type View,
} from "../../src/wire/messages.ts";

export function person(name: string, colour: SeatInfo["colour"], rest: Partial<SeatInfo> = {}): SeatInfo {
  return {
    name,
    colour,
    language: "en",
    bot: false,
    skill: null,
    present: true,
    left: false,
    idle: false,
    free: false,
    ready: false,
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
      add_bot: false,
      set_bot_skill: [],
      stand_in: [],
      sit_out: [],
      come_back: false,
      pause: false,
      resume: false,
      ask_for_pause: false,
      end_after_round: false,
      play_all_rounds: false,
      hold_on: false,
      let_go_on: false,
      chat: true,
      react: true,
    },
    clock: null,
    paused_by: null,
    pause_asked_by: [],
    held_by: null,
    planned_rounds: null,
    game: null,
    artists: [],
    view: null,
    words: {},
    card_language: null,
    ...rest,
  };
}

export function player(rest: Partial<PlayerView> = {}): PlayerView {
  return {
    colour: "red",
    ready: false,
    drawn: true,
    drawing: true,
    sits_out: false,
    out: false,
    lost: false,
    finished: false,
    declined: false,
    token: null,
    pile: [],
    word: null,
    fault: null,
    admitted: false,
    level_vote: null,
    replacements: 0,
    stars: [],
    head_start: null,
    total: 0,
    praised: false,
    ...rest,
  };
}

export function game(rest: Partial<View> = {}): State {
  const view: View = {
    seat: 0,
    edition: "second",
    variants: [],
    rounds: 4,
    host: 0,
    phase: "drawing",
    round: 1,
    learning: false,
    level: 1,
    level_vote: false,
    holder: [{ card: "1.01", side: 0 }],
    scoring_tokens: [2, 1],
    black_tokens: [2, 2, 1],
    last_token_ends: false,
    players: [player(), player(), player()],
    awaited: [0, 1, 2],
    hurry: null,
    talk: false,
    artist: null,
    stopped_by: null,
    motion: null,
    score: null,
    winners: [],
    coolest: [],
    past: [],
    may: null,
    ...rest,
  };
  return lobby({
    view,
    planned_rounds: 4,
    words: { "1.01/0": ["arm", "elbow", "hand", "finger", "leg", "knee", "foot"] },
  });
}

export function card(guesser: number, rest: Partial<CardView> = {}): CardView {
  return { guesser, number: null, fate: null, stars: 0, ...rest };
}
