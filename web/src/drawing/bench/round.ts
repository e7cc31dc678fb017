// A round as people draw: made up, always the same for the same seed, at a pace that was measured on people.

import type { Mark, Point } from "../../sheet.ts";
import { LONG, SHORT, TICK_MS } from "../../wire.ts";

const POINTS_PER_S = 90; // between a mouse and a good pen
const LINE_S = [0.15, 1.6] as const; // from pencil down to pencil up
const PAUSE_S = [0.15, 0.7] as const;
const UNITS_PER_S = [700, 3200] as const; // how fast a hand goes
const UNDONE = 0.04; // of all lines

/** Chance that can be repeated (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What one person draws in so many seconds; the tick of a mark's last point says when it was done. */
export function drawing(seconds: number, seed: number): Mark[] {
  const random = chance(seed);
  const marks: Mark[] = [];
  const isPen = random() < 0.5;
  let now = 0;
  while (now < seconds) {
    const duration = between(random, LINE_S);
    marks.push({ mark: "line", width: Math.floor(random() * 4), points: line(random, now, duration, isPen) });
    if (random() < UNDONE) marks.push({ mark: "undo" });
    now += duration + between(random, PAUSE_S);
  }
  return marks;
}

function between(random: () => number, [least, most]: readonly [number, number]): number {
  return least + random() * (most - least);
}

/** A line that curves, now more, now less, and turns back at the edges. */
function line(random: () => number, begin: number, duration: number, isPen: boolean): Point[] {
  const points: Point[] = [];
  const count = Math.max(1, Math.round(duration * POINTS_PER_S));
  const step = between(random, UNITS_PER_S) / POINTS_PER_S;
  let [x, y] = [random() * SHORT, random() * LONG];
  let way = random() * 2 * Math.PI;
  let turn = 0;
  for (let number = 0; number < count; number++) {
    turn = turn * 0.9 + (random() - 0.5) * 0.12;
    way += turn;
    x = reflected(x + step * Math.cos(way), SHORT);
    y = reflected(y + step * Math.sin(way), LONG);
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
