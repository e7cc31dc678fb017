// The sheets on the table as this client knows them, and its own, which may be ahead of what the server has.

import { inkFromClient } from "./frames.ts";
import { encode } from "./ink.ts";
import type { PointList } from "./points.ts";
import { travelled } from "./points.ts";
import type { Deed, Ink, Line, Mark, Place, Point } from "./sheet.ts";
import { CORNER, Sheet, SheetFull } from "./sheet.ts";
import { LARGEST_FRAME } from "./wire.ts";

export type Frames = Uint8Array<ArrayBuffer>[];

export class Paper {
  number = 0;
  sheets: Sheet[] = [];
  mine = new Sheet();
  #sent: Place = [0, 0]; // where the part of the own sheet ends that was sent

  /** Put empty sheets on the table, if it has others now; says whether it had. */
  renew(number: number, seats: number): boolean {
    if (number === this.number && this.sheets.length === seats) return false;
    this.number = number;
    this.sheets = Array.from({ length: seats }, () => new Sheet());
    this.mine = new Sheet();
    this.#sent = this.mine.end;
    return true;
  }

  /** Put marks on the own sheet, one after the other; throws `SheetFull` at the first that does not fit. */
  draw(...marks: Mark[]): void {
    for (const mark of marks) {
      const { marks: room, toggled } = this.mine.room;
      if (room < 1 || this.mine.toggles(mark) > toggled) throw new SheetFull();
      if (mark.mark === "line") this.#checkRoom(mark.points, null);
      this.mine.add({ place: this.mine.marks.length, known: 0, marks: [mark] });
    }
  }

  /** Let the last line on the own sheet grow; throws `SheetFull` where no more fits. */
  goOn(points: PointList): void {
    const { last } = this.mine;
    if (!last || !points.length) return;
    this.#checkRoom(points, last.points.at(-1) ?? null);
    const [place, known] = this.mine.end;
    this.mine.add({ place, known, marks: [{ mark: "line", width: last.width, points }] });
  }

  #checkRoom(more: PointList, before: Point | null): void {
    const { points, travel } = this.mine.room;
    if (more.length > points || travelled(more, before) > travel) throw new SheetFull();
  }

  /** What is new on the own sheet since this was asked last. */
  unsent(): Frames {
    return this.#news(true);
  }

  /** Take what was not sent yet off the own sheet, as if it had never been. */
  forget(): void {
    const kept = upTo(this.mine.marks, this.#sent);
    this.mine = new Sheet();
    this.mine.add({ place: 0, known: 0, marks: kept });
  }

  /** What of the own sheet the table lacks, to be sent again; where it has more, or other ink, that is taken over. */
  lacking(seat: number): Frames {
    const theirs = this.sheets[seat];
    if (!theirs) return [];
    if (!goesOnFrom(this.mine, theirs)) {
      this.mine = theirs.copy(); // drawn before a reload, on another device, or by a bot that kept the seat
    }
    this.#sent = theirs.end;
    return this.#news(false);
  }

  #news(goesOn: boolean): Frames {
    const ink = this.mine.since(...this.#sent);
    this.#sent = this.mine.end;
    if (!ink.marks.length) return [];
    return this.#frames(ink, this.mine.before(ink.place, ink.known) ?? CORNER, goesOn);
  }

  /** Write ink down, in as many frames as it takes. */
  #frames(ink: Ink, before: Point, goesOn: boolean): Frames {
    const frame = inkFromClient(this.number, encode(ink, before, goesOn));
    const half = ink.marks.length >> 1;
    if (frame.length <= LARGEST_FRAME || !half) return [frame];
    const first = { ...ink, marks: ink.marks.slice(0, half) };
    const rest = { place: ink.place + half, known: 0, marks: ink.marks.slice(half) };
    return [...this.#frames(first, before, goesOn), ...this.#frames(rest, CORNER, false)];
  }
}

/** The marks before a place in the stream, and so much of a line as is known there. */
function upTo(marks: readonly Mark[], [place, known]: Place): Mark[] {
  const line = marks[place];
  const before = marks.slice(0, place);
  if (known && line?.mark === "line") before.push({ ...line, points: line.points.slice(0, known) });
  return before;
}

/** Does one sheet begin with all that is on another? */
function goesOnFrom(one: Sheet, other: Sheet): boolean {
  const [place, known] = other.end;
  const isLine = other.last !== null;
  if (one.marks.length < place + (isLine ? 1 : 0)) return false;
  for (const [at, mark] of other.marks.entries()) {
    const mine = one.marks[at];
    if (!mine || !isSame(mine, mark, at === place ? known : null)) return false;
  }
  return true;
}

/** Are two marks the same, or so many points of theirs, if both are lines? */
function isSame(one: Line | Deed, other: Line | Deed, count: number | null): boolean {
  if (one.mark !== "line" || other.mark !== "line") return JSON.stringify(one) === JSON.stringify(other);
  const isAsLong = count !== null || one.points.length === other.points.length;
  return isAsLong && one.width === other.width && one.points.beginsAs(other.points, other.points.length);
}
