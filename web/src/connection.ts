// One table through one socket after another: says hello, hears what is said, and comes back when it is lost.

import type { Frame } from "./frames.ts";
import { toldInk } from "./frames.ts";
import type { FromClient, Hello, ToClient } from "./wire.ts";
import { Close, VERSION } from "./wire.ts";

/** How it stands with the connection. */
export type Standing =
  | { readonly is: "coming" } // for the first time
  | { readonly is: "there" }
  | { readonly is: "lost" } // and on the way back
  | { readonly is: "over"; readonly code: number; readonly reason: string };

export interface Listener {
  stands(standing: Standing): void;
  told(message: ToClient): void;
  ink(frame: Frame): void;
  /** Another version of the server is running: the page should be loaded again. */
  outdated(): void;
}

// After these it makes no sense to come back by oneself.
const FINAL: readonly number[] = [
  Close.BAD_MESSAGE,
  Close.REPLACED,
  Close.REMOVED,
  Close.LEFT,
  Close.NOT_LET_IN,
  Close.NO_SUCH_TABLE,
  Close.DAMAGED,
];
const SHORTEST_MS = 250;
const LONGEST_MS = 10_000;

export class Connection {
  readonly #url: string;
  readonly #hello: Hello;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isWelcomed = false;
  #wait = SHORTEST_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isOver = false;

  constructor(url: string, hello: Hello, listener: Listener) {
    this.#url = url;
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
      this.#wait = SHORTEST_MS;
      this.#listener.stands({ is: "there" });
    }
    this.#listener.told(message);
  }

  #lost(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isWelcomed = false;
    if (FINAL.includes(code)) {
      this.#isOver = true;
      this.#listener.stands({ is: "over", code, reason });
      return;
    }
    this.#listener.stands({ is: "lost" });
    // By chance, so that not all come back at once after a restart.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, LONGEST_MS);
  }
}
