// One artist's sheet in one round: takes the stream of marks and knows what is to be seen.
// The same, in words and in what it does, as src/pictomania/ink.

import type { Point, PointList } from "./points.ts";
import { Points } from "./points.ts";
import {
  HARDEST,
  LATEST,
  LONG,
  MOST_MARKS,
  MOST_POINTS,
  MOST_POINTS_OF_A_STROKE,
  MOST_TOGGLED,
  MOST_TRAVEL,
  WIDTHS,
} from "./wire.ts";

export type { Point } from "./points.ts";

/** One line from pencil down to pencil up; the last one of a sheet may still grow. */
export interface Stroke {
  readonly mark: "line";
  readonly width: number;
  readonly points: PointList;
}

/** A line on a sheet, which grows in place. */
export interface Line extends Stroke {
  readonly points: Points;
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

/** Anything that an artist does but drawing. */
export type Deed = RubOut | { readonly mark: "wipe" | "undo" | "redo" } | Turn;

/** What an artist does: draw a line, rub out lines or everything, take back, do again, turn the sheet. */
export type Mark = Stroke | Deed;

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

/** Honest ink for which the artist's own sheet has no room any more. */
export class SheetFull extends Error {}

/** Where every line is measured from. */
export const CORNER: Point = { x: 0, y: 0, pressure: 0, tick: 0 };

type Change = readonly number[]; // lines put on the sheet or taken off it; taking it back does the reverse

const NOTHING: Change = [];

/** How much more fits on an artist's own sheet. */
export interface Room {
  readonly marks: number;
  readonly points: number;
  readonly travel: number;
  readonly toggled: number;
}

export class Sheet {
  across = false;
  #marks: (Line | Deed)[] = [];
  #last: Line | null = null; // the last mark, if it is a line, which may still grow
  #shown = new Set<number>(); // places of the lines to be seen
  #changes: Change[] = []; // what each mark has changed
  #done: Change[] = []; // changes that can be taken back
  #undone: Change[] = []; // changes that can be done again
  #points = 0;
  #travel = 0;
  #toggled = 0;

  /** All that was done to it. */
  get marks(): readonly (Line | Deed)[] {
    return this.#marks;
  }

