// Reads ink from untrusted bytes; the layout is in docs/wire.md.

import {
  LONG,
  LONG_TICKS,
  MAX_ERASED_AT_ONCE,
  MAX_PRESSURE,
  MAX_STROKE_POINTS,
  MAX_TICK,
  MAX_VARINT_BYTES,
  MarkKind,
} from "../wire/ink.ts";
import type { Point } from "./points.ts";
import { Points } from "./points.ts";
import type { Edit, PackedStroke } from "./sheet.ts";
import { BadInk, CORNER } from "./sheet.ts";

const MIN_POINT_BYTES = 3;

export class ByteReader {
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
    if (byte === undefined) throw new BadInk("truncated ink");
    return byte;
  }

  /** Read a varint: seven bits per byte, lowest first, in canonical form only. */
  varint(): number {
    const low = this.byte();
    if (low < 0x80) return low;
    let number = low & 0x7f;
    for (let place = 1; place < MAX_VARINT_BYTES; place++) {
      const byte = this.byte();
      number += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) {
        if (!byte) throw new BadInk("varint not in canonical form");
        return number;
      }
    }
    throw new BadInk("varint too large");
  }

  /** Read a mark; a stroke continues from `before`. */
  mark(before = CORNER): PackedStroke | Edit {
    const kind = this.byte();
    if (kind !== MarkKind.STROKE) return this.#edit(kind);
    const width = this.byte();
    return { mark: "stroke", width, points: this.points(this.#length(), before) };
  }

  /** Read delta-encoded points. */
  points(count: number, before: Point): Points {
    const points = new Points(Math.min(count, Math.ceil((this.#data.length - this.#at) / MIN_POINT_BYTES)));
    let { x, y, pressure, tick } = before;
    for (let left = count; left > 0; left--) {
      const head = this.byte();
      tick += head >> 4 === LONG_TICKS ? this.varint() : head >> 4;
      pressure = head & 15 ? pressure + (head & 15) - 8 : this.byte();
      x += this.#delta();
      y += this.#delta();
      if (
        x < 0 ||
        x > LONG ||
        y < 0 ||
        y > LONG ||
        pressure < 0 ||
        pressure > MAX_PRESSURE ||
        tick > MAX_TICK
      ) {
        throw new BadInk("point off the sheet or out of range");
      }
      points.push(x, y, pressure, tick);
    }
    return points;
  }

  /** Skip a mark. */
  skipMark(): void {
    const kind = this.byte();
    if (kind !== MarkKind.STROKE) this.#edit(kind);
    else {
      this.byte();
      this.skipPoints(this.#length());
    }
  }

  /** Skip points without checking them. */
  skipPoints(count: number): void {
    for (let left = count; left > 0; left--) {
      const head = this.byte();
      if (head >> 4 === LONG_TICKS) this.varint();
      if (!(head & 15)) this.byte();
      this.#delta();
      this.#delta();
    }
  }

  /** Read the header of a stroke. */
  strokeHeader(): readonly [width: number, count: number] {
    if (this.byte() !== MarkKind.STROKE) throw new BadInk("expected a stroke");
    return [this.byte(), this.#length()];
  }

  #edit(kind: number): Edit {
    switch (kind) {
      case MarkKind.ERASE:
        return { mark: "erase", strokes: this.#varints() };
      case MarkKind.CLEAR:
        return { mark: "clear" };
      case MarkKind.UNDO:
        return { mark: "undo" };
      case MarkKind.REDO:
        return { mark: "redo" };
      case MarkKind.ROTATE:
        return { mark: "rotate", landscape: this.#flag() };
      default:
        throw new BadInk("unknown mark");
    }
  }

  #varints(): number[] {
    const count = this.varint();
    if (count > MAX_ERASED_AT_ONCE) throw new BadInk("too many strokes erased at once");
    return Array.from({ length: count }, () => this.varint());
  }

  #length(): number {
    const count = this.varint();
    if (count > MAX_STROKE_POINTS) throw new BadInk("stroke too long");
    return count;
  }

  /** Read a zigzag delta of at most two bytes; more would lead off the sheet. */
  #delta(): number {
    const low = this.byte();
    if (low < 0x80) return (low >> 1) ^ -(low & 1);
    const high = this.byte();
    if (!high || high > 0x7f) throw new BadInk("delta too large or not in canonical form");
    const zigzag = (low & 0x7f) | (high << 7);
    return (zigzag >> 1) ^ -(zigzag & 1);
  }

  #flag(): boolean {
    const byte = this.byte();
    if (byte > 1) throw new BadInk("flag is neither 0 nor 1");
    return byte === 1;
  }
}
