// Paints a sheet on two layers: finished segments once, on the settled layer; the growing end on the live one.
// So the cost of a frame doesn't depend on how much has been drawn; work that doesn't fit waits for the next.

import type { PackedStroke, Point, Sheet } from "../../ink/sheet.ts";
import { TimeSlice } from "../../scheduling/frameBudget.ts";
import { FLATNESS, LONG, SHORT } from "../../wire/ink.ts";
import { paint } from "./brush.ts";
import type { CanvasLayer, OffscreenLayer, Scale } from "./layer.ts";
import { clear, setUp } from "./layer.ts";
import type { Dab } from "./outline.ts";
import { segment } from "./outline.ts";
import type { Rect } from "./rect.ts";
import { boundsOfDabs, boundsOfStroke, EMPTY_RECT, expand, intersect, union } from "./rect.ts";
import type { PaintSegment, StrokeRange } from "./repaint.ts";
import { BackgroundRepaint, repaintRegion } from "./repaint.ts";
import { StrokePlayback } from "./strokePlayback.ts";

/** What to paint, and how. */
export interface PaintSource {
  sheet(): Sheet;
  colour(): string;
  /** Whether new ink is shown immediately, as on your own sheet, or played out at the pace it was drawn. */
  readonly isOwn: boolean;
  /** Called after new marks, or when the sheet was replaced. */
  changed?(sheet: Sheet): void;
}

const MIN_WIDTH_PX = 1.25; // thinner strokes would be hard to see on small sheets
const MARGIN_PX = MIN_WIDTH_PX + 1; // antialiased edges reach a little further
const FLATNESS_PX = 0.15; // finer curves make no visible difference
const TOGGLE_UNITS = 0.05; // per stroke shown or hidden
const QUICK_UNITS = 200; // up to this cost, repaint immediately

/** The last stroke of a sheet; it may still grow. */
interface GrowingStroke {
  readonly place: number;
  readonly stroke: PackedStroke;
  readonly playback: StrokePlayback;
  settled: number; // number of points on the settled layer
  tip: Point | null;
  isBehind: boolean; // part of the visible stroke isn't painted yet
}

export class Painter {
  readonly #settled: CanvasLayer;
  readonly #live: CanvasLayer;
  readonly #source: PaintSource;
  readonly #newOffscreenLayer: () => OffscreenLayer;
  #size = { width: 0, height: 0 }; // in device pixels
  #scale: Scale = { pixelsPerUnit: 0, colour: "" };
  #sheet: Sheet | null = null;
  #processed = 0; // number of marks processed
  #growing: GrowingStroke | null = null;
  #end: Rect | null = null; // area of its growing end on the live layer
  #isStale = true; // everything must be repainted
  readonly #touched = new Set<number>(); // strokes that may have been shown or hidden since they were compared
  readonly #painted = new Map<number, number>(); // cost of each stroke on the settled layer
  readonly #waiting = new Map<number, number>(); // strokes to paint, and from which point
  #order: number[] = []; // stack of `#waiting`; may include strokes hidden since
  #background: BackgroundRepaint | null = null;

  constructor(
    settled: CanvasLayer,
    live: CanvasLayer,
    source: PaintSource,
    newOffscreenLayer: () => OffscreenLayer,
  ) {
    this.#settled = settled;
    this.#live = live;
    this.#source = source;
    this.#newOffscreenLayer = newOffscreenLayer;
  }

  /** Adapt to a new size; the old content may stay until it is repainted. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#isStale = true;
  }

  /** Repaint everything in the next frame. */
  repaint(): void {
    this.#isStale = true;
  }

