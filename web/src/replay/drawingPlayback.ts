// Replays a drawing stroke by stroke at the pace it was drawn.

import { applyPiece } from "../ink/codec.ts";
import type { Mark } from "../ink/sheet.ts";
import { Sheet } from "../ink/sheet.ts";

/** A mark, its start time, and its delay relative to the ticks of its points. */
interface TimedMark {
  readonly mark: Mark;
  readonly start: number;
  readonly delay: number;
}

export class DrawingPlayback {
  /** Duration in ticks. */
  readonly duration: number;
  /** The finished drawing. */
  readonly whole = new Sheet();
  readonly #marks: readonly TimedMark[];
  #sheet = new Sheet();
  #tick = 0;
  #place = 0;
  #known = 0;

  /** Pauses between strokes are cut to `maxPause` ticks. */
  constructor(ink: Uint8Array, maxPause = Number.POSITIVE_INFINITY) {
    applyPiece(ink, this.whole);
    this.#marks = timeMarks(this.whole.marks, maxPause);
    const last = this.#marks.at(-1);
    this.duration = last ? endOf(last) : 0;
  }

  /** Start and end of every mark, in ticks. */
  get spans(): readonly (readonly [start: number, end: number])[] {
    return this.#marks.map((timed) => [timed.start, endOf(timed)]);
  }

  /** The sheet at a tick; the same object as long as time moves forward. */
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

  /** Add the due part of the next mark; return whether it is complete. */
  #add(tick: number): boolean {
    const next = this.#marks[this.#place];
    if (!next || next.start > tick) return false;
    const { mark, delay } = next;
    if (mark.mark !== "stroke") {
      this.#sheet.add({ place: this.#place, known: 0, marks: [mark] });
      return true;
    }
    let due = this.#known;
    while (due < mark.points.length && (mark.points.at(due)?.tick ?? 0) + delay <= tick) due++;
    if (due > this.#known) {
      const points = mark.points.slice(this.#known, due);
      this.#sheet.add({ place: this.#place, known: this.#known, marks: [{ ...mark, points }] });
      this.#known = due;
    }
    return due === mark.points.length;
  }
}

/** Time all marks; only strokes have timestamps, so the others are placed between two strokes. */
function timeMarks(marks: readonly Mark[], maxPause: number): TimedMark[] {
  const all: TimedMark[] = [];
  let end = 0; // of the last mark
  let before = 0; // the same in the ticks of the points
  const firsts = firstTicks(marks);
  for (const [place, mark] of marks.entries()) {
    const first = firsts[place] ?? before;
    const gap = Math.min(Math.max(0, first - before), maxPause);
    const start = end + (mark.mark === "stroke" ? gap : Math.round(gap / 2));
    const timed = { mark, start, delay: mark.mark === "stroke" ? start - first : 0 };
    all.push(timed);
    end = endOf(timed);
    before = mark.mark === "stroke" ? (mark.points.at(-1)?.tick ?? before) : before + Math.round(gap / 2);
  }
  return all;
}

/** For every mark, the first tick of the next stroke. */
function firstTicks(marks: readonly Mark[]): (number | undefined)[] {
  let next: number | undefined;
  const ticks = marks.toReversed().map((mark) => {
    if (mark.mark === "stroke") next = mark.points.at(0)?.tick;
    return next;
  });
  return ticks.toReversed();
}

function endOf({ mark, start, delay }: TimedMark): number {
  return mark.mark === "stroke" ? (mark.points.at(-1)?.tick ?? 0) + delay : start;
}
