// Rectangles on a sheet, in grid units.

import type { PackedStroke } from "../../ink/sheet.ts";
import type { Dab } from "./outline.ts";
import { radius } from "./outline.ts";

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const EMPTY_RECT: Rect = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

export function boundsOfDabs(dabs: Iterable<Dab>): Rect {
  let { left, top, right, bottom } = EMPTY_RECT;
  for (const dab of dabs) {
    left = Math.min(left, dab.x - dab.radius);
    top = Math.min(top, dab.y - dab.radius);
    right = Math.max(right, dab.x + dab.radius);
    bottom = Math.max(bottom, dab.y + dab.radius);
  }
  return { left, top, right, bottom };
}

/** Bounds of a whole stroke; its curves stay within the hull of its points. */
export function boundsOfStroke({ width, points }: PackedStroke): Rect {
  const reach = radius(width, points.maxPressure);
  return {
    left: points.left - reach,
    top: points.top - reach,
    right: points.right + reach,
    bottom: points.bottom + reach,
  };
}

export function union(one: Rect, other: Rect): Rect {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

export function intersect(one: Rect, other: Rect): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

/** Expand by a margin and then to whole device pixels, of which there are `scale` per grid unit. */
export function expand(box: Rect, margin: number, scale: number): Rect {
  return {
    left: Math.floor((box.left - margin) * scale) / scale,
    top: Math.floor((box.top - margin) * scale) / scale,
    right: Math.ceil((box.right + margin) * scale) / scale,
    bottom: Math.ceil((box.bottom + margin) * scale) / scale,
  };
}
