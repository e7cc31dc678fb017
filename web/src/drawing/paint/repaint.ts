// Repaints a region of a sheet from which strokes were removed: immediately, or over several frames on an offscreen
// layer, so that it is never visible half done.

import type { PackedStroke } from "../../ink/sheet.ts";
import type { TimeSlice } from "../../scheduling/frameBudget.ts";
import type { CanvasLayer, OffscreenLayer, Scale } from "./layer.ts";
import { clear, setUp } from "./layer.ts";
import type { Rect } from "./rect.ts";

/** A range of points of a stroke, aligned to segments. */
export interface StrokeRange {
  readonly stroke: PackedStroke;
  readonly from: number;
  readonly to: number;
}

/** Paint the segment that begins at point `first`; return where the next one begins. */
export type PaintSegment = (
  layer: CanvasLayer,
  stroke: PackedStroke,
  first: number,
  slice: TimeSlice,
) => number;

/** Clear a region and repaint these ranges in it immediately. */
export function repaintRegion(
  layer: CanvasLayer,
  region: Rect,
  ranges: readonly StrokeRange[],
  paint: PaintSegment,
  slice: TimeSlice,
): void {
  layer.save();
  clipTo(layer, region);
  clear(layer, region);
  for (const range of ranges) {
    for (let first = range.from; first < range.to; ) first = paint(layer, range.stroke, first, slice);
  }
  layer.restore();
}

/** The same over several frames; strokes painted in the meantime have to be added. */
export class BackgroundRepaint {
  readonly region: Rect;
  readonly #offscreen: OffscreenLayer;
  readonly #ranges: StrokeRange[];
  #at = 0; // index of the current range
  #first: number | null = null; // next point within it

  constructor(offscreen: OffscreenLayer, scale: Scale, region: Rect, ranges: StrokeRange[]) {
    this.region = region;
    this.#offscreen = offscreen;
    this.#ranges = ranges;
    setUp(offscreen.layer, scale);
    clipTo(offscreen.layer, region);
  }

  /** Add a range to be painted before the result is shown. */
  add(range: StrokeRange): void {
    this.#ranges.push(range);
  }

  /** Paint as much as fits into the slice; return whether everything is painted. */
  run(paint: PaintSegment, slice: TimeSlice): boolean {
    for (let range = this.#ranges[this.#at]; range; range = this.#ranges[this.#at]) {
      if (slice.isOver) return false;
      this.#first = paint(this.#offscreen.layer, range.stroke, this.#first ?? range.from, slice);
      if (this.#first < range.to) continue;
      this.#at += 1;
      this.#first = null;
    }
    return true;
  }

  /** Copy the finished region onto the visible layer. */
  show(layer: CanvasLayer, { pixelsPerUnit }: Scale): void {
    const { left, top, right, bottom } = this.region;
    const [x, y] = [Math.round(left * pixelsPerUnit), Math.round(top * pixelsPerUnit)];
    const [width, height] = [Math.round(right * pixelsPerUnit) - x, Math.round(bottom * pixelsPerUnit) - y];
    layer.save();
    layer.setTransform(1, 0, 0, 1, 0, 0);
    layer.clearRect(x, y, width, height);
    layer.drawImage(this.#offscreen.image, x, y, width, height, x, y, width, height);
    layer.restore();
  }
}

function clipTo(layer: CanvasLayer, { left, top, right, bottom }: Rect): void {
  layer.beginPath();
  layer.rect(left, top, right - left, bottom - top);
  layer.clip();
}
