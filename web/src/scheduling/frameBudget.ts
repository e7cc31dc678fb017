// How much work ink may cost per animation frame, so that a costly drawing can't make the page unresponsive.

// One unit is about a microsecond on an ordinary computer: one step of a stroke of even pressure. Most of it is spent
// by the browser, painting after our code has returned, so a full frame costs about four milliseconds. The time limit
// catches slower computers, although it only measures our own part.
export const MAX_FRAME_UNITS = 4_000;
const INITIAL_UNITS = 1_000;
const FRAME_MS = 1.5;
const MIN_UNITS = 600;
const LATE_MS = 25; // between two frames; more means that the last one cost too much
const DECREASE = 0.7;
const INCREASE = 1.1;

export type TimeSource = () => number;

const pageTime: TimeSource = () => performance.now();

/** A share of a frame, limited in both units and time. */
export class TimeSlice {
  units: number;
  readonly #until: number;
  readonly #clock: TimeSource;

  constructor(units: number, ms: number, clock = pageTime) {
    this.units = units;
    this.#until = clock() + ms;
    this.#clock = clock;
  }

  /** A slice without limits. */
  static unlimited(): TimeSlice {
    return new TimeSlice(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  get isOver(): boolean {
    return this.units <= 0 || this.#clock() >= this.#until;
  }

  spend(units: number): void {
    this.units -= units;
  }

  /** Lend a share to `use`, which returns whether it has more to do; true if the share was too small for it. */
  lend(share: number, use: (slice: TimeSlice) => boolean): boolean {
    const lent = new TimeSlice(this.units * share, (this.#until - this.#clock()) * share, this.#clock);
    const units = lent.units;
    const isMore = use(lent) && lent.isOver;
    this.units -= units - lent.units;
    return isMore;
  }
}

/** Adapts the slice of each frame: smaller while frames are late, since the browser paints after our code. */
export class FrameBudget {
  readonly #clock: TimeSource;
  #units = INITIAL_UNITS;
  #last: number | null = null; // start of the last frame, if it used up its budget

  constructor(clock = pageTime) {
    this.#clock = clock;
  }

  /** Return the slice for the frame starting now. */
  next(now: number): TimeSlice {
    if (this.#last !== null) {
      const changed = this.#units * (now - this.#last > LATE_MS ? DECREASE : INCREASE);
      this.#units = Math.min(MAX_FRAME_UNITS, Math.max(MIN_UNITS, changed));
    }
    this.#last = null;
    return new TimeSlice(this.#units, FRAME_MS, this.#clock);
  }

  /** Record that there was more work than fitted into the frame that started at `now`. */
  exhausted(now: number): void {
    this.#last = now;
  }
}
