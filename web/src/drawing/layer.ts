// Canvases as painters see them: one to paint on, and a spare one that nobody sees yet.

import type { Box } from "./box.ts";
import type { Brush } from "./brush.ts";

export type Layer = Brush &
  Pick<
    CanvasRenderingContext2D,
    "setTransform" | "clearRect" | "save" | "restore" | "rect" | "clip" | "drawImage"
  >;

/** A canvas of the same size that is not on the page. */
export interface Spare {
  readonly layer: Layer;
  readonly image: CanvasImageSource;
}

/** How a sheet is laid on its layers. */
export interface Scale {
  readonly dots: number; // of the screen, for a unit of the grid
  readonly colour: string;
}

/** Let a layer speak in units of the grid, and in one colour. */
export function setUp(layer: Layer, { dots, colour }: Scale): void {
  layer.setTransform(dots, 0, 0, dots, 0, 0);
  layer.lineCap = "round";
  layer.lineJoin = "round";
  layer.strokeStyle = colour;
  layer.fillStyle = colour;
}

export function clear(layer: Layer, { left, top, right, bottom }: Box): void {
  layer.clearRect(left, top, right - left, bottom - top);
}
