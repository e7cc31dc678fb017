// Pointer positions in grid units of a sheet, with pressure.

import { LONG, MAX_PRESSURE, SHORT } from "../../wire/ink.ts";

/** One pointer reading; it may be off the sheet. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly time: number; // ms
}

/** The part of a pointer event used here. */
export type PointerReading = Pick<
  PointerEvent,
  "clientX" | "clientY" | "pressure" | "pointerType" | "timeStamp"
>;

/** The sheet's area on screen. */
export type Area = Pick<DOMRect, "left" | "top" | "width" | "height">;

const DEFAULT_PRESSURE = 128; // for a mouse or a finger, which report none

/** The largest coordinates on a sheet. */
export function maxCoordinates(isLandscape: boolean): readonly [x: number, y: number] {
  return isLandscape ? [LONG, SHORT] : [SHORT, LONG];
}

/** Grid units per CSS pixel. */
export function unitsPerPixel(area: Area, isLandscape: boolean): number {
  return ((isLandscape ? LONG : SHORT) + 1) / area.width;
}

export function sampleOf(event: PointerReading, area: Area, isLandscape: boolean): Sample {
  const [right, bottom] = maxCoordinates(isLandscape);
  return {
    x: ((event.clientX - area.left) / area.width) * (right + 1),
    y: ((event.clientY - area.top) / area.height) * (bottom + 1),
    pressure: event.pointerType === "pen" ? event.pressure * MAX_PRESSURE : DEFAULT_PRESSURE,
    time: event.timeStamp,
  };
}

export function isOnSheet(sample: Sample, isLandscape: boolean): boolean {
  const [right, bottom] = maxCoordinates(isLandscape);
  return sample.x >= 0 && sample.x <= right && sample.y >= 0 && sample.y <= bottom;
}

/** Where the line from a sample on the sheet to one off it crosses the edge. */
export function edgeCrossing(on: Sample, off: Sample, isLandscape: boolean): Sample {
  const [right, bottom] = maxCoordinates(isLandscape);
  const share = Math.min(within(on.x, off.x, right), within(on.y, off.y, bottom));
  return { ...off, x: on.x + share * (off.x - on.x), y: on.y + share * (off.y - on.y) };
}

/** The share of the way between two coordinates that lies on the sheet. */
function within(from: number, to: number, most: number): number {
  if (to < 0) return from / (from - to);
  return to > most ? (most - from) / (to - from) : 1;
}
