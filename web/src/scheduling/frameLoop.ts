// One animation-frame loop for the whole page; it sleeps while nothing moves.

import type { TimeSlice } from "./frameBudget.ts";
import { FrameBudget } from "./frameBudget.ts";

/** Do as much as fits into the slice; return whether there is more to do in the next frame. */
export type FrameTask = (now: number, slice: TimeSlice) => boolean;

export class FrameLoop {
  readonly #request: (frame: (now: number) => void) => unknown;
  readonly #budget: FrameBudget;
  readonly #urgent = new Set<FrameTask>();
  readonly #tasks = new Set<FrameTask>();
  #isAwake = false;
  #rotation = 0; // rotates which task goes first with the rest of a frame

  constructor(request: (frame: (now: number) => void) => unknown, budget = new FrameBudget()) {
    this.#request = request;
    this.#budget = budget;
  }

  /** Run a task in every frame while it has work, urgent ones first; returns a function that removes it. */
  add(task: FrameTask, isUrgent = false): () => void {
    const tasks = isUrgent ? this.#urgent : this.#tasks;
    tasks.add(task);
    this.wake();
    return () => tasks.delete(task);
  }

  /** Run all tasks in the next frame, since something may have changed. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#request((now) => this.#frame(now));
  }

  /** Give every task an equal share of the frame; the rest goes to the tasks that need more. */
  #frame(now: number): void {
    this.#isAwake = false;
    const slice = this.#budget.next(now);
    let left = this.#urgent.size + this.#tasks.size;
    const waiting: FrameTask[] = [];
    for (const tasks of [this.#urgent, this.#tasks]) {
      for (const task of tasks) {
        const use = (share: TimeSlice): boolean => this.#run(task, now, share);
        if (slice.lend(1 / left--, use)) waiting.push(task);
      }
    }
    if (!waiting.length) return;
    for (const task of this.#inTurn(waiting)) if (!slice.isOver) this.#run(task, now, slice);
    this.#budget.exhausted(now);
  }

  #run(task: FrameTask, now: number, slice: TimeSlice): boolean {
    const isMore = task(now, slice);
    if (isMore) this.wake();
    return isMore;
  }

  /** Order tasks: urgent ones first, then the others in rotation. */
  #inTurn(tasks: readonly FrameTask[]): FrameTask[] {
    const urgent = tasks.filter((task) => this.#urgent.has(task));
    const others = tasks.filter((task) => !this.#urgent.has(task));
    const first = others.length ? this.#rotation++ % others.length : 0;
    return [...urgent, ...others.slice(first), ...others.slice(0, first)];
  }
}

/** The page's loop. */
export const frameLoop = new FrameLoop((frame) => requestAnimationFrame(frame));
