// A random but reproducible drawing, at a pace measured on people.

import type { Mark, Point } from "../../ink/sheet.ts";
import { LONG, SHORT, TICK_MS } from "../../wire/ink.ts";

const POINTS_PER_S = 90; // between a mouse and a good pen
const STROKE_S = [0.15, 1.6] as const; // duration of a stroke
const PAUSE_S = [0.15, 0.7] as const;
const UNITS_PER_S = [700, 3200] as const; // speed of the hand
const UNDO_PROBABILITY = 0.04; // per stroke

/** Seeded random numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What one person draws in `seconds`; the tick of a mark's last point is its time. */
export function randomDrawing(seconds: number, seed: number): Mark[] {
  const random = seededRandom(seed);
  const marks: Mark[] = [];
  const isPen = random() < 0.5;
  let now = 0;
  while (now < seconds) {
    const duration = between(random, STROKE_S);
    marks.push({
      mark: "stroke",
      width: Math.floor(random() * 4),
      points: strokePoints(random, now, duration, isPen),
    });
    if (random() < UNDO_PROBABILITY) marks.push({ mark: "undo" });
    now += duration + between(random, PAUSE_S);
  }
  return marks;
}

function between(random: () => number, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least);
}

/** A stroke of varying curvature that reflects off the edges. */
function strokePoints(random: () => number, begin: number, duration: number, isPen: boolean): Point[] {
  const points: Point[] = [];
  const count = Math.max(1, Math.round(duration * POINTS_PER_S));
  const step = between(random, UNITS_PER_S) / POINTS_PER_S;
  let [x, y] = [random() * SHORT, random() * LONG];
  let angle = random() * 2 * Math.PI;
  let turn = 0;
  for (let number = 0; number < count; number++) {
    turn = turn * 0.9 + (random() - 0.5) * 0.12;
    angle += turn;
    x = reflected(x + step * Math.cos(angle), SHORT);
    y = reflected(y + step * Math.sin(angle), LONG);
    const pressure = isPen ? 40 + 170 * Math.sin((Math.PI * (number + 1)) / (count + 1)) : 128;
    points.push({
      x: Math.round(x),
      y: Math.round(y),
      pressure: Math.round(pressure),
      tick: Math.round(((begin + number / POINTS_PER_S) * 1000) / TICK_MS),
    });
  }
  return points;
}

function reflected(value: number, most: number): number {
  return Math.abs(value) > most ? Math.max(0, 2 * most - value) : Math.abs(value);
}
