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
    let due = this.#known;
    while (due < mark.points.length && (mark.points.at(due)?.tick ?? 0) + late <= tick) due++;
    if (due > this.#known) {
      const points = mark.points.slice(this.#known, due);
      this.#sheet.add({ place: this.#place, known: this.#known, marks: [{ ...mark, points }] });
      this.#known = due;
    }
    return due === mark.points.length;
  }
}

/** Only lines know their time: everything else was done between two of them. */
function timed(marks: readonly Mark[], longestPause: number): Timed[] {
  const all: Timed[] = [];
  let end = 0; // of what was done last
  let before = 0; // the same, by the points themselves
  const firsts = firstTicks(marks);
  for (const [place, mark] of marks.entries()) {
    const first = firsts[place] ?? before;
    const gap = Math.min(Math.max(0, first - before), longestPause);
    const begins = end + (mark.mark === "line" ? gap : Math.round(gap / 2));
    const made = { mark, begins, late: mark.mark === "line" ? begins - first : 0 };
    all.push(made);
    end = endOf(made);
    before = mark.mark === "line" ? (mark.points.at(-1)?.tick ?? before) : before + Math.round(gap / 2);
  }
  return all;
}

/** For every mark, when the first line from there on began. */
function firstTicks(marks: readonly Mark[]): (number | undefined)[] {
  let next: number | undefined;
  const ticks = marks.toReversed().map((mark) => {
    if (mark.mark === "line") next = mark.points.at(0)?.tick;
    return next;
  });
  return ticks.toReversed();
}

function endOf({ mark, begins, late }: Timed): number {
  return mark.mark === "line" ? (mark.points.at(-1)?.tick ?? 0) + late : begins;
}
