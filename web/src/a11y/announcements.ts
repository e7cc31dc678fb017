// Screen reader announcements: the differences between two states, as sentences.

import { isStandIn } from "../table/bots.ts";
import { describeReplacement, describeSeatEvent } from "../table/describeEvents.ts";
import { formatStars } from "../table/formatStars.ts";
import { listNames, personAt } from "../table/people.ts";
import { type SeatEvent, seatEvents } from "../table/seatEvents.ts";
import { replacements } from "../table/tableEvents.ts";
import { wordOf } from "../table/words.ts";
import { t } from "../texts/language.svelte.ts";
import type { PlayerView, SeatInfo, State, View } from "../wire/messages.ts";

type Sentences = readonly (string | null | false)[];

/** Describe what changed, most important first. */
export function announcements(before: State, after: State): readonly string[] {
  const seatChanges = before.view && after.view ? seatEvents(before, after) : [];
  const sentences: Sentences = [
    ...people(before, after, seatChanges),
    ...seatChanges.map((event) => describeSeatEvent(event, after)),
    ...(after.view ? game(before, after, after.view) : lobby(before, after)),
  ];
  return sentences.filter((sentence) => typeof sentence === "string");
}

// Players.

/** Describe who came and went; `announced` are changes of seats that are announced anyway. */
function people(before: State, after: State, announced: readonly SeatEvent[]): Sentences {
  const known = new Map(after.seats.map((one) => [one, earlier(one, before, after)]));
  const gone = before.seats.filter((one) => ![...known.values()].includes(one));
  const [host, was] = [hostOf(after), hostOf(before)];
  const skipped = announced.map((event) => ("seat" in event ? after.seats[event.seat] : null));
  return [
    ...[...known].map(([now, then]) => !skipped.includes(now) && changed(then, now)),
    ...gone.map((one) => t().announcements.left(one.name)),
    host && was && known.get(host) !== was ? newHost(after) : null,
  ];
}

/** Find the same player in the previous state: by name, since seats shift in the lobby, or by colour after a rename. */
function earlier(one: SeatInfo, before: State, after: State): SeatInfo | undefined {
  const isNameKept = (then: SeatInfo) => after.seats.some((now) => now.name === then.name);
  return (
    before.seats.find((then) => then.name === one.name) ??
    before.seats.find((then) => then.colour === one.colour && !isNameKept(then))
  );
}

function changed(then: SeatInfo | undefined, now: SeatInfo): string | null {
  const { came, went, renamed, standIn } = t().announcements;
  if (!then) return now.present ? came(now.name) : null; // a bot that hasn't connected yet
  if (then.name !== now.name) return renamed(then.name, now.name);
  if (isStandIn(now)) return isStandIn(then) ? null : standIn(now.name);
  if (isStandIn(then)) return now.present ? came(now.name) : went(now.name);
  if (then.present === now.present) return null;
  return now.present ? came(now.name) : went(now.name);
}

function hostOf(state: State): SeatInfo | undefined {
  return state.host === null ? undefined : state.seats[state.host];
}

function newHost(after: State): string {
  return after.host === after.seat
    ? t().announcements.youHost
    : t().announcements.host(hostOf(after)?.name ?? "?");
}

// The lobby.

function lobby(before: State, after: State): Sentences {
  const { lobby, ready, settingsChanged } = t().announcements;
  if (before.view) return [lobby];
  const wereReady = before.seats.filter((one) => one.ready).map((one) => one.name);
  const areReady = after.seats.flatMap((one, seat) =>
    one.ready && !wereReady.includes(one.name) ? [seat] : [],
  );
  const isSettled = JSON.stringify(before.settings) !== JSON.stringify(after.settings);
  return [
    areReady.length > 0 && ready(listNames(after.seats, areReady)),
    isSettled && after.seat !== after.host && settingsChanged(hostOf(after)?.name ?? "?"),
  ];
}

// The game.