  /** Paint as much as fits into the slice; return whether there is more to do in the next frame. */
  paint(now: number, slice = TimeSlice.unlimited()): boolean {
    if (!this.#size.width) return false;
    const sheet = this.#source.sheet();
    const isChanged = sheet !== this.#sheet || this.#processed !== sheet.marks.length;
    if (sheet !== this.#sheet) this.#switchTo(sheet);
    const isCaughtUp = this.#processMarks(sheet, slice);
    const hidden = this.#compare(sheet);
    if (this.#isStale) this.#repaintAll(sheet, slice);
    else if (hidden.length)
      this.#repaintRegion(sheet, this.#toPixels(hidden.map(boundsOfStroke).reduce(union, EMPTY_RECT)), slice);
    const isMore = this.#grow(now, slice);
    this.#continue(slice);
    if (isChanged) this.#source.changed?.(sheet);
    return (
      isMore || !isCaughtUp || this.#background !== null || this.#waiting.size > 0 || this.#touched.size > 0
    );
  }

  /** Switch to another sheet. */
  #switchTo(sheet: Sheet): void {
    this.#sheet = sheet;
    this.#processed = 0;
    this.#growing = null;
    this.#background = null;
    for (const strokes of [this.#touched, this.#painted, this.#waiting]) strokes.clear();
    this.#order = [];
    this.#setUp(sheet);
    clear(this.#settled, this.#wholeSheet);
  }

  /** Process the marks since the last frame; return whether all of them fitted into the slice. */
  #processMarks(sheet: Sheet, slice: TimeSlice): boolean {
    const { length } = sheet.marks;
    if (this.#processed === length) return true;
    for (; this.#processed < length; this.#processed++) {
      if (slice.isOver) return false;
      const places = sheet.changed(this.#processed);
      for (const place of places) this.#touched.add(place);
      slice.spend(TOGGLE_UNITS * (1 + places.length));
    }
    if (this.#growing) this.#settle(this.#growing);
    const stroke = sheet.last;
    this.#growing = stroke && {
      place: length - 1,
      stroke,
      playback: new StrokePlayback(),
      settled: 0,
      tip: null,
      isBehind: false,
    };
    return true;
  }

  /** Queue strokes that became visible; return painted ones that were hidden. */
  #compare(sheet: Sheet): PackedStroke[] {
    const [shown, hidden]: [number[], PackedStroke[]] = [[], []];
    for (const place of this.#touched) {
      const stroke = sheet.strokeAt(place);
      const isPainted = this.#painted.has(place);
      if (sheet.isShown(place)) {
        const isKnown = isPainted || this.#waiting.has(place) || place === this.#growing?.place;
        if (!isKnown) shown.push(place);
      } else {
        if (isPainted && this.#background) continue; // one repaint at a time
        if (isPainted && stroke) hidden.push(stroke);
        this.#painted.delete(place);
        this.#waiting.delete(place);
      }
      this.#touched.delete(place);
    }
    for (const place of shown.sort((one, other) => other - one)) this.#queue(place, 0);
    return hidden;
  }

  #queue(place: number, from: number): void {
    this.#waiting.set(place, from);
    this.#order.push(place);
  }

  /** Repaint everything. */
  #repaintAll(sheet: Sheet, slice: TimeSlice): void {
    this.#background = null;
    // Strokes are segmented differently at another size.
    for (const [place] of [...this.#waiting]) {
      this.#painted.delete(place);
      this.#waiting.set(place, 0);
    }
    if (this.#growing) {
      this.#painted.delete(this.#growing.place);
      this.#growing.settled = 0;
    }
    this.#setUp(sheet);
    this.#repaintRegion(sheet, this.#wholeSheet, slice);
  }

  #setUp(sheet: Sheet): void {
    this.#isStale = false;
    this.#end = null;
    const pixelsPerUnit = this.#size.width / ((sheet.isLandscape ? LONG : SHORT) + 1);
    this.#scale = { pixelsPerUnit, colour: this.#source.colour() };
    for (const layer of [this.#settled, this.#live]) setUp(layer, this.#scale);
    clear(this.#live, this.#wholeSheet);
  }

  /** Repaint a region: immediately if that is cheap, otherwise in the background. */
  #repaintRegion(sheet: Sheet, region: Rect, slice: TimeSlice): void {
    const ranges: StrokeRange[] = [];
    let units = 0;
    for (const [place, cost] of this.#painted) {
      const stroke = sheet.strokeAt(place);
      if (!stroke || !intersect(region, this.#toPixels(boundsOfStroke(stroke)))) continue;
      ranges.push({ stroke, from: 0, to: this.#paintedTo(place, stroke) });
      units += cost;
    }
    if (units <= Math.max(slice.units, QUICK_UNITS)) {
      repaintRegion(this.#settled, region, ranges, this.#paintSegment, slice);
    } else {
      this.#background = new BackgroundRepaint(this.#newOffscreenLayer(), this.#scale, region, ranges);
    }
  }

  #paintedTo(place: number, stroke: PackedStroke): number {
    if (place === this.#growing?.place) return this.#growing.settled;
    return this.#waiting.get(place) ?? stroke.points.length;
  }

  /** Paint the visible part of the growing stroke; return whether more of it is due in the next frame. */
  #grow(now: number, slice: TimeSlice): boolean {
    const growing = this.#growing;
    if (!growing) return false;
    const { stroke, playback, tip } = growing;
    const before = playback.shown;
    if (this.#source.isOwn) playback.shown = stroke.points.length;
    else growing.tip = playback.advance(stroke.points, now);
    if (playback.shown !== before || growing.tip !== tip || !this.#end || growing.isBehind) {
      this.#paintGrowing(growing, slice);
    }
    return growing.isBehind || playback.shown < stroke.points.length;
  }

  /** Paint complete segments on the settled layer and the last one on the live layer. */
  #paintGrowing(growing: GrowingStroke, slice: TimeSlice): void {
    const { place, stroke, playback, tip } = growing;
    const shown = { count: playback.shown, tip };
    let next = segment(stroke, growing.settled, shown, this.#flatness);
    while (!next.isLast && !slice.isOver) {
      this.#settleSegment(place, stroke, growing.settled, next.next, next.dabs, slice);
      growing.settled = next.next;
      next = segment(stroke, growing.settled, shown, this.#flatness);
    }
    growing.isBehind = !next.isLast;
    this.#clearEnd();
    slice.spend(paint(this.#live, next.dabs, this.#minWidth));
    this.#end = this.#toPixels(boundsOfDabs(next.dabs));
  }

  /** The stroke is finished: queue the rest of it. */
  #settle({ place, settled }: GrowingStroke): void {
    this.#growing = null;
    this.#clearEnd();
    this.#queue(place, settled);
  }

  /** Paint queued strokes, then continue a background repaint. */
  #continue(slice: TimeSlice): void {
    for (let place = this.#order.at(-1); place !== undefined; place = this.#order.at(-1)) {
      const from = this.#waiting.get(place);
      const stroke = from === undefined ? null : this.#sheet?.strokeAt(place);
      if (!stroke || from === undefined) {
        this.#order.pop();
        continue;
      }
      if (slice.isOver) return;
      const { dabs, next, isLast } = segment(stroke, from, undefined, this.#flatness);
      this.#settleSegment(place, stroke, from, next, dabs, slice);
      if (isLast) this.#waiting.delete(place);
      else this.#waiting.set(place, next);
    }
    if (!this.#background?.run(this.#paintSegment, slice)) return;
    this.#background.show(this.#settled, this.#scale);
    this.#background = null;
  }

  /** Paint a segment on the settled layer. */
  #settleSegment(
    place: number,
    stroke: PackedStroke,
    from: number,
    to: number,
    dabs: readonly Dab[],
    slice: TimeSlice,
  ): void {
    const units = paint(this.#settled, dabs, this.#minWidth);
    slice.spend(units);
    this.#painted.set(place, (this.#painted.get(place) ?? 0) + units);
    if (this.#background && intersect(this.#background.region, this.#toPixels(boundsOfStroke(stroke)))) {
      this.#background.add({ stroke, from, to });
    }
  }

  readonly #paintSegment: PaintSegment = (layer, stroke, first, slice) => {
    const { dabs, next } = segment(stroke, first, undefined, this.#flatness);
    slice.spend(paint(layer, dabs, this.#minWidth));
    return next;
  };

  #clearEnd(): void {
    if (this.#end) clear(this.#live, this.#end);
    this.#end = null;
  }

  get #minWidth(): number {
    return MIN_WIDTH_PX / this.#scale.pixelsPerUnit;
  }

  get #flatness(): number {
    return Math.max(FLATNESS, FLATNESS_PX / this.#scale.pixelsPerUnit);
  }

  get #wholeSheet(): Rect {
    const { pixelsPerUnit } = this.#scale;
    return {
      left: 0,
      top: 0,
      right: this.#size.width / pixelsPerUnit,
      bottom: this.#size.height / pixelsPerUnit,
    };
  }

  /** Expand a rectangle to the device pixels it touches. */
  #toPixels(rect: Rect): Rect {
    return expand(rect, MARGIN_PX / this.#scale.pixelsPerUnit, this.#scale.pixelsPerUnit);
  }
}
