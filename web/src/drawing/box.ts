// The part of a sheet that something covers, in units of the grid.

import type { Line } from "../sheet.ts";
import type { Spot } from "./outline.ts";
import { radius } from "./outline.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NOWHERE: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };

export function around(spots: Iterable<Spot>): Box {
  let { left, top, right, bottom } = NOWHERE;
  for (const spot of spots) {
    left = Math.min(left, spot.x - spot.radius);
    top = Math.min(top, spot.y - spot.radius);
    right = Math.max(right, spot.x + spot.radius);
    bottom = Math.max(bottom, spot.y + spot.radius);
  }
  return { left, top, right, bottom };
}

/** Around a whole line, whose curves never leave the corners behind. */
export function aroundLine({ width, points }: Line): Box {
  const reach = radius(width, points.hardest);
  return {
    left: points.left - reach,
    top: points.top - reach,
    right: points.right + reach,
    bottom: points.bottom + reach,
  };
}

export function joined(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

export function meet(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

/** Made larger by a margin, and then up to whole parts of the grid `scale` times as fine: dots of a screen. */
export function widened(box: Box, margin: number, scale: number): Box {
  return {
    left: Math.floor((box.left - margin) * scale) / scale,
    top: Math.floor((box.top - margin) * scale) / scale,
    right: Math.ceil((box.right + margin) * scale) / scale,
    bottom: Math.ceil((box.bottom + margin) * scale) / scale,
  };
}
