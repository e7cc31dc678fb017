// How much of a growing line is to be seen: points come in batches and are played out in the time they were drawn in.

import type { Point, PointList } from "../points.ts";
import { TICK_MS } from "../wire.ts";

const FARTHEST_BEHIND = 80 / TICK_MS; // ticks; whatever is older is shown at once
const LONGEST_PAUSE = 32 / TICK_MS; // ticks; nobody waits for a hand that lay still
const FRAME_MS = 16;

export class Playhead {
  /** How many points are to be seen. */
  shown = 0;
  #tick = 0;
  #at = 0;
  #isBehind = false;

  /** Move on; the point that the pencil has reached between two, or null where it is at one. */
  advance(points: PointList, now: number): Point | null {
    const first = points.at(0);
    const newest = points.at(-1);
    if (!first || !newest) return null;
    // Time that passed while there was nothing to show does not count: else every batch would be shown at once.
    const passed = this.#isBehind ? now - this.#at : Math.min(now - this.#at, FRAME_MS);
    this.#at = now;
    this.#tick = this.shown ? this.#tick + passed / TICK_MS : first.tick;
    const next = points.at(this.shown);
    if (next) this.#tick = Math.max(this.#tick, next.tick - LONGEST_PAUSE);
    this.#tick = Math.min(newest.tick, Math.max(this.#tick, newest.tick - FARTHEST_BEHIND));
    while (this.shown < points.length && (points.at(this.shown)?.tick ?? 0) <= this.#tick) this.shown++;
    this.#isBehind = this.shown < points.length;
    return this.#between(points.at(this.shown - 1), points.at(this.shown));
  }

  #between(one: Point | undefined, other: Point | undefined): Point | null {
    if (!one || !other) return null;
    const part = (this.#tick - one.tick) / (other.tick - one.tick);
    if (part <= 0) return null;
    return {
      x: one.x + part * (other.x - one.x),
      y: one.y + part * (other.y - one.y),
      pressure: one.pressure + part * (other.pressure - one.pressure),
      tick: this.#tick,
    };
  }
}
