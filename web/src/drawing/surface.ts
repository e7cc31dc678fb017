// A sheet's two layers on the screen: as many dots as the screen has there, whatever is turned, moved or zoomed.

import { Slice } from "../slice.ts";
import type { Spare } from "./layer.ts";
import { loop } from "./loop.ts";
import type { Look } from "./painter.ts";
import { Painter } from "./painter.ts";

const AT_ONCE = [1_000, 2] as const; // units and ms, before an empty canvas is shown

/** Paint a sheet on two canvases that lie upon each other. */
export class Surface {
  readonly #canvases: readonly [HTMLCanvasElement, HTMLCanvasElement];
  readonly #painter: Painter;
  readonly #sizes: ResizeObserver;
  readonly #over = new AbortController();
  readonly #leaveLoop: () => void;

  constructor(settled: HTMLCanvasElement, live: HTMLCanvasElement, look: Look) {
    this.#canvases = [settled, live];
    this.#painter = new Painter(context(settled), context(live), look, () => this.#spare());
    this.#sizes = new ResizeObserver(([entry]) => entry && this.#resize(dots(entry)));
    this.#watch();
    for (const canvas of this.#canvases) {
      // The browser has thrown it away, as those on telephones do, and given it back empty.
      canvas.addEventListener("contextrestored", () => this.repaint(), { signal: this.#over.signal });
    }
    this.#leaveLoop = loop.add((now, slice) => this.#painter.paint(now, slice), look.isOwn);
  }

  /** Paint everything anew, in another colour perhaps. */
  repaint(): void {
    this.#painter.repaint();
    loop.wake();
  }

  remove(): void {
    this.#over.abort();
    this.#sizes.disconnect();
    this.#leaveLoop();
  }

  #watch(): void {
    const [settled] = this.#canvases;
    try {
      this.#sizes.observe(settled, { box: "device-pixel-content-box" });
    } catch {
      this.#sizes.observe(settled); // Safari does not know it
    }
    // Moved to a screen of another density, or zoomed: not every browser counts that as another size.
    const again = (): void => {
      this.#sizes.disconnect();
      this.#watch();
    };
    const density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    density.addEventListener("change", again, { once: true, signal: this.#over.signal });
  }

  #resize([width, height]: readonly [number, number]): void {
    const [settled, live] = this.#canvases;
    const before = this.#copy();
    for (const canvas of [settled, live]) {
      canvas.width = width;
      canvas.height = height;
    }
    // What was there, stretched, until a long drawing is painted anew.
    if (before) context(settled).drawImage(before, 0, 0, width, height);
    this.#painter.resize(width, height);
    this.#painter.paint(performance.now(), new Slice(...AT_ONCE));
    loop.wake();
  }

  #copy(): HTMLCanvasElement | null {
    const [settled] = this.#canvases;
    if (!settled.width || !settled.height) return null;
    const copy = canvasLike(settled);
    context(copy).drawImage(settled, 0, 0);
    return copy;
  }

  #spare(): Spare {
    const image = canvasLike(this.#canvases[0]);
    return { layer: context(image), image };
  }
}

function canvasLike({ width, height }: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d");
  if (!found) throw new Error("a browser that cannot paint");
  return found;
}

/** So many dots of the screen, to the dot where the browser knows it; screens that are only emulated mislead it. */
function dots(entry: ResizeObserverEntry): readonly [number, number] {
  const { width, height } = entry.contentRect;
  const [exact] = entry.devicePixelContentBoxSize ?? [];
  return [dotted(width, exact?.inlineSize), dotted(height, exact?.blockSize)];
}

function dotted(pixels: number, exact: number | undefined): number {
  const about = pixels * devicePixelRatio;
  return exact !== undefined && Math.abs(exact - about) <= 1 ? exact : Math.round(about);
}
