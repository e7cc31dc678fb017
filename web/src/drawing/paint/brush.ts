// Paints the dabs of a stroke as one canvas path, so that overlaps aren't darker.

import type { Dab } from "./outline.ts";
import { isEven } from "./outline.ts";

/** The part of a canvas context used here. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "arc"
  | "closePath"
  | "stroke"
  | "fill"
  | "lineWidth"
  | "lineCap"
  | "lineJoin"
  | "strokeStyle"
  | "fillStyle"
>;

/** Cost of a tapered band; a step of a stroke of even pressure costs one unit. */
const BAND_UNITS = 4;

/** Paint a stroke through these dabs, nowhere thinner than `minWidth`; return the cost in units. */
export function paint(brush: Brush, dabs: readonly Dab[], minWidth = 0): number {
  const [first] = dabs;
  if (!first) return 0;
  brush.beginPath();
  if (dabs.length > 1 && isEven(dabs)) {
    brush.moveTo(first.x, first.y);
    for (let number = 1; number < dabs.length; number++) {
      const dab = dabs[number] as Dab;
      brush.lineTo(dab.x, dab.y);
    }
    brush.lineWidth = Math.max(2 * first.radius, minWidth);
    brush.stroke();
    return dabs.length + BAND_UNITS;
  }
  const minRadius = minWidth / 2;
  if (dabs.length === 1) addDab(brush, first, minRadius);
  for (let number = 1; number < dabs.length; number++) {
    addBand(brush, dabs[number - 1] as Dab, dabs[number] as Dab, minRadius);
  }
  brush.fill();
  return BAND_UNITS * (dabs.length + 1);
}

/** Add a band between two dabs, clockwise like all others, so that overlaps don't cancel out. */
function addBand(brush: Brush, one: Dab, other: Dab, minRadius: number): void {
  const radius = Math.max(one.radius, minRadius);
  const otherRadius = Math.max(other.radius, minRadius);
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  if (length <= Math.abs(radius - otherRadius)) {
    addDab(brush, radius > otherRadius ? one : other, minRadius);
    return;
  }
  const angle = Math.atan2(other.y - one.y, other.x - one.x);
  const spread = Math.acos((radius - otherRadius) / length);
  brush.moveTo(one.x + radius * Math.cos(angle + spread), one.y + radius * Math.sin(angle + spread));
  brush.arc(one.x, one.y, radius, angle + spread, angle - spread + 2 * Math.PI);
  brush.arc(other.x, other.y, otherRadius, angle - spread, angle + spread);
  brush.closePath();
}

function addDab(brush: Brush, { x, y, radius }: Dab, minRadius: number): void {
  const size = Math.max(radius, minRadius);
  brush.moveTo(x + size, y);
  brush.arc(x, y, size, 0, 2 * Math.PI);
}
