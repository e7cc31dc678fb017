// One loop for everything that moves on the page; it sleeps while nothing does.

/** Do what is to be done in a frame; says whether there is more to do in the next one. */
export type Work = (now: number) => boolean;

export class Loop {
  readonly #request: (frame: (now: number) => void) => unknown;
  readonly #works = new Set<Work>();
  #isAwake = false;

  constructor(request: (frame: (now: number) => void) => unknown) {
    this.#request = request;
  }

  /** Work in every frame while there is something to do; the answer takes it back. */
  add(work: Work): () => void {
    this.#works.add(work);
    this.wake();
    return () => this.#works.delete(work);
  }

  /** Something may have changed: look at it in the next frame. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#request((now) => this.#frame(now));
  }

  #frame(now: number): void {
    this.#isAwake = false;
    for (const work of this.#works) if (work(now)) this.wake();
  }
}

/** The loop of this page. */
export const loop = new Loop((frame) => requestAnimationFrame(frame));
