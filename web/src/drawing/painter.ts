// Paints a sheet on two layers: what stays as it is once, and above it the end of the line that still grows.
// So a frame costs the same, however much has been drawn.

import type { Point, Sheet, Stroke } from "../sheet.ts";
import { LONG, SHORT } from "../wire.ts";
import type { Box } from "./box.ts";
import { around, aroundLine, joined, meet, NOWHERE, widened } from "./box.ts";
import type { Brush } from "./brush.ts";
import { paint } from "./brush.ts";
import type { Spot } from "./outline.ts";
import { rest, stretch } from "./outline.ts";
import { Playhead } from "./playhead.ts";

/** What is painted, and how. */
export interface Look {
  sheet(): Sheet;
  colour(): string;
  /** Is new ink shown at once, as on the own sheet, or played out in the time it was drawn in? */
  readonly isOwn: boolean;
  /** Something was done to the sheet, or it is another one. */
  changed?(sheet: Sheet): void;
}

export type Layer = Brush &
  Pick<CanvasRenderingContext2D, "setTransform" | "clearRect" | "save" | "restore" | "rect" | "clip">;

const STRETCH = 24; // points; lines are painted in stretches of so many, always the same ones, whenever it is done
const FINEST_PX = 1.25; // small sheets would be hard to read if their lines became thinner
const MARGIN_PX = FINEST_PX + 1; // edges are smooth, so they reach a little farther

/** The last line of a sheet, which may still grow. */
interface Growing {
  readonly stroke: Stroke;
  readonly playhead: Playhead;
  settled: number; // points up to which it has been painted for good
  tip: Point | null;
}

export class Painter {
  readonly #settled: Layer;
  readonly #live: Layer;
  readonly #look: Look;
  #size = { width: 0, height: 0 }; // in dots of the screen
  #scale = 0; // dots for a unit of the grid
  #sheet: Sheet | null = null;
  #seen = 0; // marks that have been looked at
  #painted = new Set<Stroke>(); // lines that have been painted for good
  #growing: Growing | null = null;
  #end: Box | null = null; // what of it is on the live layer
  #isStale = true; // nothing that is painted can stay
  #isMarred = false; // something that is painted should not be, or the other way round

  constructor(settled: Layer, live: Layer, look: Look) {
    this.#settled = settled;
    this.#live = live;
    this.#look = look;
  }

  /** The layers have another size now, and are empty. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#isStale = true;
  }

  /** Paint everything anew in the next frame. */
  repaint(): void {
    this.#isStale = true;
  }

