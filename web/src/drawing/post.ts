// Sends what was drawn in batches: soon enough for those who watch, seldom enough for the network.

const PACE_MS = 33;

export class Post {
  readonly #send: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(send: () => void) {
    this.#send = send;
  }

  /** There is something to be sent, after so long at the latest; what is waiting already is not held up. */
  soon(ms = PACE_MS): void {
    this.#timer ??= setTimeout(() => this.now(), ms);
  }

  /** Send it at once. */
  now(): void {
    this.drop();
    this.#send();
  }

  /** Do not send it. */
  drop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
