// Paints a part of a sheet again from which lines have gone: at once, or piece by piece on a spare canvas, so that
// nobody sees it half done.

import type { Line } from "../sheet.ts";
import type { Slice } from "../slice.ts";
import type { Box } from "./box.ts";
import type { Layer, Scale, Spare } from "./layer.ts";
import { clear, setUp } from "./layer.ts";

/** Points of a line, from the beginning of one piece to the end of another. */
export interface Part {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}

/** Paint the piece of a line that begins with a point; says where the next one begins. */
export type PaintPiece = (layer: Layer, line: Line, first: number, slice: Slice) => number;

/** Paint parts into a hole at once. */
export function mend(layer: Layer, hole: Box, parts: readonly Part[], paint: PaintPiece, slice: Slice): void {
  layer.save();
  cut(layer, hole);
  clear(layer, hole);
  for (const part of parts) {
    for (let first = part.from; first < part.to; ) first = paint(layer, part.line, first, slice);
  }
  layer.restore();
}

/** The same in as many frames as it takes; what is painted meanwhile beside it has to be added. */
export class Mending {
  readonly hole: Box;
  readonly #spare: Spare;
  readonly #parts: Part[];
  #at = 0; // the part that is being painted
  #first: number | null = null; // and the point from which it goes on

  constructor(spare: Spare, scale: Scale, hole: Box, parts: Part[]) {
    this.hole = hole;
    this.#spare = spare;
    this.#parts = parts;
    setUp(spare.layer, scale);
    cut(spare.layer, hole);
  }

  /** Paint one more part before it is shown. */
  add(part: Part): void {
    this.#parts.push(part);
  }

  /** Go on for a while; says whether everything is painted. */
  go(paint: PaintPiece, slice: Slice): boolean {
    for (let part = this.#parts[this.#at]; part; part = this.#parts[this.#at]) {
      if (slice.isOver) return false;
      this.#first = paint(this.#spare.layer, part.line, this.#first ?? part.from, slice);
      if (this.#first < part.to) continue;
      this.#at += 1;
      this.#first = null;
    }
    return true;
  }

  /** Put it in the place of what was there. */
  show(layer: Layer, { dots }: Scale): void {
    const { left, top, right, bottom } = this.hole;
    const [x, y] = [Math.round(left * dots), Math.round(top * dots)];
    const [width, height] = [Math.round(right * dots) - x, Math.round(bottom * dots) - y];
    layer.save();
    layer.setTransform(1, 0, 0, 1, 0, 0);
    layer.clearRect(x, y, width, height);
    layer.drawImage(this.#spare.image, x, y, width, height, x, y, width, height);
    layer.restore();
  }
}

function cut(layer: Layer, { left, top, right, bottom }: Box): void {
  layer.beginPath();
  layer.rect(left, top, right - left, bottom - top);
  layer.clip();
}
