// One table through one socket after another: says hello, hears what is said, and comes back when it is lost.

import type { Frame } from "./frames.ts";
import { toldInk } from "./frames.ts";
import type { FromClient, Hello, ToClient } from "./wire.ts";
import { Close, VERSION } from "./wire.ts";

/** How it stands with the connection. */
export type Standing =
  | { readonly is: "coming" } // for the first time
  | { readonly is: "there" }
  | { readonly is: "lost"; readonly isMissing: boolean } // on the way back; or the server does not find the table
  | { readonly is: "over"; readonly code: number; readonly reason: string };

export interface Listener {
  stands(standing: Standing): void;
  told(message: ToClient): void;
  ink(frame: Frame): void;
  /** Another version of the server is running: the page should be loaded again. */
  outdated(): void;
}

// After these it makes no sense to come back by oneself: the last one unless one has a seat there.
const FINAL: readonly number[] = [
  Close.BAD_MESSAGE,
  Close.REPLACED,
  Close.REMOVED,
  Close.LEFT,
  Close.NOT_LET_IN,
  Close.DAMAGED,
  Close.NO_SUCH_TABLE,
];
// After these the server wants to be left alone for a while, however well it went until then.
const BUSY: readonly number[] = [Close.TOO_MUCH, Close.TOO_SLOW];
const SHORTEST_MS = 250;
const LONGEST_MS = 10_000;
const SHORTEST_BUSY_MS = 1_000;
const LONGEST_BUSY_MS = 30_000;
const STEADY_MS = 10_000; // a connection that lasted so long was a good one

export class Connection {
  readonly #url: string;
  readonly #hello: Hello;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isSeated: boolean;
  #isWelcomed = false;
  #welcomedAt = 0;
  #wait = SHORTEST_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOver = false;

  /** `isSeated` says that one had a seat at this table before the page was loaded. */
  constructor(url: string, hello: Hello, listener: Listener, isSeated = false) {
    this.#url = url;
    this.#isSeated = isSeated;
    this.#hello = hello;
    this.#listener = listener;
    listener.stands({ is: "coming" });
    this.#connect();
  }

  /** Is it possible to be heard now? */
  get isThere(): boolean {
    return this.#isWelcomed && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Say something; what is said while the connection is lost is not heard. */
  say(message: FromClient): boolean {
    if (!this.isThere) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Send ink; what cannot be sent now is sent after the next welcome, since it is on the own sheet. */
  ink(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    if (this.isThere) for (const frame of frames) this.#socket?.send(frame);
  }

  /** Try again at once: the network is back, or somebody looks at the page again. */
  hurry(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Go for good. */
  close(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    this.#timer = null;
    this.#isWelcomed = false;
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify(this.#hello));
    socket.onmessage = (event) => this.#heard(event.data);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    this.#socket = socket;
  }

  #heard(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.#listener.ink(toldInk(new Uint8Array(data)));
      return;
    }
    const message = JSON.parse(data) as ToClient;
    if (message.type === "welcome") {
      if (message.version !== VERSION) {
        this.close();
        this.#listener.outdated();
        return;
      }
      this.#isWelcomed = true;
      this.#welcomedAt = Date.now();
      this.#isSeated = message.state.seat !== null;
      this.#listener.stands({ is: "there" });
    }
    if (message.type === "state") this.#isSeated = message.seat !== null;
    this.#listener.told(message);
  }

  #lost(code: number, reason: string): void {
    if (this.#isOver) return;
    const isMissing = code === Close.NO_SUCH_TABLE && this.#isSeated;
    if (FINAL.includes(code) && !isMissing) {
      this.#isOver = true;
      this.#isWelcomed = false;
      this.#listener.stands({ is: "over", code, reason });
      return;
    }
    const isBusy = BUSY.includes(code);
    const isSteady = Date.now() - this.#welcomedAt >= STEADY_MS;
    if (this.#isWelcomed && (isSteady || !isBusy)) this.#wait = SHORTEST_MS;
    if (isBusy) this.#wait = Math.max(this.#wait, SHORTEST_BUSY_MS);
    this.#isWelcomed = false;
    this.#listener.stands({ is: "lost", isMissing });
    // By chance, so that not all come back at once after a restart.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, isBusy || isMissing ? LONGEST_BUSY_MS : LONGEST_MS);
  }
}
