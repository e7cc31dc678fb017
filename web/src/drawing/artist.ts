// The artist at the own sheet: holds a pencil or the rubber, and sends what is done.

import type { Frames } from "../paper.ts";
import type { Mark } from "../sheet.ts";
import { SheetFull } from "../sheet.ts";
import type { Hand } from "./hand.ts";
import type { Ground } from "./pencil.ts";
import { Pencil } from "./pencil.ts";
import { Post } from "./post.ts";
import { touched } from "./rubber.ts";
import type { Area, Sample } from "./sample.ts";
import { sampled, unitsPerPixel } from "./sample.ts";

const JITTER_PX = 1; // a hand that moves so little lies still
const RUBBER_PX = 7; // from the middle of the rubber to its rim
const FINGER_HELD_MS = 100; // before it is sent: by then a second finger would have come
const RUBBER_BUTTON = 32; // the other end of a pen

/** What the artist has to do with. */
export interface Surroundings extends Ground {
  readonly width: number; // of the pencil that was chosen
  readonly isRubbing: boolean; // with the rubber instead
  readonly mayDraw: boolean;
  readonly mayErase: boolean;
  send(frames: Frames): void;
  /** Something was done to the own sheet. */
  drew(): void;
}

export class Artist implements Hand {
  readonly #around: Surroundings;
  readonly #pencil: Pencil;
  readonly #post: Post;
  #rubber: Sample | null = null; // where it was last, while it is down

  constructor(around: Surroundings) {
    this.#around = around;
    this.#pencil = new Pencil(around);
    this.#post = new Post(() => around.send(around.paper.unsent()));
  }

  // With the hand.

  begin(event: PointerEvent, area: Area): void {
    if (this.#pencil.isDown) this.drop(); // a finger that drew before the pen came
    if (!this.#around.mayDraw) return;
    const sample = this.#sample(event, area);
    if (this.#around.isRubbing || event.buttons & RUBBER_BUTTON) {
      if (!this.#around.mayErase) return;
      this.#rubber = sample;
      this.#rub(sample, area);
      return;
    }
    this.#post.now(); // so that nothing else is held, and nothing else can be dropped
    this.#pencil.down(this.#around.width, JITTER_PX * this.#unitsPerPixel(area), sample);
    this.#drew(event.pointerType === "touch" ? FINGER_HELD_MS : undefined);
  }

  move(events: readonly PointerEvent[], area: Area): void {
    if (!this.#around.mayDraw) this.stop();
    if (this.#rubber) for (const event of events) this.#rub(this.#sample(event, area), area);
    if (!this.#pencil.isDown) return;
    this.#pencil.move(events.map((event) => this.#sample(event, area)));
    this.#drew();
  }

  end(event: PointerEvent | null, area: Area): void {
    this.#rubber = null;
    if (!this.#pencil.isDown) return;
    this.#pencil.up(event && this.#sample(event, area));
    this.#drew();
  }

  drop(): void {
    this.stop();
    this.#post.drop();
    this.#around.paper.forget();
    this.#around.drew();
  }

  /** Let go of whatever is being done. */
  stop(): void {
    this.#rubber = null;
    this.#pencil.up();
  }

  // With the tools.

  /** Make a mark that is no line. */
  mark(mark: Mark): void {
    this.stop();
    try {
      this.#leaveUndo(mark);
      this.#around.paper.draw(mark);
    } catch (error) {
      if (!(error instanceof SheetFull)) throw error;
      this.#around.full();
    }
    this.#drew();
  }

  /** Whatever takes lines off the sheet must leave room for taking that back. */
  #leaveUndo(mark: Mark): void {
    const { mine } = this.#around.paper;
    if (mark.mark !== "undo" && 2 * mine.toggles(mark) > mine.room.toggled) throw new SheetFull();
  }

  /** Send what has not been sent, and do nothing more. */
  leave(): void {
    this.stop();
    this.#post.now();
  }

  #rub(sample: Sample, area: Area): void {
    const reach = RUBBER_PX * this.#unitsPerPixel(area);
    const strokes = touched(this.#around.paper.mine, this.#rubber ?? sample, sample, reach);
    if (strokes.length) this.mark({ mark: "rub", strokes });
    this.#rubber = sample;
  }

  #drew(ms?: number): void {
    this.#post.soon(ms);
    this.#around.drew();
  }

  #sample(event: PointerEvent, area: Area): Sample {
    return sampled(event, area, this.#around.paper.mine.across);
  }

  #unitsPerPixel(area: Area): number {
    return unitsPerPixel(area, this.#around.paper.mine.across);
  }
}
