// Paints the spots of a line onto a canvas, all at once, so that nothing is darker where they overlap.

import type { Spot } from "./outline.ts";
import { isEven } from "./outline.ts";

/** What of a canvas is needed here. */
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

/** What painting a band costs, while a step of an even line costs one unit. */
const BAND_UNITS = 4;

/** Paint what a tip leaves that goes from spot to spot, nowhere thinner than `finest`; what it costs, in units. */
export function paint(brush: Brush, spots: readonly Spot[], finest = 0): number {
  const [first] = spots;
  if (!first) return 0;
  brush.beginPath();
  if (spots.length > 1 && isEven(spots)) {
    brush.moveTo(first.x, first.y);
    for (let number = 1; number < spots.length; number++) {
      const spot = spots[number] as Spot;
      brush.lineTo(spot.x, spot.y);
    }
    brush.lineWidth = Math.max(2 * first.radius, finest);
    brush.stroke();
    return spots.length + BAND_UNITS;
  }
  const least = finest / 2;
  if (spots.length === 1) addSpot(brush, first, least);
  for (let number = 1; number < spots.length; number++) {
    addBand(brush, spots[number - 1] as Spot, spots[number] as Spot, least);
  }
  brush.fill();
  return BAND_UNITS * (spots.length + 1);
}

/** Go round a band clockwise, as round all others, so that nothing is cut out where they overlap. */
function addBand(brush: Brush, one: Spot, other: Spot, least: number): void {
  const radius = Math.max(one.radius, least);
  const otherRadius = Math.max(other.radius, least);
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  if (length <= Math.abs(radius - otherRadius)) {
    addSpot(brush, radius > otherRadius ? one : other, least);
    return;
  }
  const way = Math.atan2(other.y - one.y, other.x - one.x);
  const aside = Math.acos((radius - otherRadius) / length);
  brush.moveTo(one.x + radius * Math.cos(way + aside), one.y + radius * Math.sin(way + aside));
  brush.arc(one.x, one.y, radius, way + aside, way - aside + 2 * Math.PI);
  brush.arc(other.x, other.y, otherRadius, way - aside, way + aside);
  brush.closePath();
}

function addSpot(brush: Brush, { x, y, radius }: Spot, least: number): void {
  const size = Math.max(radius, least);
  brush.moveTo(x + size, y);
  brush.arc(x, y, size, 0, 2 * Math.PI);
}
