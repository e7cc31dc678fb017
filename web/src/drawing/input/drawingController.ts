// Turns pointer input and tool buttons into marks on your sheet, and sends them.

import type { EncodedFrames } from "../../ink/paper.ts";
import type { Mark } from "../../ink/sheet.ts";
import { SheetFull } from "../../ink/sheet.ts";
import { touchedStrokes } from "./eraser.ts";
import { InkSender } from "./inkSender.ts";
import type { PencilContext } from "./pencil.ts";
import { Pencil } from "./pencil.ts";
import type { PointerListener } from "./pointer.ts";
import type { Area, Sample } from "./sample.ts";
import { sampleOf, unitsPerPixel } from "./sample.ts";

const JITTER_PX = 1; // smaller movements count as holding still
const ERASER_PX = 7; // radius
const FINGER_DELAY_MS = 100; // before sending: time for a second finger to arrive
const ERASER_BUTTON = 32; // the eraser end of a pen

/** What the controller works with. */
export interface DrawingContext extends PencilContext {
  readonly width: number; // of the selected pencil
  readonly isErasing: boolean; // the eraser is selected instead
  readonly mayDraw: boolean;
  readonly mayErase: boolean;
  send(frames: EncodedFrames): void;
  /** Called after every change to your sheet. */
  changed(): void;
}

export class DrawingController implements PointerListener {
  readonly #context: DrawingContext;
  readonly #pencil: Pencil;
  readonly #sender: InkSender;
  #eraser: Sample | null = null; // last position while it is down

  constructor(context: DrawingContext) {
    this.#context = context;
    this.#pencil = new Pencil(context);
    this.#sender = new InkSender(() => context.send(context.paper.takeUnsent()));
  }

  // Pointer input.

  begin(event: PointerEvent, area: Area): void {
    if (this.#pencil.isDown) this.cancel(); // a finger was drawing before the pen arrived
    if (!this.#context.mayDraw) return;
    const sample = this.#sample(event, area);
    if (this.#context.isErasing || event.buttons & ERASER_BUTTON) {
      if (!this.#context.mayErase) return;
      this.#eraser = sample;
      this.#erase(sample, area);
      return;
    }
    this.#sender.flush(); // so that only this stroke can be delayed or cancelled
    this.#pencil.down(this.#context.width, JITTER_PX * this.#unitsPerPixel(area), sample);
    this.#changed(event.pointerType === "touch" ? FINGER_DELAY_MS : undefined);
  }

  move(events: readonly PointerEvent[], area: Area): void {
    if (!this.#context.mayDraw) this.stop();
    if (this.#eraser) for (const event of events) this.#erase(this.#sample(event, area), area);
    if (!this.#pencil.isDown) return;
    this.#pencil.move(events.map((event) => this.#sample(event, area)));
    this.#changed();
  }

  end(event: PointerEvent | null, area: Area): void {
    this.#eraser = null;
    if (!this.#pencil.isDown) return;
    this.#pencil.up(event && this.#sample(event, area));
    this.#changed();
  }

  cancel(): void {
    this.stop();
    this.#sender.cancel();
    this.#context.paper.discardUnsent();
    this.#context.changed();
  }

  /** Lift the pencil or the eraser. */
  stop(): void {
    this.#eraser = null;
    this.#pencil.up();
  }

  // Tool buttons.

  /** Add a mark that isn't a stroke. */
  mark(mark: Mark): void {
    this.stop();
    try {
      this.#reserveUndo(mark);
      this.#context.paper.draw(mark);
    } catch (error) {
      if (!(error instanceof SheetFull)) throw error;
      this.#context.full();
    }
    this.#changed();
  }

  /** Refuse a mark that hides strokes unless there is capacity left to undo it. */
  #reserveUndo(mark: Mark): void {
    const { mine } = this.#context.paper;
    if (mark.mark !== "undo" && 2 * mine.toggles(mark) > mine.capacity.toggled) throw new SheetFull();
  }

  /** Stop drawing and send everything unsent. */
  leave(): void {
    this.stop();
    this.#sender.flush();
  }

  #erase(sample: Sample, area: Area): void {
    const reach = ERASER_PX * this.#unitsPerPixel(area);
    const strokes = touchedStrokes(this.#context.paper.mine, this.#eraser ?? sample, sample, reach);
    if (strokes.length) this.mark({ mark: "erase", strokes });
    this.#eraser = sample;
  }

  #changed(ms?: number): void {
    this.#sender.schedule(ms);
    this.#context.changed();
  }

  #sample(event: PointerEvent, area: Area): Sample {
    return sampleOf(event, area, this.#context.paper.mine.isLandscape);
  }

  #unitsPerPixel(area: Area): number {
    return unitsPerPixel(area, this.#context.paper.mine.isLandscape);
  }
}
