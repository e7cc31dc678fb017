// The canvas layers that painters use: visible ones and an offscreen one.

import type { Brush } from "./brush.ts";
import type { Rect } from "./rect.ts";

export type CanvasLayer = Brush &
  Pick<
    CanvasRenderingContext2D,
    "setTransform" | "clearRect" | "save" | "restore" | "rect" | "clip" | "drawImage"
  >;

/** A canvas of the same size that isn't on the page. */
export interface OffscreenLayer {
  readonly layer: CanvasLayer;
  readonly image: CanvasImageSource;
}

/** How a sheet maps to its layers. */
export interface Scale {
  readonly pixelsPerUnit: number; // device pixels per grid unit
  readonly colour: string;
}

/** Set up a layer for grid units and one colour. */
export function setUp(layer: CanvasLayer, { pixelsPerUnit, colour }: Scale): void {
  layer.setTransform(pixelsPerUnit, 0, 0, pixelsPerUnit, 0, 0);
  layer.lineCap = "round";
  layer.lineJoin = "round";
  layer.strokeStyle = colour;
  layer.fillStyle = colour;
}

export function clear(layer: CanvasLayer, { left, top, right, bottom }: Rect): void {
  layer.clearRect(left, top, right - left, bottom - top);
}
