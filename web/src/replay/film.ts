// A finished game edited into a film: long waits are cut, and every scene stays long enough to read.

import { TICK_MS } from "../wire/ink.ts";
import type { Phase, View } from "../wire/messages.ts";
import type { Replay } from "../wire/replay.ts";
import type { DrawingPlayback } from "./drawingPlayback.ts";

/** One scene: reading, drawing, a word, a pile, or scores. */
export interface FilmScene {
  readonly start: number; // film time in ms
  readonly end: number;
  readonly view: View; // at its start
}

/** Maps a moment of the game to film time. */
interface Keyframe {
  readonly game: number;
  readonly film: number;
}

export const BEAT_MS = 420; // for turning one card of a pile, or showing its result

const MAX_WAIT_MS = 1_200;
const MIN_SCENE_MS: Readonly<Partial<Record<Phase, number>>> = {
  reading: 3_000,
  word: 2_500,
  scores: 5_000,
  praising: 2_500,
};

export class Film {
  readonly duration: number;
  readonly scenes: readonly FilmScene[];
  readonly #keyframes: readonly Keyframe[];

  /** `ink` has the playback of every drawing, in the same order as the replay's drawings. */
  constructor(replay: Replay, ink: readonly DrawingPlayback[]) {
    const starts = replay.steps.filter((step, index) =>
      startsScene(step.view, replay.steps[index - 1]?.view),
    );
    const minimums = new Map(starts.map((step) => [step.at_ms, minimumDuration(step.view)]));
    this.#keyframes = keyframes(moments(replay, ink), minimums);
    this.duration = this.#keyframes.at(-1)?.film ?? 0;
    this.scenes = starts.map((step, index) => ({
      start: this.filmAt(step.at_ms),
      end: this.filmAt(starts[index + 1]?.at_ms ?? Number.POSITIVE_INFINITY),
      view: step.view,
    }));
  }

  /** Convert film time to game time. */
  gameAt(film: number): number {
    return interpolate(this.#keyframes, film, "film", "game");
  }

  /** Convert game time to film time. */
  filmAt(game: number): number {
    return interpolate(this.#keyframes, game, "game", "film");
  }

  /** The scene at a film time. */
  sceneAt(film: number): FilmScene | null {
    return this.scenes.findLast((scene) => scene.start <= film) ?? null;
  }
}

function startsScene(view: View, before: View | undefined): boolean {
  return view.phase !== before?.phase || view.round !== before.round || view.artist !== before.artist;
}

function minimumDuration({ phase, artist, players }: View): number {
  if (phase !== "pile" || artist === null) return MIN_SCENE_MS[phase] ?? 0;
  return (2 * (players[artist]?.pile.length ?? 0) + 3) * BEAT_MS;
}

/** Every moment something happened, with the change in the number of strokes being drawn. */
function moments(
  { steps, drawings, lasted_ms }: Replay,
  ink: readonly DrawingPlayback[],
): Map<number, number> {
  const all = new Map([0, lasted_ms, ...steps.map((step) => step.at_ms)].map((at) => [at, 0]));
  const add = (at: number, strokes: number): void => {
    const until = Math.min(lasted_ms, Math.round(at));
    all.set(until, (all.get(until) ?? 0) + strokes);
  };
  drawings.forEach(({ began_ms }, index) => {
    for (const [start, end] of ink[index]?.spans ?? []) {
      add(began_ms + start * TICK_MS, 1);
      add(began_ms + end * TICK_MS, -1);
    }
  });
  return all;
}

function keyframes(moments: ReadonlyMap<number, number>, minimums: ReadonlyMap<number, number>): Keyframe[] {
  const game = [...moments.keys()].sort((one, other) => one - other);
  let [film, drawing] = [0, 0];
  return game.map((at, index) => {
    const keyframe = { game: at, film };
    drawing += moments.get(at) ?? 0;
    const wait = (game[index + 1] ?? at) - at;
    film += Math.max(drawing ? wait : Math.min(wait, MAX_WAIT_MS), minimums.get(at) ?? 0);
    return keyframe;
  });
}

function interpolate(all: readonly Keyframe[], at: number, from: keyof Keyframe, to: keyof Keyframe): number {
  const next = all.findIndex((keyframe) => keyframe[from] > at);
  const [one, other] = next < 0 ? [all.at(-1), undefined] : [all[next - 1], all[next]];
  if (!one) return 0;
  if (!other) return one[to];
  return one[to] + ((at - one[from]) / (other[from] - one[from])) * (other[to] - one[to]);
}
