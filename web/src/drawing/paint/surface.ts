// A sheet's two canvases, kept at the device's pixel resolution through resizing, zooming and moving screens.

import { TimeSlice } from "../../scheduling/frameBudget.ts";
import { frameLoop } from "../../scheduling/frameLoop.ts";
import type { OffscreenLayer } from "./layer.ts";
import type { PaintSource } from "./painter.ts";
import { Painter } from "./painter.ts";

const FIRST_PAINT = [1_000, 2] as const; // units and ms, before an empty canvas is shown

/** Paints a sheet on two stacked canvases. */
export class Surface {
  readonly #canvases: readonly [HTMLCanvasElement, HTMLCanvasElement];
  readonly #painter: Painter;
  readonly #sizes: ResizeObserver;
  readonly #over = new AbortController();
  readonly #removeTask: () => void;

  constructor(settled: HTMLCanvasElement, live: HTMLCanvasElement, source: PaintSource) {
    this.#canvases = [settled, live];
    this.#painter = new Painter(context(settled), context(live), source, () => this.#offscreenLayer());
    this.#sizes = new ResizeObserver(([entry]) => entry && this.#resize(devicePixels(entry)));
    this.#observe();
    for (const canvas of this.#canvases) {
      // Mobile browsers may discard a canvas and restore it empty.
      canvas.addEventListener("contextrestored", () => this.repaint(), { signal: this.#over.signal });
    }
    this.#removeTask = frameLoop.add((now, slice) => this.#painter.paint(now, slice), source.isOwn);
  }

  /** Repaint everything, for instance in a new colour. */
  repaint(): void {
    this.#painter.repaint();
    frameLoop.wake();
  }

  remove(): void {
    this.#over.abort();
    this.#sizes.disconnect();
    this.#removeTask();
  }

  #observe(): void {
    const [settled] = this.#canvases;
    try {
      this.#sizes.observe(settled, { box: "device-pixel-content-box" });
    } catch {
      this.#sizes.observe(settled); // not supported by Safari
    }
    // Not every browser reports a resize after zooming or moving to a screen of another density.
    const observeAgain = (): void => {
      this.#sizes.disconnect();
      this.#observe();
    };
    const density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    density.addEventListener("change", observeAgain, { once: true, signal: this.#over.signal });
  }

  #resize([width, height]: readonly [number, number]): void {
    const [settled, live] = this.#canvases;
    const before = this.#copy();
    for (const canvas of [settled, live]) {
      canvas.width = width;
      canvas.height = height;
    }
    // Show the old content stretched until a long drawing is repainted.
    if (before) context(settled).drawImage(before, 0, 0, width, height);
    this.#painter.resize(width, height);
    this.#painter.paint(performance.now(), new TimeSlice(...FIRST_PAINT));
    frameLoop.wake();
  }

  #copy(): HTMLCanvasElement | null {
    const [settled] = this.#canvases;
    if (!settled.width || !settled.height) return null;
    const copy = canvasOfSize(settled);
    context(copy).drawImage(settled, 0, 0);
    return copy;
  }

  #offscreenLayer(): OffscreenLayer {
    const image = canvasOfSize(this.#canvases[0]);
    return { layer: context(image), image };
  }
}

function canvasOfSize({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context2d = canvas.getContext("2d");
  if (!context2d) throw new Error("no 2D canvas context");
  return context2d;
}

/** Size in device pixels, exact where the browser reports it; emulated screens report wrong values. */
function devicePixels(entry: ResizeObserverEntry): readonly [number, number] {
  const { width, height } = entry.contentRect;
  const [exact] = entry.devicePixelContentBoxSize ?? [];
  return [exactOrRounded(width, exact?.inlineSize), exactOrRounded(height, exact?.blockSize)];
}

function exactOrRounded(pixels: number, exact: number | undefined): number {
  const about = pixels * devicePixelRatio;
  return exact !== undefined && Math.abs(exact - about) <= 1 ? exact : Math.round(about);
}
