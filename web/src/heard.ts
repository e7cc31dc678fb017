// What has happened between two looks at a table, in sentences for those who listen instead of looking.

import { isStandIn } from "./bots.ts";
import { named, personAt } from "./people.ts";
import { signed } from "./signed.ts";
import { t } from "./texts/language.svelte.ts";
import type { SeatSeen, State, View } from "./wire.ts";
import { wordOf } from "./words.ts";

type Sentences = readonly (string | null | false)[];

/** Everything worth telling, in the order in which it matters. */
export function heardBetween(before: State, after: State): readonly string[] {
  const told: Sentences = [
    ...people(before, after),
    ...(after.view ? game(before, after, after.view) : lobby(before, after)),
  ];
  return told.filter((sentence) => typeof sentence === "string");
}

// Who is there.

function people(before: State, after: State): Sentences {
  const known = new Map(after.seats.map((one) => [one, earlier(one, before, after)]));
  const gone = before.seats.filter((one) => ![...known.values()].includes(one));
  const [host, was] = [hostOf(after), hostOf(before)];
  return [
    ...[...known].map(([now, then]) => changed(then, now)),
    ...gone.map((one) => t().heard.left(one.name)),
    host && was && known.get(host) !== was ? newHost(after) : null,
  ];
}

/** The same person before: by name, since seats move up in the lobby, or by colour after a renaming. */
function earlier(one: SeatSeen, before: State, after: State): SeatSeen | undefined {
  const isNameKept = (then: SeatSeen) => after.seats.some((now) => now.name === then.name);
  return (
    before.seats.find((then) => then.name === one.name) ??
    before.seats.find((then) => then.colour === one.colour && !isNameKept(then))
  );
}

function changed(then: SeatSeen | undefined, now: SeatSeen): string | null {
  const { came, went, renamed, standIn } = t().heard;
  if (!then) return now.present ? came(now.name) : null; // a bot that is still on its way
  if (then.name !== now.name) return renamed(then.name, now.name);
  if (isStandIn(now)) return isStandIn(then) ? null : standIn(now.name);
  if (isStandIn(then)) return now.present ? came(now.name) : went(now.name);
  if (then.present === now.present) return null;
  return now.present ? came(now.name) : went(now.name);
}

function hostOf(state: State): SeatSeen | undefined {
  return state.host === null ? undefined : state.seats[state.host];
}

function newHost(after: State): string {
  return after.host === after.seat ? t().heard.youHost : t().heard.host(hostOf(after)?.name ?? "?");
}

// In the lobby.

function lobby(before: State, after: State): Sentences {
  const { lobby, ready, settled } = t().heard;
  if (before.view) return [lobby];
  const wereReady = before.seats.filter((one) => one.ready).map((one) => one.name);
  const areReady = after.seats.flatMap((one, seat) =>
    one.ready && !wereReady.includes(one.name) ? [seat] : [],
  );
  const isSettled = JSON.stringify(before.settings) !== JSON.stringify(after.settings);
  return [
    areReady.length > 0 && ready(named(after.seats, areReady)),
    isSettled && after.seat !== after.host && settled(hostOf(after)?.name ?? "?"),
  ];
}

// In a game.

function game(before: State, after: State, now: View): Sentences {
  const then = before.view;
  const isNewPart = then?.phase !== now.phase || then.round !== now.round || then.artist !== now.artist;
  const deeds = then && then.round === now.round ? drawing(then, now, after) : [];
  const part = isNewPart && phase(now, after);
  // While all draw, deeds follow; later they belong to what is over.
  const isDrawing = now.phase === "drawing";
  return [isDrawing && part, ...deeds, !isDrawing && part, ...(isNewPart ? shown(now, after) : [])];
}

function drawing(then: View, now: View, { seats, seat }: State): Sentences {
  const { finished, hurry, youHurry, motion, replaced } = t().heard;
  const isReplaced =
    now.phase === "reading" &&
    then.phase === "reading" &&
    JSON.stringify(then.holder) !== JSON.stringify(now.holder);
  return [
    ...now.players.map(
      (one, place) => one.finished && !then.players[place]?.finished && finished(personAt(seats, place).name),
    ),
    now.phase === "drawing" && piles(then, now, seats),
    now.hurry !== null &&
      then.hurry === null &&
      (now.hurry === seat ? youHurry : hurry(personAt(seats, now.hurry).name)),
    now.motion !== null && then.motion === null && motion(personAt(seats, now.motion.by).name),
    isReplaced && replaced,
  ];
}

/** All piles that have grown, in one sentence: how high they are is what matters (R30). */
function piles(then: View, now: View, seats: State["seats"]): string | null {
  const { piles, pile } = t().heard;
  const grown = now.players.flatMap((one, place) =>
    one.pile.length > (then.players[place]?.pile.length ?? 0)
      ? [pile(personAt(seats, place).name, one.pile.length)]
      : [],
  );
  return grown.length ? piles(grown.join(", ")) : null;
}

function phase(now: View, { seats, words }: State): string | null {
  const { heard } = t();
  const artist = now.artist === null ? undefined : now.players[now.artist];
  switch (now.phase) {
    case "choosing":
      return heard.choosing(now.round);
    case "reading":
      return heard.reading(now.round);
    case "drawing":
      return heard.drawing;
    case "word": {
      const word = artist?.word ? wordOf(artist.word, now.holder, words) : "?";
      return heard.revealing(personAt(seats, now.artist ?? 0).name, word);
    }
    case "praising":
      return heard.praising;
    case "over":
      return heard.over(named(seats, now.winners));
    default:
      return null;
  }
}

/** What has been turned over: a pile, or the scores of a round. */
function shown(now: View, { seats }: State): Sentences {
  if (now.phase === "pile" && now.artist !== null) return [turned(now, now.artist, seats)];
  if (now.phase === "scores" && now.score) return scores(now, seats);
  return [];
}

function turned(now: View, artist: number, seats: State["seats"]): string {
  const { right, noneRight, fault } = t().heard;
  const player = now.players[artist];
  if (player?.fault) return fault(personAt(seats, artist).name);
  const { name } = personAt(seats, artist);
  const guessers = player?.pile.filter((card) => card.fate === "right").map((card) => card.guesser) ?? [];
  return guessers.length ? right(name, named(seats, guessers)) : noneRight(name);
}

function scores({ round, score }: View, seats: State["seats"]): Sentences {
  const { scores, scored, blackSheep } = t().heard;
  const all =
    score?.players.map(({ stars }, place) => scored(personAt(seats, place).name, signed(stars))) ?? [];
  const sheep = score?.black_sheep ?? null;
  return [scores(round, all.join(", ")), sheep !== null && blackSheep(personAt(seats, sheep).name)];
}
