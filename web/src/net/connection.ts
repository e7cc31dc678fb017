// The connection to one table: handshake, messages, and reconnecting with backoff.

import type { InkFrame } from "../ink/frames.ts";
import { decodeInkFrame } from "../ink/frames.ts";
import type { FromClient, Hello, ToClient } from "../wire/messages.ts";
import { BUSY_CLOSES, Close, FINAL_CLOSES, VERSION } from "../wire/messages.ts";

export type ConnectionStatus =
  | { readonly kind: "connecting" } // for the first time
  | { readonly kind: "connected" }
  | { readonly kind: "lost"; readonly isMissing: boolean } // retrying; `isMissing`: the server doesn't find the table
  | { readonly kind: "closed"; readonly code: number; readonly reason: string };

export interface ConnectionListener {
  onStatus(status: ConnectionStatus): void;
  onMessage(message: ToClient): void;
  onInk(frame: InkFrame): void;
  /** The server runs another protocol version: the page should be reloaded. */
  onOutdated(): void;
}

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const MIN_BUSY_BACKOFF_MS = 1_000;
const MAX_BUSY_BACKOFF_MS = 30_000;
const STABLE_MS = 10_000; // a connection that lasted this long resets the backoff

export class Connection {
  readonly #url: string;
  readonly #hello: Hello;
  readonly #listener: ConnectionListener;
  #socket: WebSocket | null = null;
  #isSeated: boolean;
  #isWelcomed = false;
  #welcomedAt = 0;
  #backoff = MIN_BACKOFF_MS;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  /** `isSeated`: the client had a seat at this table before the page was loaded. */
  constructor(url: string, hello: Hello, listener: ConnectionListener, isSeated = false) {
    this.#url = url;
    this.#isSeated = isSeated;
    this.#hello = hello;
    this.#listener = listener;
    listener.onStatus({ kind: "connecting" });
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#isWelcomed && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message; return false, and drop it, while the connection is lost. */
  send(message: FromClient): boolean {
    if (!this.isConnected) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Send ink; ink that can't be sent now is resent after the next welcome, since it is on our sheet. */
  sendInk(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    if (this.isConnected) for (const frame of frames) this.#socket?.send(frame);
  }

  /** Skip the backoff: the network is back, or the page is visible again. */
  reconnectNow(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Close for good. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    this.#timer = null;
    this.#isWelcomed = false;
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify(this.#hello));
    socket.onmessage = (event) => this.#receive(event.data);
    socket.onclose = (event) => this.#lost(event.code, event.reason);
    this.#socket = socket;
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.#listener.onInk(decodeInkFrame(new Uint8Array(data)));
      return;
    }
    const message = JSON.parse(data) as ToClient;
    if (message.type === "welcome") {
      if (message.version !== VERSION) {
        this.close();
        this.#listener.onOutdated();
        return;
      }
      this.#isWelcomed = true;
      this.#welcomedAt = Date.now();
      this.#isSeated = message.state.seat !== null;
      this.#listener.onStatus({ kind: "connected" });
    }
    if (message.type === "state") this.#isSeated = message.seat !== null;
    this.#listener.onMessage(message);
  }

  #lost(code: number, reason: string): void {
    if (this.#isClosed) return;
    const isMissing = code === Close.NO_SUCH_TABLE && this.#isSeated;
    if (FINAL_CLOSES.includes(code) && !isMissing) {
      this.#isClosed = true;
      this.#isWelcomed = false;
      this.#listener.onStatus({ kind: "closed", code, reason });
      return;
    }
    const isBusy = BUSY_CLOSES.includes(code);
    const wasStable = Date.now() - this.#welcomedAt >= STABLE_MS;
    if (this.#isWelcomed && (wasStable || !isBusy)) this.#backoff = MIN_BACKOFF_MS;
    if (isBusy) this.#backoff = Math.max(this.#backoff, MIN_BUSY_BACKOFF_MS);
    this.#isWelcomed = false;
    this.#listener.onStatus({ kind: "lost", isMissing });
    // With jitter, so that clients don't all reconnect at once after a restart.
    this.#timer = setTimeout(() => this.#connect(), this.#backoff * (0.5 + Math.random()));
    this.#backoff = Math.min(this.#backoff * 2, isBusy || isMissing ? MAX_BUSY_BACKOFF_MS : MAX_BACKOFF_MS);
  }
}
