// One artist's sheet in one round: takes the stream of marks and knows what is to be seen.
// The same, in words and in what it does, as src/pictomania/ink.

import {
  HARDEST,
  LATEST,
  LONG,
  MOST_MARKS,
  MOST_POINTS,
  MOST_POINTS_OF_A_STROKE,
  MOST_RUBBED,
  WIDTHS,
} from "./wire.ts";

/** Where the pencil was, how hard it was pressed, and when. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly tick: number;
}

/** One line from pencil down to pencil up; the last one of a sheet may still grow. */
export interface Stroke {
  readonly mark: "line";
  readonly width: number;
  readonly points: readonly Point[];
}

/** Rub out whole lines, by their places in the stream. */
export interface RubOut {
  readonly mark: "rub";
  readonly strokes: readonly number[];
}

/** Turn the sheet upright or across, while it is empty. */
export interface Turn {
  readonly mark: "turn";
  readonly across: boolean;
}

/** What an artist does: draw a line, rub out lines or everything, take back, do again, turn the sheet. */
export type Mark = Stroke | RubOut | { readonly mark: "wipe" | "undo" | "redo" } | Turn;

/** A piece of the stream from a place on; of the first mark, if it is a line, so many points are known. */
export interface Ink {
  readonly place: number;
  readonly known: number;
  readonly marks: readonly Mark[];
}

/** A place in the stream: a mark, and so many points of it if it is a line. */
export type Place = readonly [place: number, known: number];

/** Ink that no honest client sends. */
export class BadInk extends Error {}

/** Ink that goes on from what has not come here; the end of the sheet says where to go on instead. */
export class Missing extends Error {}

/** Where every line is measured from. */
export const CORNER: Point = { x: 0, y: 0, pressure: 0, tick: 0 };

/** A line on a sheet, which grows in place. */
interface Line extends Stroke {
  readonly points: Point[];
}

type Change = ReadonlySet<number>; // lines put on the sheet or taken off it; taking it back does the reverse

export class Sheet {
  across = false;
  #marks: Mark[] = [];
  #last: Line | null = null; // the last mark, if it is a line, which may still grow
  readonly #shown = new Set<number>(); // places of the lines to be seen
  #done: Change[] = []; // changes that can be taken back
  #undone: Change[] = []; // changes that can be done again
  #points = 0;
  #rubbed = 0;

  /** All that was done to it. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** The last mark, if it is a line, which may still grow. */
  get last(): Stroke | null {
    return this.#last;
  }