  /** Paint what is new; says whether there is more to show in the next frame. */
  paint(now: number): boolean {
    if (!this.#size.width) return false;
    const sheet = this.#look.sheet();
    const isChanged = sheet !== this.#sheet || this.#seen !== sheet.marks.length;
    if (sheet !== this.#sheet) this.#begin(sheet);
    this.#read(sheet);
    if (this.#isStale) this.#paintAll(sheet);
    else if (this.#isMarred) this.#mend(sheet);
    this.#isMarred = false;
    const isMore = this.#grow(now);
    if (isChanged) this.#look.changed?.(sheet);
    return isMore;
  }

  #begin(sheet: Sheet): void {
    this.#sheet = sheet;
    this.#seen = 0;
    this.#growing = null;
    this.#isStale = true;
  }

  /** Look at what was done since the last frame. */
  #read(sheet: Sheet): void {
    for (const mark of sheet.marks.slice(this.#seen)) {
      if (!this.#isStale) this.#settle();
      if (mark.mark === "line") {
        this.#growing = { stroke: mark, playhead: new Playhead(), settled: 0, tip: null };
      } else {
        this.#growing = null;
        this.#isMarred = true;
      }
    }
    this.#seen = sheet.marks.length;
  }

  #paintAll(sheet: Sheet): void {
    this.#isStale = false;
    this.#scale = this.#size.width / ((sheet.across ? LONG : SHORT) + 1);
    const colour = this.#look.colour();
    for (const layer of [this.#settled, this.#live]) {
      layer.setTransform(1, 0, 0, 1, 0, 0);
      layer.clearRect(0, 0, this.#size.width, this.#size.height);
      layer.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
      layer.lineCap = "round";
      layer.lineJoin = "round";
      layer.strokeStyle = colour;
      layer.fillStyle = colour;
    }
    this.#end = null;
    if (this.#growing) this.#growing.settled = 0;
    this.#painted = this.#finished(sheet);
    for (const stroke of this.#painted) this.#paintWhole(stroke);
  }

  /** Paint anew only where lines have gone or come back. */
  #mend(sheet: Sheet): void {
    const finished = this.#finished(sheet);
    const changed = [...difference(finished, this.#painted), ...difference(this.#painted, finished)];
    this.#painted = finished;
    if (!changed.length) return;
    const hole = this.#dots(changed.map(aroundLine).reduce(joined, NOWHERE));
    this.#settled.save();
    this.#settled.beginPath();
    this.#settled.rect(hole.left, hole.top, hole.right - hole.left, hole.bottom - hole.top);
    this.#settled.clip();
    clear(this.#settled, hole);
    for (const stroke of finished) if (meet(hole, this.#dots(aroundLine(stroke)))) this.#paintWhole(stroke);
    this.#settled.restore();
  }

  /** The lines to be seen but for the one that grows. */
  #finished(sheet: Sheet): Set<Stroke> {
    return new Set(sheet.strokes.filter((stroke) => stroke !== this.#growing?.stroke));
  }

  /** Let the last line grow, as far as it is to be seen. */
  #grow(now: number): boolean {
    const growing = this.#growing;
    if (!growing) return false;
    const { stroke, playhead, tip } = growing;
    const before = playhead.shown;
    if (this.#look.isOwn) playhead.shown = stroke.points.length;
    else growing.tip = playhead.advance(stroke.points, now);
    if (playhead.shown !== before || growing.tip !== tip || !this.#end) {
      growing.settled = this.#stretches(stroke, growing.settled, playhead.shown);
      this.#clearEnd();
      const spots = rest(seen(growing), growing.settled);
      this.#paint(this.#live, spots);
      this.#end = this.#dots(around(spots));
    }
    return playhead.shown < stroke.points.length;
  }

  /** Paint the whole of the line that was growing for good. */
  #settle(): void {
    if (!this.#growing) return;
    const { stroke, settled } = this.#growing;
    this.#growing = null;
    this.#clearEnd();
    this.#paintWhole(stroke, settled);
    this.#painted.add(stroke);
  }

  #paintWhole(stroke: Stroke, from = 0): void {
    this.#paint(this.#settled, rest(stroke, this.#stretches(stroke, from, stroke.points.length)));
  }

  /** Paint the stretches of a line that are complete; where the next one begins. */
  #stretches(stroke: Stroke, from: number, count: number): number {
    let first = from;
    for (; first + STRETCH < count; first += STRETCH) {
      this.#paint(this.#settled, stretch(stroke, first, first + STRETCH));
    }
    return first;
  }

  #paint(layer: Layer, spots: readonly Spot[]): void {
    paint(layer, spots, FINEST_PX / this.#scale);
  }

  #clearEnd(): void {
    if (this.#end) clear(this.#live, this.#end);
    this.#end = null;
  }

  /** The dots of the screen that a box touches. */
  #dots(box: Box): Box {
    return widened(box, MARGIN_PX / this.#scale, this.#scale);
  }
}

/** A line as far as it is to be seen. */
function seen({ stroke, playhead, tip }: Growing): Stroke {
  if (playhead.shown === stroke.points.length) return stroke;
  const points = stroke.points.slice(0, playhead.shown);
  if (tip) points.push(tip);
  return { ...stroke, points };
}

function difference<T>(all: ReadonlySet<T>, without: ReadonlySet<T>): T[] {
  return [...all].filter((each) => !without.has(each));
}

function clear(layer: Layer, { left, top, right, bottom }: Box): void {
  layer.clearRect(left, top, right - left, bottom - top);
}
