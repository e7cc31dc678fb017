// The points of a line, packed into numbers: six full sheets have 720,000 of them, too many for an object each.

/** Where the pencil was, how hard it was pressed, and when. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly tick: number;
}

/** Points in their order: an array of them, or packed ones. */
export interface PointList extends Iterable<Point> {
  readonly length: number;
  at(index: number): Point | undefined;
  slice(begin?: number, end?: number): PointList;
}

const NUMBERS = 2; // for a point: place and pressure, and its tick
const FREE_STEP = [-64, 63] as const; // along an axis: fits into one byte

/** Packed points, which only grow. */
export class Points implements PointList {
  length = 0;
  // The rectangle they lie in, and the hardest pressure.
  left = Number.POSITIVE_INFINITY;
  top = Number.POSITIVE_INFINITY;
  right = 0;
  bottom = 0;
  hardest = 0;
  /** Grid units of all steps along an axis that do not fit into a byte. */
  travel = 0;
  #numbers: Uint32Array;
  #x = 0;
  #y = 0;

  constructor(capacity = 4) {
    this.#numbers = new Uint32Array(NUMBERS * capacity);
  }

  static of(points: PointList): Points {
    const packed = new Points(points.length);
    packed.append(points);
    return packed;
  }

  /** Add a point, which has to be possible (see `isPossible`). */
  push(x: number, y: number, pressure: number, tick: number): void {
    const at = NUMBERS * this.length;
    if (at === this.#numbers.length) this.#enlarge();
    this.#numbers[at] = x | (y << 12) | (pressure << 24);
    this.#numbers[at + 1] = tick;
    if (this.length) this.travel += cost(x - this.#x) + cost(y - this.#y);
    this.#x = x;
    this.#y = y;
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
    if (pressure > this.hardest) this.hardest = pressure;
    this.length += 1;
  }

  append(points: PointList): void {
    for (const { x, y, pressure, tick } of points) this.push(x, y, pressure, tick);
  }

  at(index: number): Point | undefined {
    const number = index < 0 ? this.length + index : index;
    if (number < 0 || number >= this.length) return undefined;
    const place = this.#numbers[NUMBERS * number] ?? 0;
    return {
      x: place & 0xfff,
      y: (place >>> 12) & 0xfff,
      pressure: place >>> 24,
      tick: this.#numbers[NUMBERS * number + 1] ?? 0,
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

  /** Are the first points the same as those of another line? */
  beginsAs(other: Points, count: number): boolean {
    if (count > this.length || count > other.length) return false;
    for (let at = 0; at < NUMBERS * count; at++) if (this.#numbers[at] !== other.#numbers[at]) return false;
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

/** How far points lead from another one, and from each other: all steps along an axis that do not fit into a byte. */
export function travelled(points: PointList, before: Point | null): number {
  let last = before;
  let travel = 0;
  for (const point of points) {
    if (last) travel += cost(point.x - last.x) + cost(point.y - last.y);
    last = point;
  }
  return travel;
}

function cost(step: number): number {
  return step >= FREE_STEP[0] && step <= FREE_STEP[1] ? 0 : Math.abs(step);
}
