// Where a pointer is on a sheet, measured in units of the grid, and how hard it is pressed.

import { HARDEST, LONG, SHORT } from "../wire.ts";

/** What a pointer says at one moment; it may be beside the sheet. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly time: number; // ms
}

/** What of a pointer event is needed here. */
export type Pointed = Pick<PointerEvent, "clientX" | "clientY" | "pressure" | "pointerType" | "timeStamp">;

/** Where the sheet lies on the screen. */
export type Area = Pick<DOMRect, "left" | "top" | "width" | "height">;

const PRESSED = 128; // by a mouse or a finger, which do not know

/** The largest coordinates of a sheet. */
export function bounds(across: boolean): readonly [x: number, y: number] {
  return across ? [LONG, SHORT] : [SHORT, LONG];
}

/** Units of the grid for a pixel of the page. */
export function unitsPerPixel(area: Area, across: boolean): number {
  return ((across ? LONG : SHORT) + 1) / area.width;
}

export function sampled(event: Pointed, area: Area, across: boolean): Sample {
  const [right, bottom] = bounds(across);
  return {
    x: ((event.clientX - area.left) / area.width) * (right + 1),
    y: ((event.clientY - area.top) / area.height) * (bottom + 1),
    pressure: event.pointerType === "pen" ? event.pressure * HARDEST : PRESSED,
    time: event.timeStamp,
  };
}

export function isOn(sample: Sample, across: boolean): boolean {
  const [right, bottom] = bounds(across);
  return sample.x >= 0 && sample.x <= right && sample.y >= 0 && sample.y <= bottom;
}

/** Where the way from a place on the sheet to one beside it crosses its edge. */
export function crossing(on: Sample, off: Sample, across: boolean): Sample {
  const [right, bottom] = bounds(across);
  const part = Math.min(within(on.x, off.x, right), within(on.y, off.y, bottom));
  return { ...off, x: on.x + part * (off.x - on.x), y: on.y + part * (off.y - on.y) };
}

/** How much of the way from one coordinate to another lies on the sheet. */
function within(from: number, to: number, most: number): number {
  if (to < 0) return from / (from - to);
  return to > most ? (most - from) / (to - from) : 1;
}
