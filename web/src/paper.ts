// The sheets on the table as this client knows them, and its own, which may be ahead of what the server has.

import type { Frame } from "./frames.ts";
import { inkFromClient, isOfPaper } from "./frames.ts";
import { encode, take, written } from "./ink.ts";
import type { Ink, Mark, Place, Point } from "./sheet.ts";
import { CORNER, Sheet } from "./sheet.ts";
import { LARGEST_FRAME, SHEETS } from "./wire.ts";

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

  /** Take ink that the table shows; what belongs to sheets that are gone is dropped. */
  take(frame: Frame): void {
    if (!isOfPaper(frame, this.number)) return;
    if (frame.kind === SHEETS) this.sheets = frame.pieces.map(() => new Sheet());
    for (const { seat, piece } of frame.pieces) {
      const sheet = this.sheets[seat];
      if (sheet) take(piece, sheet);
    }
  }

  /** Put marks on the own sheet; `unsent` is what to send. Throws `BadInk` where no more fits. */
  draw(...marks: Mark[]): void {
    this.mine.add({ place: this.mine.marks.length, known: 0, marks });
  }

  /** Let the last line on the own sheet grow; throws `BadInk` where no more fits. */
  goOn(points: readonly Point[]): void {
    const { last } = this.mine;
    if (!last || !points.length) return;
    const [place, known] = this.mine.end;
    this.mine.add({ place, known, marks: [{ mark: "line", width: last.width, points }] });
  }

  /** What is new on the own sheet since this was asked last. */
  unsent(): Frames {
    return this.#news(true);
  }

  /** Take what was not sent yet off the own sheet, as if it had never been. */
  forget(): void {
    const kept = upTo(this.mine.marks, this.#sent);
    this.mine = new Sheet();
    this.draw(...kept);
  }

  /** What of the own sheet the table lacks, to be sent again; where it has more, or other ink, that is taken over. */
  lacking(seat: number): Frames {
    const theirs = this.sheets[seat];
    if (!theirs) return [];
    if (!goesOnFrom(this.mine, theirs)) {
      this.mine = new Sheet(); // drawn before a reload, on another device, or by a bot that kept the seat
      take(written(theirs), this.mine);
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
  const [begun, all] = [upTo(one.marks, other.end), other.marks].map((marks) =>
    encode({ place: 0, known: 0, marks }).join(),
  );
  return begun === all;
}
