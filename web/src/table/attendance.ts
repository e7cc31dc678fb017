// How players take part: who is away, idle, sitting out or late, and what that means for you.

import type { PlayerView, SeatInfo, State } from "../wire/messages.ts";
import { isStandIn } from "./bots.ts";

export type AttendanceBadge = "left" | "away" | "coming" | "idle" | "out" | "next" | "late";

/** List what others should know about how a player takes part. */
export function attendanceBadges(who: SeatInfo, player: PlayerView | undefined): readonly AttendanceBadge[] {
  const badges = [presenceBadge(who), player && roundBadge(player), player && lateBadge(player)];
  return badges.filter((badge) => badge !== null && badge !== undefined);
}

function presenceBadge(who: SeatInfo): AttendanceBadge | null {
  if (!who.present && who.skill !== null) return "coming";
  if (who.left) return isStandIn(who) ? null : "left";
  if (!who.present) return "away";
  return who.idle && who.skill === null ? "idle" : null;
}

function roundBadge({ out, sits_out }: PlayerView): AttendanceBadge | null {
  if (out) return "out";
  return sits_out ? "next" : null;
}

function lateBadge({ head_start }: PlayerView): AttendanceBadge | null {
  return head_start === null ? null : "late";
}

/** Why you aren't playing although you have a seat: a bot plays, you sit out, or only from the next round on. */
export type Absence = "bot" | "out" | "next";

export function yourAbsence({ seat, seats, view }: State): Absence | null {
  if (seat === null || !view || view.phase === "praising" || view.phase === "over") return null;
  const [who, player] = [seats[seat], view.players[seat]];
  if (who && isStandIn(who)) return "bot";
  if (player?.out) return "out";
  return player?.sits_out ? "next" : null;
}
