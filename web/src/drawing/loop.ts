// One loop for everything that moves on the page; it sleeps while nothing does.

import type { Slice } from "../slice.ts";
import { Budget } from "../slice.ts";

/** Do what is to be done in a frame, as far as it goes; says whether there is more to do in the next one. */
export type Work = (now: number, slice: Slice) => boolean;

export class Loop {
  readonly #request: (frame: (now: number) => void) => unknown;
  readonly #budget: Budget;
  readonly #urgent = new Set<Work>();
  readonly #works = new Set<Work>();
  #isAwake = false;
  #turn = 0; // of who may begin with what is left of a frame

  constructor(request: (frame: (now: number) => void) => unknown, budget = new Budget()) {
    this.#request = request;
    this.#budget = budget;
  }

  /** Work in every frame while there is something to do, before others if it is urgent; the answer takes it back. */
  add(work: Work, isUrgent = false): () => void {
    const works = isUrgent ? this.#urgent : this.#works;
    works.add(work);
    this.wake();
    return () => works.delete(work);
  }

  /** Something may have changed: look at it in the next frame. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#request((now) => this.#frame(now));
  }

  /** All get an equal part of the frame, so that nobody waits for others; what is left goes to those who need more. */
  #frame(now: number): void {
    this.#isAwake = false;
    const slice = this.#budget.next(now);
    let left = this.#urgent.size + this.#works.size;
    const waiting: Work[] = [];
    for (const works of [this.#urgent, this.#works]) {
      for (const work of works) {
        const use = (part: Slice): boolean => this.#do(work, now, part);
        if (slice.lend(1 / left--, use)) waiting.push(work);
      }
    }
    if (!waiting.length) return;
    for (const work of this.#inTurn(waiting)) if (!slice.isOver) this.#do(work, now, slice);
    this.#budget.exhausted(now);
  }

  #do(work: Work, now: number, slice: Slice): boolean {
    const isMore = work(now, slice);
    if (isMore) this.wake();
    return isMore;
  }

  /** The urgent ones first, then the others, each time beginning with another one. */
  #inTurn(works: readonly Work[]): Work[] {
    const urgent = works.filter((work) => this.#urgent.has(work));
    const others = works.filter((work) => !this.#urgent.has(work));
    const first = others.length ? this.#turn++ % others.length : 0;
    return [...urgent, ...others.slice(first), ...others.slice(0, first)];
  }
}

/** The loop of this page. */
export const loop = new Loop((frame) => requestAnimationFrame(frame));
