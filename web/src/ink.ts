// Ink as bytes: differences from point to point in as few bytes as they need. docs/wire.md has the layout.

import type { Point, PointList } from "./points.ts";
import { Reader } from "./reader.ts";
import type { Deed, Ink, Line, Mark, Sheet, Stroke } from "./sheet.ts";
import { BadInk, CORNER, checkLine, Missing } from "./sheet.ts";
import { Kind, MANY_TICKS, MOST_POINTS_IN_SHORT } from "./wire.ts";

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
 * Read ink, and add what is new of it to a sheet; says whether anything is.
 *
 * Throw `Missing` where some of the stream in between has not come, `BadInk` where nobody can have drawn it;
 * change nothing then. What is known here is skipped unread, and points go on from where the last line ends
 * here, so the cost grows with the data, not with the sheet.
 */
export function take(data: Uint8Array, sheet: Sheet): boolean {
  const reader = new Reader(data);
  const more = goingOn(reader, sheet);
  const marks: (Line | Deed)[] = [];
  while (!reader.isAtEnd) marks.push(reader.mark());
  if (more) checkLine(more, sheet.last?.points.length ?? 0);
  for (const mark of marks) if (mark.mark === "line") checkLine(mark, 0);
  if (more) sheet.grow(more.points);
  for (const mark of marks) sheet.append(mark);
  return more !== null || marks.length > 0;
}

/** Skip what a sheet has; the new points of its last line, if there are any. */
function goingOn(reader: Reader, sheet: Sheet): Line | null {
  const { last } = sheet;
  const short = reader.byte();
  if (short) {
    if (!last) throw new Missing();
    if (short > MOST_POINTS_IN_SHORT) throw new BadInk("more points than can be said in short");
    return { ...last, points: reader.points(short, last.points.at(-1) ?? CORNER) };
  }
  const [start, has] = [reader.number(), reader.number()];
  if (!sheet.has(start, has)) throw new Missing();
  const [place, known] = sheet.end;
  for (let at = start; at < place && !reader.isAtEnd; at++) reader.skipMark();
  if (!last || start > place || reader.isAtEnd) return null;
  const [width, count] = reader.line();
  const again = Math.min(start === place ? known - has : known, count);
  reader.skipPoints(again);
  if (again === count) return null;
  return { mark: "line", width, points: reader.points(count - again, last.points.at(-1) ?? CORNER) };
}

/** Read a piece of ink as it stands, or throw `BadInk`; null where the point it goes on from is missing. */
export function decode(data: Uint8Array, sheet: Sheet): Ink | null {
  const reader = new Reader(data);
  const short = reader.byte();
  const [place, known] = short ? sheet.end : [reader.number(), reader.number()];
  const before = sheet.before(place, known);
  if (!before || (short && !sheet.last)) return null;
  const marks: Mark[] = [];
  if (short) marks.push({ ...(sheet.last as Line), points: reader.points(short, before) });
  while (!reader.isAtEnd) marks.push(reader.mark(marks.length ? CORNER : before));
  return { place, known, marks };
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

function writePoints(out: number[], points: PointList, before: Point): void {
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
