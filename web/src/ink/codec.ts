// Binary ink codec: points as varint deltas. The layout is in docs/wire.md.

import { LONG_TICKS, MAX_SHORT_POINTS, MarkKind } from "../wire/ink.ts";
import type { Point, PointList } from "./points.ts";
import { ByteReader } from "./reader.ts";
import type { Edit, InkPiece, Mark, PackedStroke, Sheet, Stroke } from "./sheet.ts";
import { BadInk, CORNER, checkStroke, MissingInk } from "./sheet.ts";

/**
 * Encode a piece; `before` is the last known point of a stroke that continues.
 *
 * `continues` means that the receiver's stream ends exactly there, so the position needn't be written.
 */
export function encodePiece(
  ink: InkPiece,
  before: Point = CORNER,
  continues = false,
): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  const [first, ...rest] = ink.marks;
  if (continues && ink.known && first?.mark === "stroke" && fitsShortForm(first)) {
    out.push(first.points.length);
    writePoints(out, first.points, before);
  } else {
    out.push(0);
    writeVarint(out, ink.place);
    writeVarint(out, ink.known);
    if (first) writeMark(out, first, before);
  }
  for (const mark of rest) writeMark(out, mark, CORNER);
  return Uint8Array.from(out);
}

/** Encode everything after a position in the stream of a sheet. */
export function encodeSheet(sheet: Sheet, place = 0, known = 0): Uint8Array<ArrayBuffer> {
  const ink = sheet.since(place, known);
  return encodePiece(ink, sheet.pointBefore(ink.place, ink.known) ?? CORNER);
}

/**
 * Decode a piece and add its new part to a sheet; return whether anything was new.
 *
 * Throw `MissingInk` if there is a gap and `BadInk` if the bytes are invalid; either way the sheet is unchanged.
 * Known marks are skipped unread and points continue from the end of the last stroke here, so the cost
 * grows with the data, not with the sheet.
 */
export function applyPiece(data: Uint8Array, sheet: Sheet): boolean {
  const reader = new ByteReader(data);
  const continuation = readContinuation(reader, sheet);
  const marks: (PackedStroke | Edit)[] = [];
  while (!reader.isAtEnd) marks.push(reader.mark());
  if (continuation) checkStroke(continuation, sheet.last?.points.length ?? 0);
  for (const mark of marks) if (mark.mark === "stroke") checkStroke(mark, 0);
  if (continuation) sheet.grow(continuation.points);
  for (const mark of marks) sheet.append(mark);
  return continuation !== null || marks.length > 0;
}

/** Skip what the sheet already has; return the new points of its last stroke, if any. */
function readContinuation(reader: ByteReader, sheet: Sheet): PackedStroke | null {
  const { last } = sheet;
  const short = reader.byte();
  if (short) {
    if (!last) throw new MissingInk();
    if (short > MAX_SHORT_POINTS) throw new BadInk("too many points for the short form");
    return { ...last, points: reader.points(short, last.points.at(-1) ?? CORNER) };
  }
  const [start, has] = [reader.varint(), reader.varint()];
  if (!sheet.has(start, has)) throw new MissingInk();
  const [place, known] = sheet.end;
  for (let at = start; at < place && !reader.isAtEnd; at++) reader.skipMark();
  if (!last || start > place || reader.isAtEnd) return null;
  const [width, count] = reader.strokeHeader();
  const again = Math.min(start === place ? known - has : known, count);
  reader.skipPoints(again);
  if (again === count) return null;
  return { mark: "stroke", width, points: reader.points(count - again, last.points.at(-1) ?? CORNER) };
}

/** Decode a piece, or throw `BadInk`; null if the point it continues from is missing. */
export function decodePiece(data: Uint8Array, sheet: Sheet): InkPiece | null {
  const reader = new ByteReader(data);
  const short = reader.byte();
  const [place, known] = short ? sheet.end : [reader.varint(), reader.varint()];
  const before = sheet.pointBefore(place, known);
  if (!before || (short && !sheet.last)) return null;
  const marks: Mark[] = [];
  if (short) marks.push({ ...(sheet.last as PackedStroke), points: reader.points(short, before) });
  while (!reader.isAtEnd) marks.push(reader.mark(marks.length ? CORNER : before));
  return { place, known, marks };
}

// Encoding.

function fitsShortForm(stroke: Stroke): boolean {
  return stroke.points.length >= 1 && stroke.points.length <= MAX_SHORT_POINTS;
}

function writeMark(out: number[], mark: Mark, before: Point): void {
  switch (mark.mark) {
    case "stroke":
      out.push(MarkKind.STROKE, mark.width);
      writeVarint(out, mark.points.length);
      writePoints(out, mark.points, before);
      break;
    case "erase":
      out.push(MarkKind.ERASE);
      writeVarint(out, mark.strokes.length);
      for (const stroke of mark.strokes) writeVarint(out, stroke);
      break;
    case "clear":
      out.push(MarkKind.CLEAR);
      break;
    case "undo":
      out.push(MarkKind.UNDO);
      break;
    case "redo":
      out.push(MarkKind.REDO);
      break;
    case "rotate":
      out.push(MarkKind.ROTATE, mark.landscape ? 1 : 0);
  }
}

function writePoints(out: number[], points: PointList, before: Point): void {
  for (const point of points) {
    const ticks = point.tick - before.tick;
    const change = point.pressure - before.pressure;
    const isSmall = Math.abs(change) <= 7;
    out.push((Math.min(ticks, LONG_TICKS) << 4) | (isSmall ? change + 8 : 0));
    if (ticks >= LONG_TICKS) writeVarint(out, ticks);
    if (!isSmall) out.push(point.pressure);
    writeDelta(out, point.x - before.x);
    writeDelta(out, point.y - before.y);
    before = point;
  }
}

/** Zigzag encoding keeps small deltas of either sign short. */
function writeDelta(out: number[], delta: number): void {
  writeVarint(out, delta < 0 ? -2 * delta - 1 : 2 * delta);
}

/** Seven bits per byte, lowest first. */
export function writeVarint(out: number[], number: number): void {
  while (number > 0x7f) {
    out.push((number % 0x80) | 0x80);
    number = Math.floor(number / 0x80);
  }
  out.push(number);
}
