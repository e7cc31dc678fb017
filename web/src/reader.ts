// Reads ink from bytes that may be anything; docs/wire.md has the layout.

import type { Point } from "./points.ts";
import { Points } from "./points.ts";
import type { Deed, Line } from "./sheet.ts";
import { BadInk, CORNER } from "./sheet.ts";
import {
  HARDEST,
  Kind,
  LATEST,
  LONG,
  LONGEST_NUMBER,
  MANY_TICKS,
  MOST_MARKS_AT_ONCE,
  MOST_POINTS_OF_A_STROKE,
} from "./wire.ts";

const SHORTEST_POINT = 3; // bytes

export class Reader {
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
    const low = this.byte();
    if (low < 0x80) return low;
    let number = low & 0x7f;
    for (let place = 1; place < LONGEST_NUMBER; place++) {
      const byte = this.byte();
      number += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) {
        if (!byte) throw new BadInk("a number written longer than it is");
        return number;
      }
    }
    throw new BadInk("a number that is too large");
  }

  /** Read a mark; a line goes on from a point, or begins at the corner. */
  mark(before = CORNER): Line | Deed {
    const kind = this.byte();
    if (kind !== Kind.LINE) return this.#deed(kind);
    const width = this.byte();
    return { mark: "line", width, points: this.points(this.#length(), before) };
  }

  /** Read points, each by how it differs from the one before. */
  points(count: number, before: Point): Points {
    const points = new Points(Math.min(count, Math.ceil((this.#data.length - this.#at) / SHORTEST_POINT)));
    let { x, y, pressure, tick } = before;
    for (let left = count; left > 0; left--) {
      const head = this.byte();
      tick += head >> 4 === MANY_TICKS ? this.number() : head >> 4;
      pressure = head & 15 ? pressure + (head & 15) - 8 : this.byte();
      x += this.#step();
      y += this.#step();
      if (x < 0 || x > LONG || y < 0 || y > LONG || pressure < 0 || pressure > HARDEST || tick > LATEST) {
        throw new BadInk("a point off the sheet, or out of time");
      }
      points.push(x, y, pressure, tick);
    }
    return points;
  }

  /** Go past a mark. */
  skipMark(): void {
    const kind = this.byte();
    if (kind !== Kind.LINE) this.#deed(kind);
    else {
      this.byte();
      this.skipPoints(this.#length());
    }
  }

  /** Go past points, wherever they lie. */
  skipPoints(count: number): void {
    for (let left = count; left > 0; left--) {
      const head = this.byte();
      if (head >> 4 === MANY_TICKS) this.number();
      if (!(head & 15)) this.byte();
      this.#step();
      this.#step();
    }
  }

  /** Read the head of a line. */
  line(): readonly [width: number, count: number] {
    if (this.byte() !== Kind.LINE) throw new BadInk("another mark in the place of a line");
    return [this.byte(), this.#length()];
  }

  #deed(kind: number): Deed {
    switch (kind) {
      case Kind.RUB:
        return { mark: "rub", strokes: this.#numbers() };
      case Kind.WIPE:
        return { mark: "wipe" };
      case Kind.UNDO:
        return { mark: "undo" };
      case Kind.REDO:
        return { mark: "redo" };
      case Kind.TURN:
        return { mark: "turn", across: this.#flag() };
      default:
        throw new BadInk("no such mark");
    }
  }

  #numbers(): number[] {
    const count = this.number();
    if (count > MOST_MARKS_AT_ONCE) throw new BadInk("more at once than anybody draws");
    return Array.from({ length: count }, () => this.number());
  }

  #length(): number {
    const count = this.number();
    if (count > MOST_POINTS_OF_A_STROKE) throw new BadInk("a line that is too long");
    return count;
  }

  /** Small steps of either sign are short; three bytes lead off any sheet. */
  #step(): number {
    const low = this.byte();
    if (low < 0x80) return (low >> 1) ^ -(low & 1);
    const high = this.byte();
    if (!high || high > 0x7f) throw new BadInk("a step that is too far, or written longer than it is");
    const way = (low & 0x7f) | (high << 7);
    return (way >> 1) ^ -(way & 1);
  }

  #flag(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new BadInk("neither upright nor across");
    return byte === 1;
  }
}
