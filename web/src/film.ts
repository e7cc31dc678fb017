// A finished game as a film: long waits are cut short, and what one wants to look at stays long enough.

import type { Redrawing } from "./redrawing.ts";
import type { Replay } from "./replay.ts";
import type { Phase, View } from "./wire.ts";
import { TICK_MS } from "./wire.ts";

/** Something that is shown for a while: reading, drawing, a word, a pile, the scores. */
export interface Scene {
  readonly at: number; // in the film
  readonly ends: number;
  readonly view: View; // as it began
}

/** A moment in the game, and where it is in the film. */
interface Knot {
  readonly game: number;
  readonly film: number;
}

export const BEAT_MS = 420; // in which one card of a pile is turned, or settles

const LONGEST_WAIT_MS = 1_200;
const SHORTEST_MS: Readonly<Partial<Record<Phase, number>>> = {
  reading: 3_000,
  word: 2_500,
  scores: 5_000,
  praising: 2_500,
};

export class Film {
  readonly lasts: number;
  readonly scenes: readonly Scene[];
  readonly #knots: readonly Knot[];

  /** `ink` has the redrawing of every drawing of the game, in their order. */
  constructor(replay: Replay, ink: readonly Redrawing[]) {
    const begins = replay.steps.filter((step, index) => isNew(step.view, replay.steps[index - 1]?.view));
    const looks = new Map(begins.map((step) => [step.at_ms, shortest(step.view)]));
    this.#knots = knots(moments(replay, ink), looks);
    this.lasts = this.#knots.at(-1)?.film ?? 0;
    this.scenes = begins.map((step, index) => ({
      at: this.filmAt(step.at_ms),
      ends: this.filmAt(begins[index + 1]?.at_ms ?? Number.POSITIVE_INFINITY),
      view: step.view,
    }));
  }

  /** What time it was in the game. */
  gameAt(film: number): number {
    return between(this.#knots, film, "film", "game");
  }

  /** Where in the film a moment of the game is. */
  filmAt(game: number): number {
    return between(this.#knots, game, "game", "film");
  }

  /** What is on. */
  sceneAt(film: number): Scene | null {
    return this.scenes.findLast((scene) => scene.at <= film) ?? null;
  }
}

function isNew(view: View, before: View | undefined): boolean {
  return view.phase !== before?.phase || view.round !== before.round || view.artist !== before.artist;
}

function shortest({ phase, artist, players }: View): number {
  if (phase !== "pile" || artist === null) return SHORTEST_MS[phase] ?? 0;
  return (2 * (players[artist]?.pile.length ?? 0) + 3) * BEAT_MS;
}

/** When anything happened, and how many lines more (or less) were being drawn from then on. */
function moments({ steps, drawings, lasted_ms }: Replay, ink: readonly Redrawing[]): Map<number, number> {
  const all = new Map([0, lasted_ms, ...steps.map((step) => step.at_ms)].map((at) => [at, 0]));
  const note = (at: number, lines: number): void => {
    const until = Math.min(lasted_ms, Math.round(at));
    all.set(until, (all.get(until) ?? 0) + lines);
  };
  drawings.forEach(({ began_ms }, index) => {
    for (const [begins, ends] of ink[index]?.spans ?? []) {
      note(began_ms + begins * TICK_MS, 1);
      note(began_ms + ends * TICK_MS, -1);
    }
  });
  return all;
}

function knots(moments: ReadonlyMap<number, number>, looks: ReadonlyMap<number, number>): Knot[] {
  const game = [...moments.keys()].sort((one, other) => one - other);
  let [film, lines] = [0, 0];
  return game.map((at, index) => {
    const knot = { game: at, film };
    lines += moments.get(at) ?? 0;
    const wait = (game[index + 1] ?? at) - at;
    film += Math.max(lines ? wait : Math.min(wait, LONGEST_WAIT_MS), looks.get(at) ?? 0);
    return knot;
  });
}

function between(all: readonly Knot[], at: number, from: keyof Knot, to: keyof Knot): number {
  const next = all.findIndex((knot) => knot[from] > at);
  const [one, other] = next < 0 ? [all.at(-1), undefined] : [all[next - 1], all[next]];
  if (!one) return 0;
  if (!other) return one[to];
  return one[to] + ((at - one[from]) / (other[from] - one[from])) * (other[to] - one[to]);
}
