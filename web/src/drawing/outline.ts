// The look of a line: what a round tip leaves that runs smoothly through the middles between the points, and is
// pressed harder and softer on its way. The same, number for number, as src/pictomania/ink/svg.py.

import type { Point, Stroke } from "../sheet.ts";
import { HARDEST } from "../wire.ts";

/** Of the four pencils, in units of the grid, pressed normally. */
export const THICKNESS = [14, 24, 40, 72] as const;

const FLAT = 0.5; // curves are cut into straight steps that nowhere lie farther from them, in units of the grid

/** Where the tip was, and how large a spot it left there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * The spots from one point of a line to another: from the middle before the first (or the beginning of the line) to
 * the middle before the last.
 *
 * So two stretches of a line join without a gap, and neither changes however the line goes on.
 */
export function stretch({ width, points }: Stroke, first: number, last: number): Spot[] {
  const spots: Spot[] = [];
  let corner = spotAt(width, points[first]);
  if (!corner) return spots;
  const before = spotAt(width, points[first - 1]);
  let middle = before ? between(before, corner) : corner;
  spots.push(middle);
  for (let number = first + 1; number <= last; number++) {
    const next = spotAt(width, points[number]);
    if (!next) break;
    const end = between(corner, next);
    if (number === 1) spots.push(end);
    else bend(spots, middle, corner, end);
    corner = next;
    middle = end;
  }
  return spots;
}

/** The spots from one point of a line to its end, the last point itself. */
export function rest(line: Stroke, first: number): Spot[] {
  const last = line.points.length - 1;
  const spots = stretch(line, first, last);
  const end = spotAt(line.width, line.points[last]);
  if (end && last > 0) spots.push(end);
  return spots;
}

/** Half the thickness of a pencil, from two thirds to four thirds of it by the pressure. */
export function radius(width: number, pressure: number): number {
  return ((THICKNESS[width] ?? THICKNESS[0]) * (1 + pressure / HARDEST)) / 3;
}

/** Was the pencil pressed the same all the time? */
export function isEven(spots: readonly Spot[]): boolean {
  return spots.every((spot) => spot.radius === spots[0]?.radius);
}

function spotAt(width: number, point: Point | undefined): Spot | null {
  return point ? { x: point.x, y: point.y, radius: radius(width, point.pressure) } : null;
}

function between(one: Spot, other: Spot): Spot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, radius: (one.radius + other.radius) / 2 };
}

/** From the middle before a point to the middle after it, in place and thickness alike. */
function bend(spots: Spot[], begin: Spot, corner: Spot, end: Spot): void {
  const bent = Math.hypot(begin.x - 2 * corner.x + end.x, begin.y - 2 * corner.y + end.y);
  const steps = Math.max(1, Math.ceil(Math.sqrt(bent / (4 * FLAT))));
  for (let step = 1; step <= steps; step++) {
    const before = (1 - step / steps) ** 2;
    const after = (step / steps) ** 2;
    spots.push({
      x: corner.x + before * (begin.x - corner.x) + after * (end.x - corner.x),
      y: corner.y + before * (begin.y - corner.y) + after * (end.y - corner.y),
      radius: corner.radius + before * (begin.radius - corner.radius) + after * (end.radius - corner.radius),
    });
  }
}
