// The drawing that is most expensive to paint within the limits of a sheet.

import type { Mark, Point } from "../../ink/sheet.ts";
import { LONG, MAX_POINTS, MAX_STROKE_POINTS, MAX_TRAVEL, SHORT } from "../../wire/ink.ts";

const WIDEST = 3;
const STEP = 63; // along an axis: the largest that counts as no travel
const CORNERS = 25; // points of a stroke from corner to corner
const CLEARED = 300; // short strokes that are cleared and restored,
const TIMES = 20; // this many times

/** Short strokes cleared and restored repeatedly, strokes from corner to corner, then points up to the limit. */
export function hostileDrawing(): Mark[] {
  const storm = Array.from({ length: CLEARED }, (_, number) =>
    zigzag(2, STEP * (number % 40), 50 * (number % 70), STEP, STEP),
  );
  const clears = Array.from({ length: TIMES }, (): Mark[] => [{ mark: "clear" }, { mark: "undo" }]).flat();
  const count = Math.floor(MAX_TRAVEL / (CORNERS * (SHORT + LONG)));
  const far = Array.from({ length: count }, (_, number) =>
    zigzag(CORNERS, number % 40, number % 40, SHORT - 40, LONG - 40),
  );
  const points = MAX_POINTS - 2 * CLEARED - CORNERS * count;
  const dense = Array.from({ length: Math.floor(points / MAX_STROKE_POINTS) }, (_, number) =>
    zigzag(MAX_STROKE_POINTS, (97 * number) % (SHORT - STEP), (89 * number) % (LONG - STEP), STEP, STEP),
  );
  return [...storm, ...clears, ...far, ...dense];
}

/** Back and forth between two points, alternating full and no pressure. */
function zigzag(count: number, x: number, y: number, right: number, down: number): Mark {
  const points = Array.from({ length: count }, (_, number): Point => {
    const isThere = number % 2;
    return { x: x + isThere * right, y: y + isThere * down, pressure: 255 * isThere, tick: number };
  });
  return { mark: "stroke", width: WIDEST, points };
}