  /** Is nothing to be seen on it? */
  get isEmpty(): boolean {
    return this.#shown.size === 0;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** The lines to be seen by their places, in the order they were drawn. */
  get shown(): readonly number[] {
    return [...this.#shown].sort((one, other) => one - other);
  }

  /** The lines to be seen, in the order they were drawn. */
  get strokes(): readonly Stroke[] {
    return this.shown.map((place) => this.#line(place)).filter((line) => line !== null);
  }

  /** Where the stream goes on: at the last mark if it is a line, after so many points; else after it. */
  get end(): Place {
    return this.#last ? [this.#marks.length - 1, this.#last.points.length] : [this.#marks.length, 0];
  }

  /** The last point known at a place in the stream; null where it is not known here. */
  before(place: number, known: number): Point | null {
    return known === 0 ? CORNER : (this.#line(place)?.points[known - 1] ?? null);
  }

  /** Cut out what comes after a place in the stream. */
  since(place: number, known: number): Ink {
    const marks = this.#marks.slice(place);
    const [first, ...rest] = marks;
    if (!known || first?.mark !== "line") return { place, known: 0, marks };
    if (known >= first.points.length) return { place: place + 1, known: 0, marks: rest };
    return { place, known, marks: [{ ...first, points: first.points.slice(known) }, ...rest] };
  }

  /**
   * Add what is new of a piece of the stream and return it; null where nothing is.
   *
   * Throw `Missing` where some in between is missing, and `BadInk` where nobody can have drawn it; change
   * nothing then. Marks that have come to mean nothing are kept and do nothing.
   */
  add(ink: Ink): Ink | null {
    checkPoints(ink, this.before(ink.place, ink.known) ?? CORNER);
    const news = this.#news(ink);
    if (news) {
      this.#check(news);
      for (const [count, mark] of news.marks.entries()) this.#apply(news.place + count, mark);
    }
    return news;
  }

  #line(place: number): Stroke | null {
    const mark = this.#marks[place];
    return mark?.mark === "line" ? mark : null;
  }

  // What is new.

  #news(ink: Ink): Ink | null {
    const [place, known] = this.end;
    if (ink.place === this.#marks.length && !ink.known) return ink.marks.length ? ink : null;
    if (ink.place > place || (ink.place === place && ink.known > known)) throw new Missing();
    const [first, ...rest] = ink.marks.slice(place - ink.place);
    if (!first) return null;
    if (!this.#last) return { place, known: 0, marks: [first, ...rest] };
    if (first.mark !== "line") throw new BadInk("another mark in the place of a line");
    const again = known - (ink.place === place ? ink.known : 0);
    if (again >= first.points.length) return rest.length ? { place: place + 1, known: 0, marks: rest } : null;
    if (!again) return ink;
    // It goes on from where the line ends here, which need not be where its sender says.
    const news = { place, known, marks: [{ ...first, points: first.points.slice(again) }, ...rest] };
    checkPoints(news, this.#last.points.at(-1) ?? CORNER);
    return news;
  }

  // What may be.

  #check(news: Ink): void {
    let points = this.#points;
    let rubbed = this.#rubbed;
    let known = news.known;
    for (const mark of news.marks) {
      if (mark.mark === "line") {
        checkLine(mark, known);
        points += mark.points.length;
      }
      if (mark.mark === "rub") rubbed += mark.strokes.length;
      known = 0;
    }
    if (news.place + news.marks.length > MOST_MARKS || points > MOST_POINTS || rubbed > MOST_RUBBED) {
      throw new BadInk("more than fits on a sheet");
    }
  }

  // What it does.

  #apply(place: number, mark: Mark): void {
    if (mark.mark === "line") {
      this.#points += mark.points.length;
      if (this.#last && place < this.#marks.length) {
        this.#last.points.push(...mark.points);
        return;
      }
    }
    this.#last = mark.mark === "line" ? { ...mark, points: [...mark.points] } : null;
    this.#marks.push(this.#last ?? mark);
    this.#change(place, mark);
  }

  #change(place: number, mark: Mark): void {
    switch (mark.mark) {
      case "line":
        this.#do([place]);
        break;
      case "rub":
        this.#rubbed += mark.strokes.length;
        this.#do(mark.strokes.filter((stroke) => this.#shown.has(stroke)));
        break;
      case "wipe":
        this.#do(this.#shown);
        break;
      case "undo":
        this.#move(this.#done, this.#undone);
        break;
      case "redo":
        this.#move(this.#undone, this.#done);
        break;
      case "turn":
        this.#turn(mark.across);
    }
  }

  #turn(across: boolean): void {
    if (!this.isEmpty || across === this.across) return;
    this.across = across;
    this.#done = []; // what was drawn on the sheet the other way does not fit on it now
    this.#undone = [];
  }

  #do(lines: Iterable<number>): void {
    const change = new Set(lines);
    if (!change.size) return;
    this.#toggle(change);
    this.#done.push(change);
    this.#undone = [];
  }

  #move(from: Change[], to: Change[]): void {
    const change = from.pop();
    if (!change) return;
    this.#toggle(change);
    to.push(change);
  }

  #toggle(change: Change): void {
    for (const place of change) if (!this.#shown.delete(place)) this.#shown.add(place);
  }
}

/** Can a point lie on a sheet, whichever way it is turned? */
export function isPossible({ x, y, pressure, tick }: Point): boolean {
  return isUpTo(LONG, x) && isUpTo(LONG, y) && isUpTo(HARDEST, pressure) && isUpTo(LATEST, tick);
}

function isUpTo(most: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

function checkLine(line: Stroke, known: number): void {
  if (!WIDTHS.some((width) => width === line.width)) throw new BadInk("no such pencil");
  if (!line.points.length) throw new BadInk("a line without a point");
  if (known + line.points.length > MOST_POINTS_OF_A_STROKE) throw new BadInk("a line that is too long");
}

function checkPoints(ink: Ink, before: Point): void {
  let tick = before.tick;
  for (const mark of ink.marks) {
    for (const point of mark.mark === "line" ? mark.points : []) {
      if (!isPossible(point) || point.tick < tick) throw new BadInk("a point off the sheet, or out of time");
      tick = point.tick;
    }
    tick = 0;
  }
}
