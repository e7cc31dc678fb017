// The points of a stroke, packed into a typed array: six full sheets have 720,000, too many for an object each.

import { SHORT_STEPS } from "../wire/ink.ts";

/** Position, pressure and time of the pencil. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly tick: number;
}

/** A sequence of points: an array or packed points. */
export interface PointList extends Iterable<Point> {
  readonly length: number;
  at(index: number): Point | undefined;
  slice(begin?: number, end?: number): PointList;
}

const WORDS_PER_POINT = 2; // position and pressure; tick

/** Packed points; append-only. */
export class Points implements PointList {
  length = 0;
  // Bounding box and maximum pressure.
  left = Number.POSITIVE_INFINITY;
  top = Number.POSITIVE_INFINITY;
  right = 0;
  bottom = 0;
  maxPressure = 0;
  /** Sum of all deltas along either axis that don't fit into one byte, in grid units. */
  travel = 0;
  #numbers: Uint32Array;
  #x = 0;
  #y = 0;

  constructor(capacity = 4) {
    this.#numbers = new Uint32Array(WORDS_PER_POINT * capacity);
  }

  static of(points: PointList): Points {
    const packed = new Points(points.length);
    packed.append(points);
    return packed;
  }

  /** Append a point that is on the grid (see `isOnGrid`). */
  push(x: number, y: number, pressure: number, tick: number): void {
    const at = WORDS_PER_POINT * this.length;
    if (at === this.#numbers.length) this.#enlarge();
    this.#numbers[at] = x | (y << 12) | (pressure << 24);
    this.#numbers[at + 1] = tick;
    if (this.length) this.travel += travelCost(x - this.#x) + travelCost(y - this.#y);
    this.#x = x;
    this.#y = y;
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
    if (pressure > this.maxPressure) this.maxPressure = pressure;
    this.length += 1;
  }

  append(points: PointList): void {
    for (const { x, y, pressure, tick } of points) this.push(x, y, pressure, tick);
  }

  at(index: number): Point | undefined {
    const number = index < 0 ? this.length + index : index;
    if (number < 0 || number >= this.length) return undefined;
    const place = this.#numbers[WORDS_PER_POINT * number] ?? 0;
    return {
      x: place & 0xfff,
      y: (place >>> 12) & 0xfff,
      pressure: place >>> 24,
      tick: this.#numbers[WORDS_PER_POINT * number + 1] ?? 0,
    };
  }

  slice(begin = 0, end = this.length): Points {
    const part = new Points(Math.max(1, end - begin));
    for (let number = begin; number < Math.min(end, this.length); number++) {
      const point = this.at(number);
      if (point) part.push(point.x, point.y, point.pressure, point.tick);
    }
    return part;
  }

  /** Whether the first `count` points equal those of another stroke. */
  startsLike(other: Points, count: number): boolean {
    if (count > this.length || count > other.length) return false;
    for (let at = 0; at < WORDS_PER_POINT * count; at++)
      if (this.#numbers[at] !== other.#numbers[at]) return false;
    return true;
  }

  *[Symbol.iterator](): Iterator<Point> {
    for (let number = 0; number < this.length; number++) yield this.at(number) as Point;
  }

  #enlarge(): void {
    const larger = new Uint32Array(Math.max(8, 2 * this.#numbers.length));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

/** Sum of the deltas that don't fit into one byte, starting from `before`. */
export function travelOf(points: PointList, before: Point | null): number {
  let last = before;
  let travel = 0;
  for (const point of points) {
    if (last) travel += travelCost(point.x - last.x) + travelCost(point.y - last.y);
    last = point;
  }
  return travel;
}

function travelCost(step: number): number {
  return step >= SHORT_STEPS[0] && step <= SHORT_STEPS[1] ? 0 : Math.abs(step);
}
