// A lost connection is retried with backoff and jitter, unless retrying makes no sense.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type ConnectionStatus } from "../../src/net/connection.ts";
import { Close, type Hello, VERSION } from "../../src/wire/messages.ts";

/** A fake browser socket controlled by the test. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  binaryType = "";
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    Socket.all.push(this);
  }

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.readyState = 3;
  }

  open(seat: number | null = null, version: number = VERSION): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ type: "welcome", version, state: { seat } }) });
  }

  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

const hello = { type: "hello", table: "ABCDEFGH", key: "k", name: "Ada", language: "en" } as Hello;
let statuses: ConnectionStatus[] = [];
let outdated = 0;

function connect(isSeated = false): Connection {
  const listener = {
    onStatus: (status: ConnectionStatus) => statuses.push(status),
    onMessage: () => undefined,
    onInk: () => undefined,
    onOutdated: () => {
      outdated += 1;
    },
  };
  return new Connection("ws://here/socket", hello, listener, isSeated);
}

/** Advance until another socket is opened; return how long that took. */
function backoff(): number {
  const count = Socket.all.length;
  for (let ms = 0; ms <= 60_000; ms += 250) {
    if (Socket.all.length > count) return ms;
    vi.advanceTimersByTime(250);
  }
  return Number.POSITIVE_INFINITY;
}

function last(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error("no socket");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Socket.all = [];
  statuses = [];
  outdated = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("it sends hello and is connected once welcomed", () => {
  const connection = connect();
  expect(connection.send({ type: "begin" })).toBe(false);
  last().open();
  expect(last().sent).toEqual([JSON.stringify(hello)]);
  expect(connection.send({ type: "begin" })).toBe(true);
  expect(statuses.map(({ kind }) => kind)).toEqual(["connecting", "connected"]);
});

test("the backoff grows, and resets after a connection", () => {
  connect();
  const waits = [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000];
  for (const wait of waits) {
    last().break();
    const count = Socket.all.length;
    vi.advanceTimersByTime(wait - 1);
    expect(Socket.all.length).toBe(count);
    vi.advanceTimersByTime(1);
    expect(Socket.all.length).toBe(count + 1);
  }
  last().open();
  last().break(Close.RESTART);
  vi.advanceTimersByTime(250);
  expect(Socket.all.length).toBe(waits.length + 2);
});

test("it does not reconnect after a final close code", () => {
  const final = [
    Close.BAD_MESSAGE,
    Close.REPLACED,
    Close.REMOVED,
    Close.LEFT,
    Close.NOT_LET_IN,
    Close.NO_SUCH_TABLE,
    Close.DAMAGED,
  ];
  for (const code of final) {
    connect();
    const count = Socket.all.length;
    last().open();
    last().break(code);
    vi.advanceTimersByTime(60_000);
    expect(Socket.all.length).toBe(count);
    expect(statuses.at(-1)).toEqual({ kind: "closed", code, reason: "" });
  }
});

test("reconnectNow skips the backoff, and does nothing while connected", () => {
  const connection = connect();
  last().break();
  connection.reconnectNow();
  expect(Socket.all.length).toBe(2);
  last().open();
  connection.reconnectNow();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.length).toBe(2);
});

test("another protocol version is only reported", () => {
  connect();
  last().open(null, VERSION + 1);
  expect([outdated, statuses.length]).toEqual([1, 1]);
});

test("nothing happens after close", () => {
  const connection = connect();
  last().open();
  connection.close();
  last().break();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.length).toBe(1);
});

test("a missing table is retried if the client has a seat there", () => {
  for (const wasSeatedBefore of [true, false]) {
    connect(wasSeatedBefore);
    if (!wasSeatedBefore) last().open(3);
    const waits: number[] = [];
    for (let time = 0; time < 10; time++) {
      last().break(Close.NO_SUCH_TABLE);
      expect(statuses.at(-1)).toEqual({ kind: "lost", isMissing: true });
      waits.push(backoff());
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  }
});

test("a missing table is not retried after the seat was lost", () => {
  connect(true);
  last().open(null);
  last().break(Close.NO_SUCH_TABLE);
  expect(statuses.at(-1)).toMatchObject({ kind: "closed", code: Close.NO_SUCH_TABLE });
  connect();
  last().open(2);
  last().onmessage?.({ data: JSON.stringify({ type: "state", seat: null }) });
  last().break(Close.NO_SUCH_TABLE);
  expect(statuses.at(-1)).toMatchObject({ kind: "closed" });
});

test.each([Close.TOO_MUCH, Close.TOO_SLOW])("after %d the backoff grows despite a welcome", (code) => {
  connect();
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    last().open();
    last().break(code);
    expect(statuses.at(-1)).toEqual({ kind: "lost", isMissing: false });
    waits.push(backoff());
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  last().open();
  vi.advanceTimersByTime(10_000); // stable for a while
  last().break(code);
  expect(backoff()).toBe(1000);
});

test("a refused upgrade is retried with backoff", () => {
  connect();
  const waits = Array.from({ length: 7 }, () => {
    last().break(1006); // what browsers report for 429 and 503
    return backoff();
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000]);
});
