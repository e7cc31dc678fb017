// The rubber in the hand: finds the lines that it touches on its way.

import type { Line, Sheet } from "../sheet.ts";
import { aroundLine } from "./box.ts";
import { radius } from "./outline.ts";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The places of the lines to be seen that lie within `reach` of the way from one spot to another. */
export function touched(sheet: Sheet, from: Spot, to: Spot, reach: number): number[] {
  return sheet.shown.filter((place) => {
    const line = sheet.line(place);
    return line !== null && isNear(line, from, to, reach) && isTouched(line, from, to, reach);
  });
}

/** Is it worth while to look at the points of a line? */
function isNear(line: Line, from: Spot, to: Spot, reach: number): boolean {
  const { left, top, right, bottom } = aroundLine(line);
  return mayMeet(from, to, { x: left, y: top }, { x: right, y: bottom }, reach);
}

function isTouched({ width, points }: Line, from: Spot, to: Spot, reach: number): boolean {
  let before: Spot | undefined = points.at(0);
  for (const point of points) {
    const near = reach + radius(width, point.pressure);
    if (before && mayMeet(from, to, before, point, near) && gap(from, to, before, point) <= near) return true;
    before = point;
  }
  return false;
}

/** Is it worth while to measure? Most of a full sheet is far away. */
function mayMeet(a: Spot, b: Spot, c: Spot, d: Spot, near: number): boolean {
  return (
    Math.min(a.x, b.x) - near <= Math.max(c.x, d.x) &&
    Math.max(a.x, b.x) + near >= Math.min(c.x, d.x) &&
    Math.min(a.y, b.y) - near <= Math.max(c.y, d.y) &&
    Math.max(a.y, b.y) + near >= Math.min(c.y, d.y)
  );
}

/** How near two straight ways come to each other. */
function gap(a: Spot, b: Spot, c: Spot, d: Spot): number {
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return 0;
  return Math.min(distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b));
}

/** On which side of the way from one spot to another is a third? */
function side(from: Spot, to: Spot, spot: Spot): number {
  return Math.sign((to.x - from.x) * (spot.y - from.y) - (to.y - from.y) * (spot.x - from.x));
}

/** How far is a spot from the way between two others? */
function distance(spot: Spot, from: Spot, to: Spot): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const square = x * x + y * y;
  const part = square ? ((spot.x - from.x) * x + (spot.y - from.y) * y) / square : 0;
  const near = Math.min(1, Math.max(0, part));
  return Math.hypot(spot.x - from.x - near * x, spot.y - from.y - near * y);
}
