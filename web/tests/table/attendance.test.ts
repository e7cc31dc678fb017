// How players take part, as badges for others and as a banner for themselves.

import { expect, test } from "vitest";
import { attendanceBadges, yourAbsence } from "../../src/table/attendance.ts";
import type { PlayerView, SeatInfo, State } from "../../src/wire/messages.ts";
import { BEN, CLEO, game, lobby, person, player } from "../support/tableStates.ts";

function badges(seat: Partial<SeatInfo>, view: Partial<PlayerView> = {}): readonly string[] {
  return attendanceBadges(person("Ben", "yellow", seat), player(view));
}

test("a player who is here and plays needs no badge", () => {
  expect(badges({})).toEqual([]);
  expect(attendanceBadges(BEN, undefined)).toEqual([]);
});

test("absent and idle players are marked", () => {
  expect(badges({ present: false })).toEqual(["away"]);
  expect(badges({ present: false, left: true })).toEqual(["left"]);
  expect(badges({ idle: true })).toEqual(["idle"]);
});

test("a bot is on its way, and is never idle or gone", () => {
  expect(badges({ present: false, skill: "easy" })).toEqual(["coming"]);
  expect(badges({ idle: true, skill: "easy" })).toEqual([]);
  expect(badges({ left: true, skill: "easy" })).toEqual([]);
});

test("sitting out, coming back next round and coming late are marked", () => {
  expect(badges({ present: false }, { out: true })).toEqual(["away", "out"]);
  expect(badges({}, { sits_out: true, head_start: 3 })).toEqual(["next", "late"]);
});

test("you learn why you aren’t playing", () => {
  const you = (seat: Partial<SeatInfo>, view: Partial<PlayerView>, rest: Partial<State> = {}) =>
    yourAbsence({
      ...game({ players: [player(view), player(), player()] }),
      seats: [person("Ada", "red", seat), BEN, CLEO],
      ...rest,
    });
  expect(you({}, {})).toBeNull();
  expect(you({ skill: "normal" }, { out: true })).toBe("bot");
  expect(you({}, { out: true, sits_out: true })).toBe("out");
  expect(you({}, { sits_out: true })).toBe("next");
  expect(you({}, { out: true }, { seat: null })).toBeNull();
  expect(yourAbsence(lobby())).toBeNull();
  expect(yourAbsence(game({ phase: "over", players: [player({ out: true })] }))).toBeNull();
});
