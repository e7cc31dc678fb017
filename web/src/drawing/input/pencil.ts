// Turns pointer samples into strokes on your sheet, within its limits.

import type { Paper } from "../../ink/paper.ts";
import type { Point, Sheet, Stroke } from "../../ink/sheet.ts";
import { SheetFull } from "../../ink/sheet.ts";
import { MAX_PRESSURE, MAX_STROKE_POINTS, MAX_TICK, TICK_MS } from "../../wire/ink.ts";
import type { Sample } from "./sample.ts";
import { edgeCrossing, isOnSheet, maxCoordinates } from "./sample.ts";

// Smoothing: pointers report whole pixels and hands tremble, so small steps are damped and large ones are not.
const DAMPING = 0.4; // share of a small step that is followed
const DAMPING_PER_STEP = 0.08; // added for each `nearest` of its length
const RESERVED_FOR_UNDO = 100; // marks and strokes, so that undo still works on a full sheet
const PRESSURE_STEP = 12; // pressing harder without moving enlarges the dot
const RELOAD_GAP = 1000 / TICK_MS; // ticks between strokes before and after a reload

/** What the pencil draws on. */
export interface PencilContext {
  readonly paper: Paper;
  /** Called when the sheet is full. */
  full(): void;
}

export class Pencil {
  readonly #context: PencilContext;
  #isDown = false;
  #width = 0;
  #nearest = 0; // minimum distance between points
  #stroke: Stroke | null = null; // growing; null while the pencil is up or off the sheet
  #last: Sample | null = null;
  #timedSheet: Sheet | null = null; // the sheet that #startTime belongs to
  #startTime = 0; // event timestamp of tick 0

  constructor(context: PencilContext) {
    this.#context = context;
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  /** Start a stroke; points closer together than `nearest` are dropped. */
  down(width: number, nearest: number, sample: Sample): void {
    this.#isDown = true;
    this.#width = width;
    this.#nearest = nearest;
    this.#last = sample;
    this.#begin([this.#point(sample, 0)]);
  }

  /** Continue the stroke. */
  move(samples: readonly Sample[]): void {
    let points: Point[] = [];
    for (const sample of samples) {
      if (!this.#isDown) return;
      const { isLandscape } = this.#sheet;
      const [before, last] = [this.#last, points.at(-1) ?? this.#stroke?.points.at(-1)];
      const on = isOnSheet(sample, isLandscape);
      this.#last = last && before && on ? smoothed(before, sample, this.#nearest) : sample;
      if (last && on) {
        const point = this.#point(this.#last, last.tick);
        if (this.#isSignificant(last, point)) points.push(point);
      } else if (last && before) {
        this.#grow([...points, this.#point(edgeCrossing(before, sample, isLandscape), last.tick)]);
        points = [];
        this.#stroke = null; // until it returns to the sheet
      } else if (on && before) {
        const edge = this.#point(edgeCrossing(sample, before, isLandscape), 0);
        this.#begin([edge, this.#point(sample, edge.tick)]);
      }
    }
    this.#grow(points);
  }

  /** End the stroke, at a final sample if given. */
  up(sample: Sample | null = null): void {
    this.#nearest = 0; // so that the stroke ends exactly where the pointer did
    if (sample) this.move([{ ...sample, pressure: this.#last?.pressure ?? sample.pressure }]); // a lifted pen reports none
    this.#isDown = false;
    this.#stroke = null;
  }

  get #sheet(): Sheet {
    return this.#context.paper.mine;
  }

  #begin(points: readonly Point[]): void {
    this.#try(() => {
      const { marks, toggled } = this.#sheet.capacity;
      if (marks <= RESERVED_FOR_UNDO || toggled < RESERVED_FOR_UNDO) throw new SheetFull();
      this.#context.paper.draw({ mark: "stroke", width: this.#width, points });
      this.#stroke = this.#sheet.last;
    });
  }

  #grow(points: readonly Point[]): void {
    const stroke = this.#stroke;
    if (!stroke || !points.length) return;
    const isCurrent = stroke === this.#sheet.last; // false once the sheet was replaced
    const room = MAX_STROKE_POINTS - stroke.points.length;
    if (isCurrent) this.#try(() => this.#context.paper.extendStroke(points.slice(0, room)));
    else this.up();
    const end = stroke.points.at(-1);
    if (points.length > room && end && this.#isDown) this.#begin([end, ...points.slice(room)]);
  }

  #try(draw: () => void): void {
    try {
      draw();
    } catch (error) {
      if (!(error instanceof SheetFull)) throw error;
      this.up();
      this.#context.full();
    }
  }

  #isSignificant(last: Point, point: Point): boolean {
    const distance = Math.hypot(point.x - last.x, point.y - last.y);
    const isHarder = Math.abs(point.pressure - last.pressure) >= PRESSURE_STEP;
    return (distance > 0 && distance >= this.#nearest) || isHarder;
  }

  #point(sample: Sample, earliest: number): Point {
    const [right, bottom] = maxCoordinates(this.#sheet.isLandscape);
    const ticks = Math.round((sample.time - this.#start(sample.time)) / TICK_MS);
    return {
      x: clampToInt(sample.x, right),
      y: clampToInt(sample.y, bottom),
      pressure: clampToInt(sample.pressure, MAX_PRESSURE),
      tick: Math.max(earliest, clampToInt(ticks, MAX_TICK)),
    };
  }

  /** Event timestamp of tick 0 on the current sheet. */
  #start(time: number): number {
    if (this.#timedSheet !== this.#sheet) {
      const last = this.#sheet.marks.findLast((mark) => mark.mark === "stroke")?.points.at(-1);
      this.#timedSheet = this.#sheet;
      this.#startTime = last ? time - (last.tick + RELOAD_GAP) * TICK_MS : time;
    }
    return this.#startTime;
  }
}

/** Damp the step from one sample to the next. */
function smoothed(one: Sample, other: Sample, nearest: number): Sample {
  const distance = Math.hypot(other.x - one.x, other.y - one.y);
  const part = nearest ? Math.min(1, DAMPING + (DAMPING_PER_STEP * distance) / nearest) : 1;
  return {
    x: one.x + part * (other.x - one.x),
    y: one.y + part * (other.y - one.y),
    pressure: one.pressure + part * (other.pressure - one.pressure),
    time: other.time,
  };
}

function clampToInt(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)));
}
