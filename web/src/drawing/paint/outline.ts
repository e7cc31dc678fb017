// The shape of a stroke: dabs of a round tip along quadratic curves through the midpoints between points, with a
// radius that follows the pressure. Computes the same numbers as src/pictomania/ink/svg.py.

import type { Point, Stroke } from "../../ink/sheet.ts";
import { FLATNESS, MAX_PRESSURE, THICKNESS } from "../../wire/ink.ts";

/** Position and radius of the tip. */
export interface Dab {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** A part of a stroke small enough to be painted in one go. */
export interface Segment {
  readonly dabs: readonly Dab[];
  readonly next: number; // first point of the next segment
  readonly isLast: boolean; // reaches the last point, so it changes if the stroke grows
}

/** The visible part of a stroke: `count` points, and a tip on the way to the next one. */
export interface VisiblePart {
  readonly count: number;
  readonly tip: Point | null;
}

const MAX_SEGMENT_POINTS = 24;
const MAX_SEGMENT_DABS = 96; // or a few more; painting costs more than twice as much for twice that

/**
 * The segment that begins at point `first`: from the midpoint before it (or the start of the stroke) to the
 * midpoint before the next segment's first point, or to the end. Curves are flattened to within `flatness`.
 *
 * So segments join without gaps, and only the last one changes when the stroke grows.
 */
export function segment(
  stroke: Stroke,
  first: number,
  { count, tip }: VisiblePart = wholeStroke(stroke),
  flatness = FLATNESS,
): Segment {
  const { width, points } = stroke;
  const at = (number: number): Dab | null =>
    dabAt(width, number < count ? points.at(number) : number === count ? tip : null);
  const dabs: Dab[] = [];
  let corner = at(first);
  if (!corner) return { dabs, next: count, isLast: true };
  const before = first ? at(first - 1) : null;
  let middle = before ? midpoint(before, corner) : corner;
  dabs.push(middle);
  for (let number = first + 1; ; number++) {
    const next = at(number);
    if (!next) break;
    const end = midpoint(corner, next);
    if (number === 1) dabs.push(end);
    else addCurve(dabs, middle, corner, end, flatness);
    corner = next;
    middle = end;
    const isFull = number - first === MAX_SEGMENT_POINTS || dabs.length >= MAX_SEGMENT_DABS;
    if (isFull && number < count) return { dabs, next: number, isLast: false };
  }
  if (count > 1 || tip) dabs.push(corner);
  return { dabs, next: count, isLast: true };
}

function wholeStroke({ points }: Stroke): VisiblePart {
  return { count: points.length, tip: null };
}

/** Radius of the tip: two thirds to four thirds of the pencil's, depending on pressure. */
export function radius(width: number, pressure: number): number {
  return ((THICKNESS[width] ?? THICKNESS[0]) * (1 + pressure / MAX_PRESSURE)) / 3;
}

/** Whether all dabs have the same radius. */
export function isEven(dabs: readonly Dab[]): boolean {
  const first = dabs[0]?.radius;
  return dabs.every((dab) => dab.radius === first);
}

function dabAt(width: number, point: Point | null | undefined): Dab | null {
  return point ? { x: point.x, y: point.y, radius: radius(width, point.pressure) } : null;
}

function midpoint(one: Dab, other: Dab): Dab {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, radius: (one.radius + other.radius) / 2 };
}

/** Add a quadratic curve from the midpoint before a point to the midpoint after it, in position and radius. */
function addCurve(dabs: Dab[], begin: Dab, corner: Dab, end: Dab, flatness: number): void {
  const curvature = Math.hypot(begin.x - 2 * corner.x + end.x, begin.y - 2 * corner.y + end.y);
  const steps = Math.max(1, Math.ceil(Math.sqrt(curvature / (4 * flatness))));
  for (let step = 1; step <= steps; step++) {
    const before = (1 - step / steps) ** 2;
    const after = (step / steps) ** 2;
    dabs.push({
      x: corner.x + before * (begin.x - corner.x) + after * (end.x - corner.x),
      y: corner.y + before * (begin.y - corner.y) + after * (end.y - corner.y),
      radius: corner.radius + before * (begin.radius - corner.radius) + after * (end.radius - corner.radius),
    });
  }
}
