// A connection that is lost comes back, later each time and by chance, unless it makes no sense.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Standing } from "../src/connection.ts";
import { Close, type Hello, VERSION } from "../src/wire.ts";

/** A browser's socket whose other end is a test. */
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

  opens(seat: number | null = null, version: number = VERSION): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ type: "welcome", version, state: { seat } }) });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

const hello = { type: "hello", table: "ABCDEFGH", key: "k", name: "Ada", language: "en" } as Hello;
let stood: Standing[] = [];
let outdated = 0;

function connect(isSeated = false): Connection {
  const listener = {
    stands: (standing: Standing) => stood.push(standing),
    told: () => undefined,
    ink: () => undefined,
    outdated: () => {
      outdated += 1;
    },
  };
  return new Connection("ws://here/socket", hello, listener, isSeated);
}

/** How long it takes until another socket is made. */
function waited(): number {
  const count = Socket.all.length;
  for (let ms = 0; ms <= 60_000; ms += 250) {
    if (Socket.all.length > count) return ms;
    vi.advanceTimersByTime(250);
  }
  return Number.POSITIVE_INFINITY;
}

function last(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error("there is no socket");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Socket.all = [];
  stood = [];
  outdated = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("it says hello, and is there once it is welcomed", () => {
  const connection = connect();
  expect(connection.say({ type: "begin" })).toBe(false);
  last().opens();
  expect(last().sent).toEqual([JSON.stringify(hello)]);
  expect(connection.say({ type: "begin" })).toBe(true);
  expect(stood.map(({ is }) => is)).toEqual(["coming", "there"]);
});

test("it waits longer each time, and from the beginning once it was there", () => {
  connect();
  const waits = [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000];
  for (const wait of waits) {
    last().breaks();
    const count = Socket.all.length;
    vi.advanceTimersByTime(wait - 1);
    expect(Socket.all.length).toBe(count);
    vi.advanceTimersByTime(1);
    expect(Socket.all.length).toBe(count + 1);
  }
  last().opens();
  last().breaks(Close.RESTART);
  vi.advanceTimersByTime(250);
  expect(Socket.all.length).toBe(waits.length + 2);
});

test("it does not come back by itself where that makes no sense", () => {
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
    last().opens();
    last().breaks(code);
    vi.advanceTimersByTime(60_000);
    expect(Socket.all.length).toBe(count);
    expect(stood.at(-1)).toEqual({ is: "over", code, reason: "" });
  }
});

test("it hurries when somebody looks, and not while it is there", () => {
  const connection = connect();
  last().breaks();
  connection.hurry();
  expect(Socket.all.length).toBe(2);
  last().opens();
  connection.hurry();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.length).toBe(2);
});

test("of another version it knows nothing but that", () => {
  connect();
  last().opens(null, VERSION + 1);
  expect([outdated, stood.length]).toEqual([1, 1]);
});

test("after it was closed nothing comes of it any more", () => {
  const connection = connect();
  last().opens();
  connection.close();
  last().breaks();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all.length).toBe(1);
});

test("a table that is not found is looked for again by somebody who has a seat there", () => {
  for (const isKnownFromBefore of [true, false]) {
    connect(isKnownFromBefore);
    if (!isKnownFromBefore) last().opens(3);
    const waits: number[] = [];
    for (let time = 0; time < 10; time++) {
      last().breaks(Close.NO_SUCH_TABLE);
      expect(stood.at(-1)).toEqual({ is: "lost", isMissing: true });
      waits.push(waited());
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  }
});

test("a table that is not found is not looked for by somebody who has lost the seat", () => {
  connect(true);
  last().opens(null);
  last().breaks(Close.NO_SUCH_TABLE);
  expect(stood.at(-1)).toMatchObject({ is: "over", code: Close.NO_SUCH_TABLE });
  connect();
  last().opens(2);
  last().onmessage?.({ data: JSON.stringify({ type: "state", seat: null }) });
  last().breaks(Close.NO_SUCH_TABLE);
  expect(stood.at(-1)).toMatchObject({ is: "over" });
});

test.each([Close.TOO_MUCH, Close.TOO_SLOW])("after %d a server is left alone, though it welcomes", (code) => {
  connect();
  const waits: number[] = [];
  for (let time = 0; time < 8; time++) {
    last().opens();
    last().breaks(code);
    expect(stood.at(-1)).toEqual({ is: "lost", isMissing: false });
    waits.push(waited());
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  last().opens();
  vi.advanceTimersByTime(10_000); // it went well for a while
  last().breaks(code);
  expect(waited()).toBe(1000);
});

test("a server that refuses the upgrade is asked again, later each time", () => {
  connect();
  const waits = Array.from({ length: 7 }, () => {
    last().breaks(1006); // what browsers say of 429 and 503
    return waited();
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000]);
});
