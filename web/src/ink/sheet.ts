// One artist's sheet in one round: applies the stream of marks and knows which strokes are visible.
// Mirrors src/pictomania/ink in names and behaviour.

import {
  LONG,
  MAX_MARKS,
  MAX_POINTS,
  MAX_PRESSURE,
  MAX_STROKE_POINTS,
  MAX_TICK,
  MAX_TOGGLED,
  MAX_TRAVEL,
  WIDTHS,
} from "../wire/ink.ts";
import type { Point, PointList } from "./points.ts";
import { Points } from "./points.ts";

export type { Point } from "./points.ts";

/** One stroke from pencil down to pencil up; the last one on a sheet may still grow. */
export interface Stroke {
  readonly mark: "stroke";
  readonly width: number;
  readonly points: PointList;
}

/** A stroke on a sheet; its points are packed and grow in place. */
export interface PackedStroke extends Stroke {
  readonly points: Points;
}

/** Erase whole strokes, given by their places in the stream. */
export interface Erase {
  readonly mark: "erase";
  readonly strokes: readonly number[];
}

/** Turn the sheet to portrait or landscape while it is empty. */
export interface Rotate {
  readonly mark: "rotate";
  readonly landscape: boolean;
}

/** Any mark other than a stroke. */
export type Edit = Erase | { readonly mark: "clear" | "undo" | "redo" } | Rotate;

/** One step of the artist: draw, erase, clear, undo, redo or rotate the sheet. */
export type Mark = Stroke | Edit;

/** A piece of the stream, starting at `place`; if it continues a stroke, the first `known` points are known. */
export interface InkPiece {
  readonly place: number;
  readonly known: number;
  readonly marks: readonly Mark[];
}

/** A position in the stream: a mark, and a number of points if it is a stroke. */
export type StreamPosition = readonly [place: number, known: number];

/** Ink that no valid client sends. */
export class BadInk extends Error {}

/** A piece that continues from ink the sheet doesn't have; resume from `Sheet.end` instead. */
export class MissingInk extends Error {}

/** Valid ink that exceeds the limits of a sheet. */
export class SheetFull extends Error {}

/** The origin that every stroke is encoded relative to. */
export const CORNER: Point = { x: 0, y: 0, pressure: 0, tick: 0 };

type Change = readonly number[]; // strokes shown or hidden; undo does the reverse

const NOTHING: Change = [];

/** How much more fits on a sheet. */
export interface Capacity {
  readonly marks: number;
  readonly points: number;
  readonly travel: number;
  readonly toggled: number;
}

export class Sheet {
  isLandscape = false;
  #marks: (PackedStroke | Edit)[] = [];
  #last: PackedStroke | null = null; // the last mark, if it is a stroke; it may still grow
  #shown = new Set<number>(); // places of the visible strokes
  #changes: Change[] = []; // what each mark changed
  #done: Change[] = []; // changes that can be undone
  #undone: Change[] = []; // changes that can be redone
  #points = 0;
  #travel = 0;
  #toggled = 0;

  /** Every mark so far. */
  get marks(): readonly (PackedStroke | Edit)[] {
    return this.#marks;
  }

  /** The last mark, if it is a stroke; it may still grow. */
  get last(): PackedStroke | null {
    return this.#last;
  }

