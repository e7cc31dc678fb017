// Ink on its way from the network to the sheets: small pieces at once, large ones bit by bit, so that the page goes on.

import type { Frame } from "./frames.ts";
import { isOfPaper } from "./frames.ts";
import { take } from "./ink.ts";
import type { Paper } from "./paper.ts";
import { Reader } from "./reader.ts";
import { BadInk, Sheet } from "./sheet.ts";
import type { Slice } from "./slice.ts";
import { SHEETS } from "./wire.ts";

const POINTS_A_UNIT = 20;

/** Do some of the work; says whether there is more of it. */
type Work = (slice: Slice) => boolean;

export class Intake {
  readonly #paper: Paper;
  readonly #mySeat: () => number | null;
  /** What the own sheet has and the table lacks is known now. */
  readonly #sheetIsMine: () => void;
  #works: Work[] = [];

  constructor(paper: Paper, mySeat: () => number | null, sheetIsMine: () => void) {
    this.#paper = paper;
    this.#mySeat = mySeat;
    this.#sheetIsMine = sheetIsMine;
  }

  get isBusy(): boolean {
    return this.#works.length > 0;
  }

  /** Drop what belongs to sheets that are gone. */
  clear(): void {
    this.#works = [];
  }

  /** Take ink that the table shows; it is on the sheets when the work is done. */
  take(frame: Frame): void {
    if (!isOfPaper(frame, this.#paper.number)) return;
    if (frame.kind === SHEETS) this.#takeSheets(frame);
    else
      for (const { seat, piece } of frame.pieces) this.#works.push((slice) => this.#add(seat, piece, slice));
  }

  /** Work for a while; says whether there is more to do. */
  work(slice: Slice): boolean {
    while (this.#works.length && !slice.isOver) {
      const [first] = this.#works;
      try {
        if (first?.(slice)) return true;
        this.#works.shift();
      } catch (error) {
        this.#works.shift();
        throw error;
      }
    }
    return this.isBusy;
  }

  /** Empty sheets at once, and then what is on them; the own one first. */
  #takeSheets({ pieces }: Frame): void {
    this.#works = [];
    this.#paper.sheets = pieces.map(() => new Sheet());
    const mine = this.#mySeat();
    const others = pieces.filter(({ seat }) => seat !== mine);
    for (const { seat, piece } of pieces) if (seat === mine) this.#works.push(this.#reading(seat, piece));
    if (mine !== null) {
      this.#works.push(() => {
        this.#sheetIsMine();
        return false;
      });
    }
    for (const { seat, piece } of others) this.#works.push(this.#reading(seat, piece));
  }

  #add(seat: number, piece: Uint8Array, slice: Slice): boolean {
    const sheet = this.#paper.sheets[seat];
    if (sheet) take(piece, sheet);
    slice.spend(piece.length / POINTS_A_UNIT);
    return false;
  }

  /** Read a whole sheet, mark by mark. */
  #reading(seat: number, piece: Uint8Array): Work {
    const sheet = this.#paper.sheets[seat];
    const reader = new Reader(piece);
    let isBegun = false;
    return (slice) => {
      if (!isBegun && (reader.byte() || reader.number() || reader.number())) {
        throw new BadInk("a sheet that does not begin at its beginning");
      }
      isBegun = true;
      while (!reader.isAtEnd) {
        if (slice.isOver) return true;
        const mark = reader.mark();
        sheet?.append(mark);
        slice.spend(1 + (mark.mark === "line" ? mark.points.length / POINTS_A_UNIT : 0));
      }
      return false;
    };
  }
}
