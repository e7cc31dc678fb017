// The look of a line: what a round tip leaves that runs smoothly through the middles between the points, and is
// pressed harder and softer on its way. The same, number for number, as src/pictomania/ink/svg.py.

import type { Point, Stroke } from "../sheet.ts";
import { HARDEST } from "../wire.ts";

/** Of the four pencils, in units of the grid, pressed normally. */
export const THICKNESS = [14, 24, 40, 72] as const;

/** Curves are cut into straight steps that nowhere lie farther from them, in units of the grid. */
export const FLAT = 0.5;

/** Where the tip was, and how large a spot it left there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A piece of a line that is small enough to be painted at once. */
export interface Piece {
  readonly spots: readonly Spot[];
  readonly next: number; // the point with which the next piece begins
  readonly isLast: boolean; // it goes up to the last point, so it changes if the line grows
}

/** How much of a line is to be seen: so many points, and on the way to the next one up to a tip. */
export interface Seen {
  readonly count: number;
  readonly tip: Point | null;
}

const MOST_POINTS = 24; // of a piece
const MOST_SPOTS = 96; // or some more, if the last curve has many; painting costs more than twice as much for twice that

/**
 * The piece of a line that begins with a point: from the middle before it (or the beginning of the line) to the
 * middle before the first point of the next piece, or to the end. Curves are cut into steps that are `flat` enough.
 *
 * So pieces join without a gap, and none but the last changes however the line goes on.
 */
export function piece(line: Stroke, first: number, { count, tip }: Seen = whole(line), flat = FLAT): Piece {
  const { width, points } = line;
  const at = (number: number): Spot | null =>
    spotAt(width, number < count ? points.at(number) : number === count ? tip : null);
  const spots: Spot[] = [];
  let corner = at(first);
  if (!corner) return { spots, next: count, isLast: true };
  const before = first ? at(first - 1) : null;
  let middle = before ? between(before, corner) : corner;
  spots.push(middle);
  for (let number = first + 1; ; number++) {
    const next = at(number);
    if (!next) break;
    const end = between(corner, next);
    if (number === 1) spots.push(end);
    else bend(spots, middle, corner, end, flat);
    corner = next;
    middle = end;
    const isFull = number - first === MOST_POINTS || spots.length >= MOST_SPOTS;
    if (isFull && number < count) return { spots, next: number, isLast: false };
  }
  if (count > 1 || tip) spots.push(corner);
  return { spots, next: count, isLast: true };
}

function whole({ points }: Stroke): Seen {
  return { count: points.length, tip: null };
}

/** Half the thickness of a pencil, from two thirds to four thirds of it by the pressure. */
export function radius(width: number, pressure: number): number {
  return ((THICKNESS[width] ?? THICKNESS[0]) * (1 + pressure / HARDEST)) / 3;
}

/** Was the pencil pressed the same all the time? */
export function isEven(spots: readonly Spot[]): boolean {
  const first = spots[0]?.radius;
  return spots.every((spot) => spot.radius === first);
}

function spotAt(width: number, point: Point | null | undefined): Spot | null {
  return point ? { x: point.x, y: point.y, radius: radius(width, point.pressure) } : null;
}

function between(one: Spot, other: Spot): Spot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, radius: (one.radius + other.radius) / 2 };
}

/** From the middle before a point to the middle after it, in place and thickness alike. */
function bend(spots: Spot[], begin: Spot, corner: Spot, end: Spot, flat: number): void {
  const bent = Math.hypot(begin.x - 2 * corner.x + end.x, begin.y - 2 * corner.y + end.y);
  const steps = Math.max(1, Math.ceil(Math.sqrt(bent / (4 * flat))));
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
