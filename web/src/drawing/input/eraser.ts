// Finds the strokes that the eraser touches as it moves.

import type { PackedStroke, Sheet } from "../../ink/sheet.ts";
import { radius } from "../paint/outline.ts";
import { boundsOfStroke } from "../paint/rect.ts";

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Places of the visible strokes within `reach` of the segment between two positions. */
export function touchedStrokes(sheet: Sheet, from: Position, to: Position, reach: number): number[] {
  return sheet.shown.filter((place) => {
    const stroke = sheet.strokeAt(place);
    return stroke !== null && isNear(stroke, from, to, reach) && isTouched(stroke, from, to, reach);
  });
}

/** Cheap check against the stroke's bounding box. */
function isNear(stroke: PackedStroke, from: Position, to: Position, reach: number): boolean {
  const { left, top, right, bottom } = boundsOfStroke(stroke);
  return mayMeet(from, to, { x: left, y: top }, { x: right, y: bottom }, reach);
}

function isTouched({ width, points }: PackedStroke, from: Position, to: Position, reach: number): boolean {
  let before: Position | undefined = points.at(0);
  for (const point of points) {
    const near = reach + radius(width, point.pressure);
    if (before && mayMeet(from, to, before, point, near) && gap(from, to, before, point) <= near) return true;
    before = point;
  }
  return false;
}

/** Cheap bounding-box check before measuring distances; most of a full sheet is far away. */
function mayMeet(a: Position, b: Position, c: Position, d: Position, near: number): boolean {
  return (
    Math.min(a.x, b.x) - near <= Math.max(c.x, d.x) &&
    Math.max(a.x, b.x) + near >= Math.min(c.x, d.x) &&
    Math.min(a.y, b.y) - near <= Math.max(c.y, d.y) &&
    Math.max(a.y, b.y) + near >= Math.min(c.y, d.y)
  );
}

/** Distance between two line segments. */
function gap(a: Position, b: Position, c: Position, d: Position): number {
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b));
}

/** The side of a line on which a position lies: -1, 0 or 1. */
function side(from: Position, to: Position, position: Position): number {
  return Math.sign((to.x - from.x) * (position.y - from.y) - (to.y - from.y) * (position.x - from.x));
}

/** Distance from a position to a line segment. */
function distance(position: Position, from: Position, to: Position): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const square = x * x + y * y;
  const part = square ? ((position.x - from.x) * x + (position.y - from.y) * y) / square : 0;
  const near = Math.min(1, Math.max(0, part));
  return Math.hypot(position.x - from.x - near * x, position.y - from.y - near * y);
}
