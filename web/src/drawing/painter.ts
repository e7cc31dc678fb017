// Paints a sheet on two layers: what stays as it is once, and above it the end of the line that still grows.
// So a frame costs the same, however much has been drawn; and what is too much for one frame goes on in the next.

import type { Line, Point, Sheet } from "../sheet.ts";
import { Slice } from "../slice.ts";
import { LONG, SHORT } from "../wire.ts";
import type { Box } from "./box.ts";
import { around, aroundLine, joined, meet, NOWHERE, widened } from "./box.ts";
import { paint } from "./brush.ts";
import type { Layer, Scale, Spare } from "./layer.ts";
import { clear, setUp } from "./layer.ts";
import type { PaintPiece, Part } from "./mending.ts";
import { Mending, mend } from "./mending.ts";
import type { Spot } from "./outline.ts";
import { FLAT, piece } from "./outline.ts";
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

const FINEST_PX = 1.25; // small sheets would be hard to read if their lines became thinner
const MARGIN_PX = FINEST_PX + 1; // edges are smooth, so they reach a little farther
const FLAT_PX = 0.15; // nobody sees curves better than that
const TOGGLE_UNITS = 0.05; // for a line that was put on or taken off
const QUICK_UNITS = 200; // so little is always painted at once

/** The last line of a sheet, which may still grow. */
interface Growing {
  readonly place: number;
  readonly line: Line;
  readonly playhead: Playhead;
  settled: number; // points up to which it has been painted for good
  tip: Point | null;
  isBehind: boolean; // not all of it that is to be seen is painted
}

export class Painter {
  readonly #settled: Layer;
  readonly #live: Layer;
  readonly #look: Look;
  readonly #spare: () => Spare;
  #size = { width: 0, height: 0 }; // in dots of the screen
  #scale: Scale = { dots: 0, colour: "" };
  #sheet: Sheet | null = null;
  #seen = 0; // marks that have been looked at
  #growing: Growing | null = null;
  #end: Box | null = null; // what of it is on the live layer
  #isStale = true; // nothing that is painted can stay
  readonly #touched = new Set<number>(); // lines that may have come or gone since they were painted
  readonly #painted = new Map<number, number>(); // what lines have cost that are painted for good, wholly or in part
  readonly #waiting = new Map<number, number>(); // lines to be painted, and the point from which
  #order: number[] = []; // of those; the last comes first, and some may be gone again
  #mending: Mending | null = null;

  constructor(settled: Layer, live: Layer, look: Look, spare: () => Spare) {
    this.#settled = settled;
    this.#live = live;
    this.#look = look;
    this.#spare = spare;
  }

  /** The layers have another size now; what is on them may stay until it is painted anew. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#isStale = true;
  }

  /** Paint everything anew in the next frame. */
  repaint(): void {
    this.#isStale = true;
  }

