// Plays out a growing stroke smoothly: points arrive in batches and are shown at the pace they were drawn.

import type { Point, PointList } from "../../ink/points.ts";
import { TICK_MS } from "../../wire/ink.ts";

const MAX_LAG = 80 / TICK_MS; // ticks; older points are shown immediately
const MAX_PAUSE = 32 / TICK_MS; // ticks; longer pauses are skipped
const FRAME_MS = 16;

export class StrokePlayback {
  /** Number of visible points. */
  shown = 0;
  #tick = 0;
  #at = 0;
  #isBehind = false;

  /** Advance to `now`; return the tip between two points, or null if it is exactly at one. */
  advance(points: PointList, now: number): Point | null {
    const first = points.at(0);
    const newest = points.at(-1);
    if (!first || !newest) return null;
    // Idle time doesn't count, or every batch would be shown at once.
    const elapsed = this.#isBehind ? now - this.#at : Math.min(now - this.#at, FRAME_MS);
    this.#at = now;
    this.#tick = this.shown ? this.#tick + elapsed / TICK_MS : first.tick;
    const next = points.at(this.shown);
    if (next) this.#tick = Math.max(this.#tick, next.tick - MAX_PAUSE);
    this.#tick = Math.min(newest.tick, Math.max(this.#tick, newest.tick - MAX_LAG));
    while (this.shown < points.length && (points.at(this.shown)?.tick ?? 0) <= this.#tick) this.shown++;
    this.#isBehind = this.shown < points.length;
    return this.#interpolate(points.at(this.shown - 1), points.at(this.shown));
  }

  #interpolate(one: Point | undefined, other: Point | undefined): Point | null {
    if (!one || !other) return null;
    const share = (this.#tick - one.tick) / (other.tick - one.tick);
    if (share <= 0) return null;
    return {
      x: one.x + share * (other.x - one.x),
      y: one.y + share * (other.y - one.y),
      pressure: one.pressure + share * (other.pressure - one.pressure),
      tick: this.#tick,
    };
  }
}
