// What costs a painter most of all that fits on a sheet.

import type { Mark, Point } from "../../sheet.ts";
import { LONG, MOST_POINTS, MOST_POINTS_OF_A_STROKE, MOST_TRAVEL, SHORT } from "../../wire.ts";

const WIDEST = 3;
const STEP = 63; // along an axis: the farthest that is free
const CORNERS = 25; // points of a line that goes from corner to corner
const WIPED = 300; // short lines that are taken off and put back,
const TIMES = 20; // so often

/** Short lines, wiped and brought back again and again; lines from corner to corner; and then points without end. */
export function hostile(): Mark[] {
  const storm = Array.from({ length: WIPED }, (_, number) =>
    zigzag(2, STEP * (number % 40), 50 * (number % 70), STEP, STEP),
  );
  const wipes = Array.from({ length: TIMES }, (): Mark[] => [{ mark: "wipe" }, { mark: "undo" }]).flat();
  const lines = Math.floor(MOST_TRAVEL / (CORNERS * (SHORT + LONG)));
  const far = Array.from({ length: lines }, (_, number) =>
    zigzag(CORNERS, number % 40, number % 40, SHORT - 40, LONG - 40),
  );
  const points = MOST_POINTS - 2 * WIPED - CORNERS * lines;
  const dense = Array.from({ length: Math.floor(points / MOST_POINTS_OF_A_STROKE) }, (_, number) =>
    zigzag(
      MOST_POINTS_OF_A_STROKE,
      (97 * number) % (SHORT - STEP),
      (89 * number) % (LONG - STEP),
      STEP,
      STEP,
    ),
  );
  return [...storm, ...wipes, ...far, ...dense];
}

/** To and fro between two places, pressed hard and not at all. */
function zigzag(count: number, x: number, y: number, right: number, down: number): Mark {
  const points = Array.from({ length: count }, (_, number): Point => {
    const isThere = number % 2;
    return { x: x + isThere * right, y: y + isThere * down, pressure: 255 * isThere, tick: number };
  });
  return { mark: "line", width: WIDEST, points };
}