  /** The last mark, if it is a line, which may still grow. */
  get last(): Line | null {
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

  /** Is there a line to be seen at a place? */
  isShown(place: number): boolean {
    return this.#shown.has(place);
  }

  /** The lines to be seen by their places, in the order they were drawn. */
  get shown(): readonly number[] {
    return [...this.#marks.keys()].filter((place) => this.#shown.has(place));
  }

  /** The lines to be seen, in the order they were drawn. */
  get strokes(): readonly Line[] {
    return this.shown.map((place) => this.line(place)).filter((line) => line !== null);
  }

  line(place: number): Line | null {
    const mark = this.#marks[place];
    return mark?.mark === "line" ? mark : null;
  }

  /** The lines that the mark at a place has put on the sheet or taken off it. */
  changed(place: number): readonly number[] {
    return this.#changes[place] ?? NOTHING;
  }

  /** Where the stream goes on: at the last mark if it is a line, after so many points; else after it. */
  get end(): Place {
    return this.#last ? [this.#marks.length - 1, this.#last.points.length] : [this.#marks.length, 0];
  }

  /** Is everything known here up to a place in the stream, and so many points of the line there? */
  has(place: number, known: number): boolean {
    return known ? known <= (this.line(place)?.points.length ?? 0) : place <= this.#marks.length;
  }

  /** The last point known at a place in the stream; null where it is not known here. */
  before(place: number, known: number): Point | null {
    return known === 0 ? CORNER : (this.line(place)?.points.at(known - 1) ?? null);
  }

  /** Cut out what comes after a place in the stream. */
  since(place: number, known: number): Ink {
    const marks = this.#marks.slice(place);
    const [first, ...rest] = marks;
    if (!known || first?.mark !== "line") return { place, known: 0, marks };
    if (known >= first.points.length) return { place: place + 1, known: 0, marks: rest };
    return { place, known, marks: [{ ...first, points: first.points.slice(known) }, ...rest] };
  }

  /** Another sheet with the same on it, which costs next to nothing: only the last line can still change. */
  copy(): Sheet {
    const copy = new Sheet();
    copy.across = this.across;
    copy.#marks = this.#marks.slice();
    copy.#shown = new Set(this.#shown);
    copy.#changes = this.#changes.slice();
    copy.#done = this.#done.slice();
    copy.#undone = this.#undone.slice();
    [copy.#points, copy.#travel, copy.#toggled] = [this.#points, this.#travel, this.#toggled];
    if (this.#last) {
      copy.#last = { ...this.#last, points: this.#last.points.slice() };
      copy.#marks[copy.#marks.length - 1] = copy.#last;
    }
    return copy;
  }

  /** How much more an artist may do to it; ink from a server was bounded there and is taken as it is. */
  get room(): Room {
    return {
      marks: MOST_MARKS - this.#marks.length,
      points: MOST_POINTS - this.#points,
      travel: MOST_TRAVEL - this.#travel,
      toggled: MOST_TOGGLED - this.#toggled,
    };
  }

  /** How many lines a mark names, or puts on the sheet or takes off it again. */
  toggles(mark: Mark): number {
    switch (mark.mark) {
      case "rub":
        return mark.strokes.length;
      case "wipe":
        return this.#shown.size;
      case "undo":
        return this.#done.at(-1)?.length ?? 0;
      case "redo":
        return this.#undone.at(-1)?.length ?? 0;
      default:
        return 0;
    }
  }

  /**
   * Add what is new of a piece of the stream and return it; null where nothing is.
   *
   * Throw `Missing` where some in between is missing, and `BadInk` where nobody can have drawn it; change
   * nothing then. Marks that have come to mean nothing are kept and do nothing.
   */
  add(ink: Ink): Ink | null {
    const news = this.#news(ink);
    if (!news) return null;
    checkPoints(news, (news.known && this.#last?.points.at(-1)) || CORNER);
    let known = news.known;
    for (const mark of news.marks) {
      if (mark.mark === "line") checkLine(mark, known);
      known = 0;
    }
    const [first, ...rest] = news.marks;
    if (news.known && first?.mark === "line") this.grow(Points.of(first.points));
    else if (first) this.append(owned(first));
    for (const mark of rest) this.append(owned(mark));
    return news;
  }

  /** Add a mark whose points are possible ones; it belongs to the sheet from now on. */
  append(mark: Line | Deed): void {
    if (mark.mark === "line") {
      checkLine(mark, 0);
      this.#points += mark.points.length;
      this.#travel += mark.points.travel;
    }
    this.#toggled += this.toggles(mark);
    this.#last = mark.mark === "line" ? mark : null;
    this.#marks.push(mark);
    this.#changes.push(this.#change(this.#marks.length - 1, mark));
  }

  /** Let the last line go on by possible points. */
  grow(points: PointList): void {
    const line = this.#last;
    if (!line) throw new Missing();
    checkLine({ ...line, points }, line.points.length);
    const before = line.points.travel;
    line.points.append(points);
    this.#points += points.length;
    this.#travel += line.points.travel - before;
  }

  #news(ink: Ink): Ink | null {
    const [place, known] = this.end;
    if (ink.place === this.#marks.length && !ink.known) return ink.marks.length ? ink : null;
    if (!this.has(ink.place, ink.known)) throw new Missing();
    const [first, ...rest] = ink.marks.slice(place - ink.place);
    if (!first) return null;
    if (!this.#last) return { place, known: 0, marks: [first, ...rest] };
    if (first.mark !== "line") throw new BadInk("another mark in the place of a line");
    const again = known - (ink.place === place ? ink.known : 0);
    if (again >= first.points.length) return rest.length ? { place: place + 1, known: 0, marks: rest } : null;
    // It goes on from where the line ends here, which need not be where its sender says.
    return again ? { place, known, marks: [{ ...first, points: first.points.slice(again) }, ...rest] } : ink;
  }

  // What it does.

  #change(place: number, mark: Mark): Change {
    switch (mark.mark) {
      case "line":
        return this.#do([place]);
      case "rub":
        return this.#do([...new Set(mark.strokes)].filter((stroke) => this.#shown.has(stroke)));
      case "wipe":
        return this.#do([...this.#shown]);
      case "undo":
        return this.#move(this.#done, this.#undone);
      case "redo":
        return this.#move(this.#undone, this.#done);
      case "turn":
        this.#turn(mark.across);
        return NOTHING;
    }
  }

  #turn(across: boolean): void {
    if (!this.isEmpty || across === this.across) return;
    this.across = across;
    this.#done = []; // what was drawn on the sheet the other way does not fit on it now
    this.#undone = [];
  }

  #do(change: Change): Change {
    if (!change.length) return NOTHING;
    this.#toggle(change);
    this.#done.push(change);
    if (this.#undone.length) this.#undone = [];
    return change;
  }

  #move(from: Change[], to: Change[]): Change {
    const change = from.pop();
    if (!change) return NOTHING;
    this.#toggle(change);
    to.push(change);
    return change;
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

/** A mark that nobody else can change. */
function owned(mark: Mark): Line | Deed {
  return mark.mark === "line" ? { ...mark, points: Points.of(mark.points) } : mark;
}

/** Throw `BadInk` unless a line, or what comes of it after so many points, can have been drawn. */
export function checkLine(line: Stroke, known: number): void {
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
