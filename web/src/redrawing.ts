// A drawing once more, line by line, in the time it was drawn in.

import { take } from "./ink.ts";
import type { Mark } from "./sheet.ts";
import { Sheet } from "./sheet.ts";

/** A mark, when it was made, and by how much later than its points say. */
interface Timed {
  readonly mark: Mark;
  readonly begins: number;
  readonly late: number;
}

export class Redrawing {
  /** Ticks after which it is complete. */
  readonly lasts: number;
  /** All of it. */
  readonly whole = new Sheet();
  readonly #marks: readonly Timed[];
  #sheet = new Sheet();
  #tick = 0;
  #place = 0;
  #known = 0;

  /** `longestPause` is how many ticks there are at most from one line to the next. */
  constructor(ink: Uint8Array, longestPause = Number.POSITIVE_INFINITY) {
    take(ink, this.whole);
    this.#marks = timed(this.whole.marks, longestPause);
    const last = this.#marks.at(-1);
    this.lasts = last ? endOf(last) : 0;
  }

  /** When everything that was done began and ended, in ticks. */
  get spans(): readonly (readonly [begins: number, ends: number])[] {
    return this.#marks.map((one) => [one.begins, endOf(one)]);
  }

  /** The sheet as it was at a tick; while time goes on it is the same one, which grows. */
  at(tick: number): Sheet {
    if (tick < this.#tick) this.#rewind();
    this.#tick = tick;
    while (this.#add(tick)) {
      this.#place += 1;
      this.#known = 0;
    }
    return this.#sheet;
  }

  #rewind(): void {
    this.#sheet = new Sheet();
    this.#place = 0;
    this.#known = 0;
  }

  /** Add what is due of the next mark; says whether that is all of it. */
  #add(tick: number): boolean {
    const next = this.#marks[this.#place];
    if (!next || next.begins > tick) return false;
    const { mark, late } = next;
    if (mark.mark !== "line") {
      this.#sheet.add({ place: this.#place, known: 0, marks: [mark] });
      return true;
    }
    const rest = mark.points.slice(this.#known);
    const points = rest.filter((point) => point.tick + late <= tick);
    if (points.length) {
      this.#sheet.add({ place: this.#place, known: this.#known, marks: [{ ...mark, points }] });
      this.#known += points.length;
    }
    return points.length === rest.length;
  }
}

/** Only lines know their time: everything else was done between two of them. */
function timed(marks: readonly Mark[], longestPause: number): Timed[] {
  const all: Timed[] = [];
  let end = 0; // of what was done last
  let before = 0; // the same, by the points themselves
  for (const [place, mark] of marks.entries()) {
    const next = marks.slice(place).find((one) => one.mark === "line");
    const first = next?.points[0]?.tick ?? before;
    const gap = Math.min(Math.max(0, first - before), longestPause);
    const begins = end + (mark.mark === "line" ? gap : Math.round(gap / 2));
    const made = { mark, begins, late: mark.mark === "line" ? begins - first : 0 };
    all.push(made);
    end = endOf(made);
    before = mark.mark === "line" ? (mark.points.at(-1)?.tick ?? before) : before + Math.round(gap / 2);
  }
  return all;
}

function endOf({ mark, begins, late }: Timed): number {
  return mark.mark === "line" ? (mark.points.at(-1)?.tick ?? 0) + late : begins;
}
