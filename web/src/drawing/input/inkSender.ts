// Batches outgoing ink: often enough for a live view, rarely enough for the network.

const BATCH_MS = 33;

export class InkSender {
  readonly #send: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(send: () => void) {
    this.#send = send;
  }

  /** Send within `ms`; an earlier deadline that is already set stays. */
  schedule(ms = BATCH_MS): void {
    this.#timer ??= setTimeout(() => this.flush(), ms);
  }

  /** Send immediately. */
  flush(): void {
    this.cancel();
    this.#send();
  }

  /** Cancel the scheduled send. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
