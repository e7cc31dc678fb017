// What ink may cost in one frame, so that nobody's drawing can take the page away from whoever looks at it.

// A unit is about a microsecond of an ordinary computer, most of which the browser takes to paint after our code has
// ended: one step of a line of even pressure. So a frame costs some four milliseconds; a computer that is slower is
// noticed by the clock, which sees only our own part of it.
export const FRAME_UNITS = 4_000;
const FIRST_UNITS = 1_000;
const FRAME_MS = 1.5;
const LEAST_UNITS = 600;
const LATE_MS = 25; // from one frame to the next: the last one cost too much
const LESS = 0.7;
const MORE = 1.1;

export type Clock = () => number;

const wallClock: Clock = () => performance.now();

/** An amount of work that ends after so many units, or at a time. */
export class Slice {
  units: number;
  readonly #until: number;
  readonly #clock: Clock;

  constructor(units: number, ms: number, clock = wallClock) {
    this.units = units;
    this.#until = clock() + ms;
    this.#clock = clock;
  }

  /** As much as there is to do. */
  static endless(): Slice {
    return new Slice(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  get isOver(): boolean {
    return this.units <= 0 || this.#clock() >= this.#until;
  }

  spend(units: number): void {
    this.units -= units;
  }

  /** A part of it, of which `use` says whether it was too little; what is not used stays. */
  lend(part: number, use: (part: Slice) => boolean): boolean {
    const lent = new Slice(this.units * part, (this.#until - this.#clock()) * part, this.#clock);
    const begun = lent.units;
    const isMore = use(lent) && lent.isOver;
    this.units -= begun - lent.units;
    return isMore;
  }
}

/** The slices of one frame after another: smaller while frames come late, since painting goes on behind our back. */
export class Budget {
  readonly #clock: Clock;
  #units = FIRST_UNITS;
  #last: number | null = null; // when the last frame began, if there was too much to do in it

  constructor(clock = wallClock) {
    this.#clock = clock;
  }

  /** The slice of the frame that begins now. */
  next(now: number): Slice {
    if (this.#last !== null) {
      const changed = this.#units * (now - this.#last > LATE_MS ? LESS : MORE);
      this.#units = Math.min(FRAME_UNITS, Math.max(LEAST_UNITS, changed));
    }
    this.#last = null;
    return new Slice(this.#units, FRAME_MS, this.#clock);
  }

  /** There was more to do than fitted into the frame that began at a time. */
  exhausted(now: number): void {
    this.#last = now;
  }
}
