// Applies incoming ink to the sheets in time slices, so that large drawings don't block the page.

import { applyPiece } from "../ink/codec.ts";
import type { InkFrame } from "../ink/frames.ts";
import { belongsToPaper } from "../ink/frames.ts";
import type { Paper } from "../ink/paper.ts";
import { ByteReader } from "../ink/reader.ts";
import { BadInk, Sheet } from "../ink/sheet.ts";
import type { TimeSlice } from "../scheduling/frameBudget.ts";
import { SHEETS } from "../wire/messages.ts";

const POINTS_PER_UNIT = 20;

/** Do as much as fits into the slice; return whether there is more. */
type ReadTask = (slice: TimeSlice) => boolean;

export class InkReceiver {
  readonly #paper: Paper;
  readonly #mySeat: () => number | null;
  /** Called once our own sheet has been read, so that missing ink can be resent. */
  readonly #onOwnSheet: () => void;
  #tasks: ReadTask[] = [];

  constructor(paper: Paper, mySeat: () => number | null, onOwnSheet: () => void) {
    this.#paper = paper;
    this.#mySeat = mySeat;
    this.#onOwnSheet = onOwnSheet;
  }

  get isBusy(): boolean {
    return this.#tasks.length > 0;
  }

  /** Drop ink of sheets that were replaced. */
  clear(): void {
    this.#tasks = [];
  }

  /** Queue a frame from the server; `work` applies it. */
  receive(frame: InkFrame): void {
    if (!belongsToPaper(frame, this.#paper.number)) return;
    if (frame.kind === SHEETS) this.#replaceSheets(frame);
    else
      for (const { seat, piece } of frame.pieces)
        this.#tasks.push((slice) => this.#apply(seat, piece, slice));
  }

  /** Work on the queue; return whether there is more to do. */
  work(slice: TimeSlice): boolean {
    while (this.#tasks.length && !slice.isOver) {
      const [first] = this.#tasks;
      try {
        if (first?.(slice)) return true;
        this.#tasks.shift();
      } catch (error) {
        this.#tasks.shift();
        throw error;
      }
    }
    return this.isBusy;
  }

  /** Replace all sheets with empty ones and queue their contents, our own first. */
  #replaceSheets({ pieces }: InkFrame): void {
    this.#tasks = [];
    this.#paper.sheets = pieces.map(() => new Sheet());
    const mine = this.#mySeat();
    const others = pieces.filter(({ seat }) => seat !== mine);
    for (const { seat, piece } of pieces) if (seat === mine) this.#tasks.push(this.#readSheet(seat, piece));
    if (mine !== null) {
      this.#tasks.push(() => {
        this.#onOwnSheet();
        return false;
      });
    }
    for (const { seat, piece } of others) this.#tasks.push(this.#readSheet(seat, piece));
  }

  #apply(seat: number, piece: Uint8Array, slice: TimeSlice): boolean {
    const sheet = this.#paper.sheets[seat];
    if (sheet) applyPiece(piece, sheet);
    slice.spend(piece.length / POINTS_PER_UNIT);
    return false;
  }

  /** Create a task that reads a whole sheet, mark by mark. */
  #readSheet(seat: number, piece: Uint8Array): ReadTask {
    const sheet = this.#paper.sheets[seat];
    const reader = new ByteReader(piece);
    let hasStarted = false;
    return (slice) => {
      if (!hasStarted && (reader.byte() || reader.varint() || reader.varint())) {
        throw new BadInk("sheet does not start at the beginning");
      }
      hasStarted = true;
      while (!reader.isAtEnd) {
        if (slice.isOver) return true;
        const mark = reader.mark();
        sheet?.append(mark);
        slice.spend(1 + (mark.mark === "stroke" ? mark.points.length / POINTS_PER_UNIT : 0));
      }
      return false;
    };
  }
}
