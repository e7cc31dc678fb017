// Ink as bytes: differences from point to point in as few bytes as they need. docs/wire.md has the layout.

import type { Ink, Mark, Point, Sheet, Stroke } from "./sheet.ts";
import { BadInk, CORNER, isPossible, Missing } from "./sheet.ts";
import { Kind, LONGEST_NUMBER, MANY_TICKS, MOST_MARKS_AT_ONCE, MOST_POINTS_IN_SHORT } from "./wire.ts";

/**
 * Write ink down; `before` is the last point known of a line that goes on.
 *
 * `goesOn` says that the receiver's stream ends exactly there, which saves saying where it belongs.
 */
export function encode(ink: Ink, before: Point = CORNER, goesOn = false): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  const [first, ...rest] = ink.marks;
  if (goesOn && ink.known && first?.mark === "line" && fitsShort(first)) {
    out.push(first.points.length);
    writePoints(out, first.points, before);
  } else {
    out.push(0);
    writeNumber(out, ink.place);
    writeNumber(out, ink.known);
    if (first) writeMark(out, first, before);
  }
  for (const mark of rest) writeMark(out, mark, CORNER);
  return Uint8Array.from(out);
}

/** Write down what comes after a place in the stream of a sheet. */
export function written(sheet: Sheet, place = 0, known = 0): Uint8Array<ArrayBuffer> {
  const ink = sheet.since(place, known);
  return encode(ink, sheet.before(ink.place, ink.known) ?? CORNER);
}

/**
 * Read ink, add what is new of it to a sheet, and return that; null where nothing is new.
 *
 * Throw `Missing` where some of the stream in between has not come, `BadInk` where nobody can have drawn it;
 * change nothing then.
 */
export function take(data: Uint8Array, sheet: Sheet): Ink | null {
  const ink = decode(data, sheet);
  if (!ink) throw new Missing();
  return sheet.add(ink);
}

/** Read ink for a sheet, or throw `BadInk`; null where the point it goes on from is missing there. */
export function decode(data: Uint8Array, sheet: Sheet): Ink | null {
  const reader = new Reader(data);
  const short = reader.byte();
  const [place, known] = short ? sheet.end : [reader.number(), reader.number()];
  const before = sheet.before(place, known);
  if (!before) return null;
  const marks: Mark[] = [];
  if (short) {
    if (!sheet.last) return null;
    if (short > MOST_POINTS_IN_SHORT) throw new BadInk("more points than can be said in short");
    marks.push(reader.line(sheet.last.width, short, before));
  }
  while (!reader.isAtEnd) marks.push(readMark(reader, marks.length ? CORNER : before));
  return { place, known, marks };
}

// Reading bytes that may be anything.

class Reader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#data.length;
  }

  byte(): number {
    const byte = this.#data[this.#at++];
    if (byte === undefined) throw new BadInk("ink that breaks off");
    return byte;
  }

  /** Seven bits a byte, lowest first; there is one way of writing each number, and no large ones. */
  number(): number {
    let number = 0;
    for (let place = 0; place < LONGEST_NUMBER; place++) {
      const byte = this.byte();
      number += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) {
        if (place && !byte) throw new BadInk("a number written longer than it is");
        return number;
      }
    }
    throw new BadInk("a number that is too large");
  }

  count(): number {
    const count = this.number();
    if (count > MOST_MARKS_AT_ONCE) throw new BadInk("more at once than anybody draws");
    return count;
  }

  line(width: number, count: number, before: Point): Stroke {
    const points: Point[] = [];
    let last = before;
    while (points.length < count) {
      last = this.#point(last);
      points.push(last);
    }
    return { mark: "line", width, points };
  }

  #point(last: Point): Point {
    const head = this.byte();
    const ticks = head >> 4 === MANY_TICKS ? this.number() : head >> 4;
    const pressure = head & 15 ? last.pressure + (head & 15) - 8 : this.byte();
    const point = { x: last.x + this.#step(), y: last.y + this.#step(), pressure, tick: last.tick + ticks };
    if (!isPossible(point)) throw new BadInk("a point off the sheet, or out of time");
    return point;
  }

  #step(): number {
    const way = this.number();
    return way % 2 ? -(way + 1) / 2 : way / 2;
  }
}

function readMark(reader: Reader, before: Point): Mark {
  const kind = reader.byte();
  switch (kind) {
    case Kind.LINE:
      return reader.line(reader.byte(), reader.count(), before);
    case Kind.RUB:
      return { mark: "rub", strokes: Array.from({ length: reader.count() }, () => reader.number()) };
    case Kind.WIPE:
      return { mark: "wipe" };
    case Kind.UNDO:
      return { mark: "undo" };
    case Kind.REDO:
      return { mark: "redo" };
    case Kind.TURN:
      return { mark: "turn", across: readFlag(reader) };
    default:
      throw new BadInk("no such mark");
  }
}

function readFlag(reader: Reader): boolean {
  const byte = reader.byte();
  if (byte > 1) throw new BadInk("neither upright nor across");
  return byte === 1;
}

// Writing.

function fitsShort(line: Stroke): boolean {
  return line.points.length >= 1 && line.points.length <= MOST_POINTS_IN_SHORT;
}

function writeMark(out: number[], mark: Mark, before: Point): void {
  switch (mark.mark) {
    case "line":
      out.push(Kind.LINE, mark.width);
      writeNumber(out, mark.points.length);
      writePoints(out, mark.points, before);
      break;
    case "rub":
      out.push(Kind.RUB);
      writeNumber(out, mark.strokes.length);
      for (const stroke of mark.strokes) writeNumber(out, stroke);
      break;
    case "wipe":
      out.push(Kind.WIPE);
      break;
    case "undo":
      out.push(Kind.UNDO);
      break;
    case "redo":
      out.push(Kind.REDO);
      break;
    case "turn":
      out.push(Kind.TURN, mark.across ? 1 : 0);
  }
}

function writePoints(out: number[], points: readonly Point[], before: Point): void {
  for (const point of points) {
    const ticks = point.tick - before.tick;
    const change = point.pressure - before.pressure;
    const isSmall = Math.abs(change) <= 7;
    out.push((Math.min(ticks, MANY_TICKS) << 4) | (isSmall ? change + 8 : 0));
    if (ticks >= MANY_TICKS) writeNumber(out, ticks);
    if (!isSmall) out.push(point.pressure);
    writeStep(out, point.x - before.x);
    writeStep(out, point.y - before.y);
    before = point;
  }
}

/** Zigzag, so that small steps of either sign are short. */
function writeStep(out: number[], step: number): void {
  writeNumber(out, step < 0 ? -2 * step - 1 : 2 * step);
}

/** Seven bits a byte, lowest first. */
export function writeNumber(out: number[], number: number): void {
  while (number > 0x7f) {
    out.push((number % 0x80) | 0x80);
    number = Math.floor(number / 0x80);
  }
  out.push(number);
}
