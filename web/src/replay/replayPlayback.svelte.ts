// Playback of a replay: position, play/pause and speed.

import { frameLoop } from "../scheduling/frameLoop.ts";

export const SPEEDS = [1, 2, 4, 8] as const;

export class ReplayPlayback {
  /** Position in the film, in ms. */
  time = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(2);
  readonly duration: number;
  #stop: (() => void) | null = null;

  constructor(duration: number) {
    this.duration = duration;
  }

  /** Play, from the start if it is at the end. */
  play(): void {
    if (this.isPlaying) return;
    if (this.time >= this.duration) this.time = 0;
    this.isPlaying = true;
    let before: number | null = null;
    this.#stop = frameLoop.add((now) => {
      this.#advance(before === null ? 0 : now - before);
      before = now;
      return this.isPlaying;
    });
  }

  pause(): void {
    this.isPlaying = false;
    this.#stop?.();
    this.#stop = null;
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  seek(time: number): void {
    this.time = Math.min(this.duration, Math.max(0, time));
  }

  #advance(elapsed: number): void {
    this.seek(this.time + elapsed * this.speed);
    if (this.time >= this.duration) this.pause();
  }
}
