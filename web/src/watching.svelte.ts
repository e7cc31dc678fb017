// Watching a film: where one is in it, whether it runs, and how fast.

import { loop } from "./drawing/loop.ts";

export const SPEEDS = [1, 2, 4, 8] as const;

export class Watching {
  /** Milliseconds of the film. */
  time = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(2);
  readonly lasts: number;
  #leave: (() => void) | null = null;

  constructor(lasts: number) {
    this.lasts = lasts;
  }

  /** Run on, from the beginning if it has come to its end. */
  play(): void {
    if (this.isPlaying) return;
    if (this.time >= this.lasts) this.time = 0;
    this.isPlaying = true;
    let before: number | null = null;
    this.#leave = loop.add((now) => {
      this.#run(before === null ? 0 : now - before);
      before = now;
      return this.isPlaying;
    });
  }

  pause(): void {
    this.isPlaying = false;
    this.#leave?.();
    this.#leave = null;
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  go(time: number): void {
    this.time = Math.min(this.lasts, Math.max(0, time));
  }

  #run(passed: number): void {
    this.go(this.time + passed * this.speed);
    if (this.time >= this.lasts) this.pause();
  }
}
