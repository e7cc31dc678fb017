// The pencil in the hand: from what a pointer says to a line on the own sheet, as far as the sheet allows.

import type { Paper } from "../paper.ts";
import type { Point, Sheet, Stroke } from "../sheet.ts";
import { SheetFull } from "../sheet.ts";
import { HARDEST, LATEST, MOST_POINTS_OF_A_STROKE, TICK_MS } from "../wire.ts";
import type { Sample } from "./sample.ts";
import { bounds, crossing, isOn } from "./sample.ts";

// Pointers speak in whole pixels and hands tremble: of a small step only a part is believed, of a large one all.
const BELIEVED = 0.4;
const BELIEVED_MORE = 0.08; // for each `nearest` of its length
const LEFT_FOR_UNDO = 100; // marks and lines; on a full sheet one can still take something back
const PRESSED_OTHERWISE = 12; // a hand that lies still but presses harder leaves a larger dot
const AFTER_A_RELOAD = 1000 / TICK_MS; // ticks between what was drawn before and what is drawn now

/** What the pencil draws on. */
export interface Ground {
  readonly paper: Paper;
  /** No more fits on the own sheet. */
  full(): void;
}

export class Pencil {
  readonly #ground: Ground;
  #isDown = false;
  #width = 0;
  #nearest = 0; // points of a line are at least so far from each other
  #line: Stroke | null = null; // which grows; null while the pencil is up or beside the sheet
  #last: Sample | null = null;
  #dated: Sheet | null = null; // the sheet for which is known
  #zero = 0; // when its drawing began, by the clock of the events

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  /** Put the pencil down; points nearer to each other than `nearest` are left out. */
  down(width: number, nearest: number, sample: Sample): void {
    this.#isDown = true;
    this.#width = width;
    this.#nearest = nearest;
    this.#last = sample;
    this.#begin([this.#point(sample, 0)]);
  }

  /** Move it on. */
  move(samples: readonly Sample[]): void {
    let points: Point[] = [];
    for (const sample of samples) {
      if (!this.#isDown) return;
      const { across } = this.#sheet;
      const [before, last] = [this.#last, points.at(-1) ?? this.#line?.points.at(-1)];
      const on = isOn(sample, across);
      this.#last = last && before && on ? steadied(before, sample, this.#nearest) : sample;
      if (last && on) {
        const point = this.#point(this.#last, last.tick);
        if (this.#isNews(last, point)) points.push(point);
      } else if (last && before) {
        this.#grow([...points, this.#point(crossing(before, sample, across), last.tick)]);
        points = [];
        this.#line = null; // until it comes back to the sheet
      } else if (on && before) {
        const edge = this.#point(crossing(sample, before, across), 0);
        this.#begin([edge, this.#point(sample, edge.tick)]);
      }
    }
    this.#grow(points);
  }

  /** Lift it, where it was last. */
  up(sample: Sample | null = null): void {
    this.#nearest = 0; // so that the line ends where the hand ended
    if (sample) this.move([{ ...sample, pressure: this.#last?.pressure ?? sample.pressure }]); // a lifted pen has none
    this.#isDown = false;
    this.#line = null;
  }

  get #sheet(): Sheet {
    return this.#ground.paper.mine;
  }

  #begin(points: readonly Point[]): void {
    this.#try(() => {
      const { marks, toggled } = this.#sheet.room;
      if (marks <= LEFT_FOR_UNDO || toggled < LEFT_FOR_UNDO) throw new SheetFull();
      this.#ground.paper.draw({ mark: "line", width: this.#width, points });
      this.#line = this.#sheet.last;
    });
  }

  #grow(points: readonly Point[]): void {
    const line = this.#line;
    if (!line || !points.length) return;
    const isOurs = line === this.#sheet.last; // unless another sheet has come to lie on the table
    const room = MOST_POINTS_OF_A_STROKE - line.points.length;
    if (isOurs) this.#try(() => this.#ground.paper.goOn(points.slice(0, room)));
    else this.up();
    const end = line.points.at(-1);
    if (points.length > room && end && this.#isDown) this.#begin([end, ...points.slice(room)]);
  }

  #try(draw: () => void): void {
    try {
      draw();
    } catch (error) {
      if (!(error instanceof SheetFull)) throw error;
      this.up();
      this.#ground.full();
    }
  }

  #isNews(last: Point, point: Point): boolean {
    const way = Math.hypot(point.x - last.x, point.y - last.y);
    const isHarder = Math.abs(point.pressure - last.pressure) >= PRESSED_OTHERWISE;
    return (way > 0 && way >= this.#nearest) || isHarder;
  }

  #point(sample: Sample, earliest: number): Point {
    const [right, bottom] = bounds(this.#sheet.across);
    const ticks = Math.round((sample.time - this.#start(sample.time)) / TICK_MS);
    return {
      x: whole(sample.x, right),
      y: whole(sample.y, bottom),
      pressure: whole(sample.pressure, HARDEST),
      tick: Math.max(earliest, whole(ticks, LATEST)),
    };
  }

  /** When the drawing began. */
  #start(time: number): number {
    if (this.#dated !== this.#sheet) {
      const last = this.#sheet.marks.findLast((mark) => mark.mark === "line")?.points.at(-1);
      this.#dated = this.#sheet;
      this.#zero = last ? time - (last.tick + AFTER_A_RELOAD) * TICK_MS : time;
    }
    return this.#zero;
  }
}

/** As much of the way from one sample to another as is believed. */
function steadied(one: Sample, other: Sample, nearest: number): Sample {
  const way = Math.hypot(other.x - one.x, other.y - one.y);
  const part = nearest ? Math.min(1, BELIEVED + (BELIEVED_MORE * way) / nearest) : 1;
  return {
    x: one.x + part * (other.x - one.x),
    y: one.y + part * (other.y - one.y),
    pressure: one.pressure + part * (other.pressure - one.pressure),
    time: other.time,
  };
}

function whole(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)));
}
