// The sheets on the table as this client knows them; its own may be ahead of the server's copy.

import { MAX_FRAME_BYTES } from "../wire/messages.ts";
import { encodePiece } from "./codec.ts";
import { encodeInkFrame } from "./frames.ts";
import type { PointList } from "./points.ts";
import { travelOf } from "./points.ts";
import type { Edit, InkPiece, Mark, PackedStroke, Point, StreamPosition } from "./sheet.ts";
import { CORNER, Sheet, SheetFull } from "./sheet.ts";

export type EncodedFrames = Uint8Array<ArrayBuffer>[];

export class Paper {
  number = 0;
  sheets: Sheet[] = [];
  mine = new Sheet();
  #sent: StreamPosition = [0, 0]; // end of the part of our sheet that was sent

  /** Start with empty sheets if the table has a new set; return whether it does. */
  switchTo(number: number, seats: number): boolean {
    if (number === this.number && this.sheets.length === seats) return false;
    this.number = number;
    this.sheets = Array.from({ length: seats }, () => new Sheet());
    this.mine = new Sheet();
    this.#sent = this.mine.end;
    return true;
  }

  /** Add marks to our sheet; throws `SheetFull` at the first one that doesn't fit. */
  draw(...marks: Mark[]): void {
    for (const mark of marks) {
      const { marks: marksLeft, toggled } = this.mine.capacity;
      if (marksLeft < 1 || this.mine.toggles(mark) > toggled) throw new SheetFull();
      if (mark.mark === "stroke") this.#checkCapacity(mark.points, null);
      this.mine.add({ place: this.mine.marks.length, known: 0, marks: [mark] });
    }
  }

  /** Extend the last stroke on our sheet; throws `SheetFull` if the points don't fit. */
  extendStroke(points: PointList): void {
    const { last } = this.mine;
    if (!last || !points.length) return;
    this.#checkCapacity(points, last.points.at(-1) ?? null);
    const [place, known] = this.mine.end;
    this.mine.add({ place, known, marks: [{ mark: "stroke", width: last.width, points }] });
  }

  #checkCapacity(more: PointList, before: Point | null): void {
    const { points, travel } = this.mine.capacity;
    if (more.length > points || travelOf(more, before) > travel) throw new SheetFull();
  }

  /** Return everything drawn since the last call, as frames, and count it as sent. */
  takeUnsent(): EncodedFrames {
    return this.#encodeUnsent(true);
  }

  /** Remove unsent ink from our sheet. */
  discardUnsent(): void {
    const kept = upTo(this.mine.marks, this.#sent);
    this.mine = new Sheet();
    this.mine.add({ place: 0, known: 0, marks: kept });
  }

  /** Return the frames that the server lacks of our sheet; if the two diverged, adopt the server's. */
  resync(seat: number): EncodedFrames {
    const theirs = this.sheets[seat];
    if (!theirs) return [];
    if (!isAheadOf(this.mine, theirs)) {
      this.mine = theirs.copy(); // drawn before a reload, on another device, or by a stand-in bot
    }
    this.#sent = theirs.end;
    return this.#encodeUnsent(false);
  }

  #encodeUnsent(continues: boolean): EncodedFrames {
    const ink = this.mine.since(...this.#sent);
    this.#sent = this.mine.end;
    if (!ink.marks.length) return [];
    return this.#frames(ink, this.mine.pointBefore(ink.place, ink.known) ?? CORNER, continues);
  }

  /** Encode ink, split into as many frames as it takes. */
  #frames(ink: InkPiece, before: Point, continues: boolean): EncodedFrames {
    const frame = encodeInkFrame(this.number, encodePiece(ink, before, continues));
    const half = ink.marks.length >> 1;
    if (frame.length <= MAX_FRAME_BYTES || !half) return [frame];
    const first = { ...ink, marks: ink.marks.slice(0, half) };
    const rest = { place: ink.place + half, known: 0, marks: ink.marks.slice(half) };
    return [...this.#frames(first, before, continues), ...this.#frames(rest, CORNER, false)];
  }
}

/** The marks before a position in the stream, including the known part of a stroke. */
function upTo(marks: readonly Mark[], [place, known]: StreamPosition): Mark[] {
  const stroke = marks[place];
  const before = marks.slice(0, place);
  if (known && stroke?.mark === "stroke") before.push({ ...stroke, points: stroke.points.slice(0, known) });
  return before;
}

/** Whether one sheet begins with everything on another. */
function isAheadOf(one: Sheet, other: Sheet): boolean {
  const [place, known] = other.end;
  const endsInStroke = other.last !== null;
  if (one.marks.length < place + (endsInStroke ? 1 : 0)) return false;
  for (const [at, mark] of other.marks.entries()) {
    const mine = one.marks[at];
    if (!mine || !isSameMark(mine, mark, at === place ? known : null)) return false;
  }
  return true;
}

/** Whether two marks are equal, or, for strokes with a `count`, one begins with the other. */
function isSameMark(one: PackedStroke | Edit, other: PackedStroke | Edit, count: number | null): boolean {
  if (one.mark !== "stroke" || other.mark !== "stroke") return JSON.stringify(one) === JSON.stringify(other);
  const isAsLong = count !== null || one.points.length === other.points.length;
  return isAsLong && one.width === other.width && one.points.startsLike(other.points, other.points.length);
}