  /** Paint what is new, as far as it goes; says whether there is more to do in the next frame. */
  paint(now: number, slice = Slice.endless()): boolean {
    if (!this.#size.width) return false;
    const sheet = this.#look.sheet();
    const isChanged = sheet !== this.#sheet || this.#seen !== sheet.marks.length;
    if (sheet !== this.#sheet) this.#begin(sheet);
    const isRead = this.#read(sheet, slice);
    const gone = this.#compare(sheet);
    if (this.#isStale) this.#renew(sheet, slice);
    else if (gone.length) this.#mend(sheet, this.#dots(gone.map(aroundLine).reduce(joined, NOWHERE)), slice);
    const isMore = this.#grow(now, slice);
    this.#goOn(slice);
    if (isChanged) this.#look.changed?.(sheet);
    return isMore || !isRead || this.#mending !== null || this.#waiting.size > 0 || this.#touched.size > 0;
  }

  /** Lay another sheet on the layers. */
  #begin(sheet: Sheet): void {
    this.#sheet = sheet;
    this.#seen = 0;
    this.#growing = null;
    this.#mending = null;
    for (const lines of [this.#touched, this.#painted, this.#waiting]) lines.clear();
    this.#order = [];
    this.#setUp(sheet);
    clear(this.#settled, this.#everything);
  }

  /** Look at what was done since the last frame; says whether that is all. */
  #read(sheet: Sheet, slice: Slice): boolean {
    const { length } = sheet.marks;
    if (this.#seen === length) return true;
    for (; this.#seen < length; this.#seen++) {
      if (slice.isOver) return false;
      const places = sheet.changed(this.#seen);
      for (const place of places) this.#touched.add(place);
      slice.spend(TOGGLE_UNITS * (1 + places.length));
    }
    if (this.#growing) this.#settle(this.#growing);
    const line = sheet.last;
    this.#growing = line && {
      place: length - 1,
      line,
      playhead: new Playhead(),
      settled: 0,
      tip: null,
      isBehind: false,
    };
    return true;
  }

  /** Queue the lines that are to be seen and are not painted; those that are painted and have to go. */
  #compare(sheet: Sheet): Line[] {
    const [come, gone]: [number[], Line[]] = [[], []];
    for (const place of this.#touched) {
      const line = sheet.line(place);
      const isPainted = this.#painted.has(place);
      if (sheet.isShown(place)) {
        const isKnown = isPainted || this.#waiting.has(place) || place === this.#growing?.place;
        if (!isKnown) come.push(place);
      } else {
        if (isPainted && this.#mending) continue; // one after the other
        if (isPainted && line) gone.push(line);
        this.#painted.delete(place);
        this.#waiting.delete(place);
      }
      this.#touched.delete(place);
    }
    for (const place of come.sort((one, other) => other - one)) this.#queue(place, 0);
    return gone;
  }

  #queue(place: number, from: number): void {
    this.#waiting.set(place, from);
    this.#order.push(place);
  }

  /** Paint everything anew. */
  #renew(sheet: Sheet, slice: Slice): void {
    this.#mending = null;
    // In another size lines are cut into other pieces.
    for (const [place] of [...this.#waiting]) {
      this.#painted.delete(place);
      this.#waiting.set(place, 0);
    }
    if (this.#growing) {
      this.#painted.delete(this.#growing.place);
      this.#growing.settled = 0;
    }
    this.#setUp(sheet);
    this.#mend(sheet, this.#everything, slice);
  }

  #setUp(sheet: Sheet): void {
    this.#isStale = false;
    this.#end = null;
    const dots = this.#size.width / ((sheet.across ? LONG : SHORT) + 1);
    this.#scale = { dots, colour: this.#look.colour() };
    for (const layer of [this.#settled, this.#live]) setUp(layer, this.#scale);
    clear(this.#live, this.#everything);
  }

  /** Paint anew only where lines have gone: at once if that is quick, else in the background. */
  #mend(sheet: Sheet, hole: Box, slice: Slice): void {
    const parts: Part[] = [];
    let units = 0;
    for (const [place, cost] of this.#painted) {
      const line = sheet.line(place);
      if (!line || !meet(hole, this.#dots(aroundLine(line)))) continue;
      parts.push({ line, from: 0, to: this.#paintedTo(place, line) });
      units += cost;
    }
    if (units <= Math.max(slice.units, QUICK_UNITS)) {
      mend(this.#settled, hole, parts, this.#piece, slice);
    } else {
      this.#mending = new Mending(this.#spare(), this.#scale, hole, parts);
    }
  }

  #paintedTo(place: number, line: Line): number {
    if (place === this.#growing?.place) return this.#growing.settled;
    return this.#waiting.get(place) ?? line.points.length;
  }

  /** Let the last line grow, as far as it is to be seen; says whether more of it is to be seen in the next frame. */
  #grow(now: number, slice: Slice): boolean {
    const growing = this.#growing;
    if (!growing) return false;
    const { line, playhead, tip } = growing;
    const before = playhead.shown;
    if (this.#look.isOwn) playhead.shown = line.points.length;
    else growing.tip = playhead.advance(line.points, now);
    if (playhead.shown !== before || growing.tip !== tip || !this.#end || growing.isBehind) {
      this.#paintGrowing(growing, slice);
    }
    return growing.isBehind || playhead.shown < line.points.length;
  }

  /** Paint the pieces that are complete for good, and the last one above them. */
  #paintGrowing(growing: Growing, slice: Slice): void {
    const { place, line, playhead, tip } = growing;
    const shown = { count: playhead.shown, tip };
    let next = piece(line, growing.settled, shown, this.#flat);
    while (!next.isLast && !slice.isOver) {
      this.#settlePiece(place, line, growing.settled, next.next, next.spots, slice);
      growing.settled = next.next;
      next = piece(line, growing.settled, shown, this.#flat);
    }
    growing.isBehind = !next.isLast;
    this.#clearEnd();
    slice.spend(paint(this.#live, next.spots, this.#finest));
    this.#end = this.#dots(around(next.spots));
  }

  /** The last line grows no more: what is not painted of it comes next. */
  #settle({ place, settled }: Growing): void {
    this.#growing = null;
    this.#clearEnd();
    this.#queue(place, settled);
  }

  /** Paint what is waiting, and then what is being mended. */
  #goOn(slice: Slice): void {
    for (let place = this.#order.at(-1); place !== undefined; place = this.#order.at(-1)) {
      const from = this.#waiting.get(place);
      const line = from === undefined ? null : this.#sheet?.line(place);
      if (!line || from === undefined) {
        this.#order.pop();
        continue;
      }
      if (slice.isOver) return;
      const { spots, next, isLast } = piece(line, from, undefined, this.#flat);
      this.#settlePiece(place, line, from, next, spots, slice);
      if (isLast) this.#waiting.delete(place);
      else this.#waiting.set(place, next);
    }
    if (!this.#mending?.go(this.#piece, slice)) return;
    this.#mending.show(this.#settled, this.#scale);
    this.#mending = null;
  }

  /** Paint a piece for good. */
  #settlePiece(
    place: number,
    line: Line,
    from: number,
    to: number,
    spots: readonly Spot[],
    slice: Slice,
  ): void {
    const units = paint(this.#settled, spots, this.#finest);
    slice.spend(units);
    this.#painted.set(place, (this.#painted.get(place) ?? 0) + units);
    if (this.#mending && meet(this.#mending.hole, this.#dots(aroundLine(line)))) {
      this.#mending.add({ line, from, to });
    }
  }

  readonly #piece: PaintPiece = (layer, line, first, slice) => {
    const { spots, next } = piece(line, first, undefined, this.#flat);
    slice.spend(paint(layer, spots, this.#finest));
    return next;
  };

  #clearEnd(): void {
    if (this.#end) clear(this.#live, this.#end);
    this.#end = null;
  }

  get #finest(): number {
    return FINEST_PX / this.#scale.dots;
  }

  get #flat(): number {
    return Math.max(FLAT, FLAT_PX / this.#scale.dots);
  }

  get #everything(): Box {
    const { dots } = this.#scale;
    return { left: 0, top: 0, right: this.#size.width / dots, bottom: this.#size.height / dots };
  }

  /** The dots of the screen that a box touches. */
  #dots(box: Box): Box {
    return widened(box, MARGIN_PX / this.#scale.dots, this.#scale.dots);
  }
}