function game(before: State, after: State, now: View): Sentences {
  const then = before.view;
  const isNewPhase = then?.phase !== now.phase || then.round !== now.round || then.artist !== now.artist;
  const actions = then && then.round === now.round ? drawing(then, now, after) : [];
  const phaseStart = isNewPhase && phase(now, after);
  // During drawing, actions follow the new phase; afterwards they belong to the phase that ended.
  const isDrawing = now.phase === "drawing";
  return [
    isDrawing && phaseStart,
    ...actions,
    !isDrawing && phaseStart,
    ...(isNewPhase ? shown(now, after) : []),
  ];
}

function drawing(then: View, now: View, after: State): Sentences {
  const { hurry, youHurry, motion, stopped } = t().announcements;
  const { seats, seat } = after;
  return [
    ...now.players.map(
      (one, place) => one.finished && !then.players[place]?.finished && end(one, place, seats),
    ),
    now.stopped_by !== null && then.stopped_by === null && stopped(personAt(seats, now.stopped_by).name),
    now.phase === "drawing" && piles(then, now, seats),
    now.hurry !== null &&
      then.hurry === null &&
      (now.hurry === seat ? youHurry : hurry(personAt(seats, now.hurry).name)),
    now.motion !== null && then.motion === null && motion(personAt(seats, now.motion.by).name),
    ...replacements(then, now).map((one) => describeReplacement(one, after)),
  ];
}

/** A player who has finished, or has only agreed to end (R38). */
function end({ declined }: PlayerView, place: number, seats: State["seats"]): string {
  const { finished, readyToEnd } = t().announcements;
  return (declined ? readyToEnd : finished)(personAt(seats, place).name);
}

/** All piles that grew, in one sentence; the numbers on them are secret (R30). */
function piles(then: View, now: View, seats: State["seats"]): string | null {
  const { piles, pile } = t().announcements;
  const grown = now.players.flatMap((one, place) =>
    one.pile.length > (then.players[place]?.pile.length ?? 0)
      ? [pile(personAt(seats, place).name, one.pile.length)]
      : [],
  );
  return grown.length ? piles(grown.join(", ")) : null;
}

function phase(now: View, { seats, words }: State): string | null {
  const { announcements } = t();
  const artist = now.artist === null ? undefined : now.players[now.artist];
  switch (now.phase) {
    case "choosing":
      return announcements.choosing(now.round);
    case "reading":
      return announcements.reading(now.round);
    case "drawing":
      return announcements.drawing;
    case "word": {
      const word = artist?.word ? wordOf(artist.word, now.holder, words) : "?";
      return announcements.revealing(personAt(seats, now.artist ?? 0).name, word);
    }
    case "praising":
      return announcements.praising;
    case "over":
      return announcements.over(listNames(seats, now.winners));
    default:
      return null;
  }
}

/** A pile or the scores of a round, once revealed. */
function shown(now: View, { seats }: State): Sentences {
  if (now.phase === "pile" && now.artist !== null) return [turned(now, now.artist, seats)];
  if (now.phase === "scores" && now.score) return scores(now, seats);
  return [];
}

function turned(now: View, artist: number, seats: State["seats"]): string {
  const { right, noneRight, fault } = t().announcements;
  const player = now.players[artist];
  if (player?.fault) return fault(personAt(seats, artist).name);
  const { name } = personAt(seats, artist);
  const guessers = player?.pile.filter((card) => card.fate === "right").map((card) => card.guesser) ?? [];
  return guessers.length ? right(name, listNames(seats, guessers)) : noneRight(name);
}

function scores({ round, score }: View, seats: State["seats"]): Sentences {
  const { scores, scored, blackSheep } = t().announcements;
  const all =
    score?.players.map(({ stars }, place) => scored(personAt(seats, place).name, formatStars(stars))) ?? [];
  const sheep = score?.black_sheep ?? null;
  return [scores(round, all.join(", ")), sheep !== null && blackSheep(personAt(seats, sheep).name)];
}