  /** Whether no stroke is visible. */
  get isEmpty(): boolean {
    return this.#shown.size === 0;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Whether the stroke at a place is visible. */
  isShown(place: number): boolean {
    return this.#shown.has(place);
  }

  /** Places of the visible strokes, in drawing order. */
  get shown(): readonly number[] {
    return [...this.#marks.keys()].filter((place) => this.#shown.has(place));
  }

  /** The visible strokes, in drawing order. */
  get strokes(): readonly PackedStroke[] {
    return this.shown.map((place) => this.strokeAt(place)).filter((stroke) => stroke !== null);
  }

  strokeAt(place: number): PackedStroke | null {
    const mark = this.#marks[place];
    return mark?.mark === "stroke" ? mark : null;
  }

  /** Strokes that the mark at a place showed or hid. */
  changed(place: number): readonly number[] {
    return this.#changes[place] ?? NOTHING;
  }

  /** Where the stream continues: within the last mark if it is a stroke, otherwise after it. */
  get end(): StreamPosition {
    return this.#last ? [this.#marks.length - 1, this.#last.points.length] : [this.#marks.length, 0];
  }

  /** Whether the sheet has everything up to a place in the stream and `known` points of the stroke there. */
  has(place: number, known: number): boolean {
    return known ? known <= (this.strokeAt(place)?.points.length ?? 0) : place <= this.#marks.length;
  }

  /** The last known point at a place in the stream; null if the sheet doesn't have it. */
  pointBefore(place: number, known: number): Point | null {
    return known === 0 ? CORNER : (this.strokeAt(place)?.points.at(known - 1) ?? null);
  }

  /** Return everything after a position in the stream. */
  since(place: number, known: number): InkPiece {
    const marks = this.#marks.slice(place);
    const [first, ...rest] = marks;
    if (!known || first?.mark !== "stroke") return { place, known: 0, marks };
    if (known >= first.points.length) return { place: place + 1, known: 0, marks: rest };
    return { place, known, marks: [{ ...first, points: first.points.slice(known) }, ...rest] };
  }

  /** Copy the sheet cheaply: all strokes but the last are shared, since only the last can still change. */
  copy(): Sheet {
    const copy = new Sheet();
    copy.isLandscape = this.isLandscape;
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

  /** Remaining capacity for the artist; ink from the server is already bounded there and accepted as is. */
  get capacity(): Capacity {
    return {
      marks: MAX_MARKS - this.#marks.length,
      points: MAX_POINTS - this.#points,
      travel: MAX_TRAVEL - this.#travel,
      toggled: MAX_TOGGLED - this.#toggled,
    };
  }

  /** How many strokes a mark names, shows or hides. */
  toggles(mark: Mark): number {
    switch (mark.mark) {
      case "erase":
        return mark.strokes.length;
      case "clear":
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
   * Add the new part of a piece and return it; null if nothing is new.
   *
   * Throw `MissingInk` if there is a gap and `BadInk` if the ink is invalid; either way the sheet is unchanged.
   * Marks that have become meaningless are kept and do nothing.
   */
  add(ink: InkPiece): InkPiece | null {
    const added = this.#newPart(ink);
    if (!added) return null;
    checkPoints(added, (added.known && this.#last?.points.at(-1)) || CORNER);
    let known = added.known;
    for (const mark of added.marks) {
      if (mark.mark === "stroke") checkStroke(mark, known);
      known = 0;
    }
    const [first, ...rest] = added.marks;
    if (added.known && first?.mark === "stroke") this.grow(Points.of(first.points));
    else if (first) this.append(ownedCopy(first));
    for (const mark of rest) this.append(ownedCopy(mark));
    return added;
  }

  /** Append a mark whose points are on the grid; the sheet takes ownership. */
  append(mark: PackedStroke | Edit): void {
    if (mark.mark === "stroke") {
      checkStroke(mark, 0);
      this.#points += mark.points.length;
      this.#travel += mark.points.travel;
    }
    this.#toggled += this.toggles(mark);
    this.#last = mark.mark === "stroke" ? mark : null;
    this.#marks.push(mark);
    this.#changes.push(this.#change(this.#marks.length - 1, mark));
  }

  /** Extend the last stroke by points that are on the grid. */
  grow(points: PointList): void {
    const stroke = this.#last;
    if (!stroke) throw new MissingInk();
    checkStroke({ ...stroke, points }, stroke.points.length);
    const before = stroke.points.travel;
    stroke.points.append(points);
    this.#points += points.length;
    this.#travel += stroke.points.travel - before;
  }

  #newPart(ink: InkPiece): InkPiece | null {
    const [place, known] = this.end;
    if (ink.place === this.#marks.length && !ink.known) return ink.marks.length ? ink : null;
    if (!this.has(ink.place, ink.known)) throw new MissingInk();
    const [first, ...rest] = ink.marks.slice(place - ink.place);
    if (!first) return null;
    if (!this.#last) return { place, known: 0, marks: [first, ...rest] };
    if (first.mark !== "stroke") throw new BadInk("expected a stroke");
    const again = known - (ink.place === place ? ink.known : 0);
    if (again >= first.points.length) return rest.length ? { place: place + 1, known: 0, marks: rest } : null;
    // Continue from the end of the stroke here, which need not be where the sender says.
    return again ? { place, known, marks: [{ ...first, points: first.points.slice(again) }, ...rest] } : ink;
  }

  // Applying marks.

  #change(place: number, mark: Mark): Change {
    switch (mark.mark) {
      case "stroke":
        return this.#do([place]);
      case "erase":
        return this.#do([...new Set(mark.strokes)].filter((stroke) => this.#shown.has(stroke)));
      case "clear":
        return this.#do([...this.#shown]);
      case "undo":
        return this.#move(this.#done, this.#undone);
      case "redo":
        return this.#move(this.#undone, this.#done);
      case "rotate":
        this.#rotate(mark.landscape);
        return NOTHING;
    }
  }

  #rotate(landscape: boolean): void {
    if (!this.isEmpty || landscape === this.isLandscape) return;
    this.isLandscape = landscape;
    this.#done = []; // strokes in the other orientation no longer fit
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

/** Whether a point is valid on a sheet of either orientation. */
export function isOnGrid({ x, y, pressure, tick }: Point): boolean {
  return isUpTo(LONG, x) && isUpTo(LONG, y) && isUpTo(MAX_PRESSURE, pressure) && isUpTo(MAX_TICK, tick);
}

function isUpTo(most: number, value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/** Copy a mark so that the caller can't change it later. */
function ownedCopy(mark: Mark): PackedStroke | Edit {
  return mark.mark === "stroke" ? { ...mark, points: Points.of(mark.points) } : mark;
}

/** Throw `BadInk` unless the stroke, or its part after `known` points, is valid. */
export function checkStroke(stroke: Stroke, known: number): void {
  if (!WIDTHS.some((width) => width === stroke.width)) throw new BadInk("unknown pencil width");
  if (!stroke.points.length) throw new BadInk("stroke without points");
  if (known + stroke.points.length > MAX_STROKE_POINTS) throw new BadInk("stroke too long");
}

function checkPoints(ink: InkPiece, before: Point): void {
  let tick = before.tick;
  for (const mark of ink.marks) {
    for (const point of mark.mark === "stroke" ? mark.points : []) {
      if (!isOnGrid(point) || point.tick < tick) throw new BadInk("point off the sheet or out of order");
      tick = point.tick;
    }
    tick = 0;
  }
}
