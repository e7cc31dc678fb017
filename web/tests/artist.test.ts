// The artist: pencil and rubber by the same hand, and what is sent.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Surroundings } from "../src/drawing/artist.ts";
import { Artist } from "../src/drawing/artist.ts";
import { toldInk } from "../src/frames.ts";
import { take } from "../src/ink.ts";
import { Paper } from "../src/paper.ts";
import type { Mark } from "../src/sheet.ts";
import { Sheet } from "../src/sheet.ts";
import { MOST_MARKS } from "../src/wire.ts";
import { line, long, plain, sheetWith } from "./drawn.ts";

const AREA = { left: 0, top: 0, width: 307.2, height: 409.6 }; // ten units of the grid for a pixel

let paper = new Paper();
let theirs = new Sheet();
let sent = 0;
let full = 0;
let around = { width: 1, isRubbing: false, mayDraw: true, mayErase: true };
let artist = new Artist(surroundings());

function surroundings(): Surroundings {
  return Object.assign(around, {
    paper,
    send(frames: readonly Uint8Array[]) {
      sent += frames.length;
      for (const frame of frames) take(frame.subarray(2), theirs);
    },
    drew: () => {},
    full: () => full++,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  paper = new Paper();
  theirs = new Sheet();
  [sent, full] = [0, 0];
  around = { width: 1, isRubbing: false, mayDraw: true, mayErase: true };
  artist = new Artist(surroundings());
});
afterEach(() => vi.useRealTimers());

function at(x: number, y: number, more: Partial<PointerEvent> = {}): PointerEvent {
  const event = { clientX: x, clientY: y, pressure: 0.5, pointerType: "mouse", timeStamp: 1000, buttons: 1 };
  return { ...event, ...more } as PointerEvent;
}

function draw(y: number, more: Partial<PointerEvent> = {}): void {
  artist.begin(at(10, y, more), AREA);
  for (let x = 20; x <= 200; x += 10) artist.move([at(x, y, more)], AREA);
  artist.end(at(210, y, more), AREA);
}

test("a line is on the own sheet at once and with the others soon after", () => {
  draw(10);
  expect(paper.mine.strokes[0]?.points).toHaveLength(21);
  expect(theirs.isEmpty).toBe(true);
  vi.advanceTimersByTime(33);
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(sent).toBe(1);
});

test("a long line is sent in pieces", () => {
  artist.begin(at(10, 10), AREA);
  for (let x = 12; x < 212; x += 2) {
    artist.move([at(x, 10)], AREA);
    vi.advanceTimersByTime(8);
  }
  artist.end(null, AREA);
  artist.leave();
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(sent).toBeGreaterThan(800 / 45);
  expect(sent).toBeLessThanOrEqual(800 / 33 + 2);
});

test("a pen's pressure is drawn, a mouse's and a finger's are not", () => {
  for (const pointerType of ["pen", "mouse", "touch"]) draw(10, { pointerType, pressure: 0.9 });
  expect(paper.mine.strokes.map(({ points }) => points.at(5)?.pressure)).toEqual([230, 128, 128]);
});

test("what a finger begins is held a little, and dropped without a trace", () => {
  draw(10);
  artist.begin(at(10, 50, { pointerType: "touch" }), AREA);
  artist.move([at(20, 50, { pointerType: "touch" })], AREA);
  vi.advanceTimersByTime(90);
  expect(paper.mine.strokes).toHaveLength(2);
  artist.drop();
  vi.advanceTimersByTime(1000);
  expect([paper.mine.marks.length, theirs.marks.length]).toEqual([1, 1]);
});

test("a pen that begins while a finger draws drops that line", () => {
  artist.begin(at(10, 50, { pointerType: "touch" }), AREA);
  draw(90, { pointerType: "pen" });
  expect(paper.mine.marks).toHaveLength(1);
  expect(paper.mine.strokes[0]?.points.at(0)?.y).toBe(900);
});

test("what was sent already stays, and goes on to be the same for all", () => {
  artist.begin(at(10, 50, { pointerType: "touch" }), AREA);
  artist.move([at(20, 50)], AREA);
  vi.advanceTimersByTime(200);
  artist.move([at(90, 50)], AREA);
  artist.drop();
  draw(90);
  artist.leave();
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(theirs.strokes.map(({ points }) => points.length)).toEqual([2, 21]);
});

test("nothing is drawn on a sheet that is frozen, nor goes on there", () => {
  around.mayDraw = false;
  draw(10);
  expect(paper.mine.isEmpty).toBe(true);
  around.mayDraw = true;
  artist.begin(at(10, 10), AREA);
  around.mayDraw = false;
  artist.move([at(50, 10)], AREA);
  artist.end(at(90, 10), AREA);
  expect(paper.mine.strokes[0]?.points).toHaveLength(1);
});

test("the rubber takes whole lines off, each once, on its way or where it is put down", () => {
  for (const y of [10, 50, 90]) draw(y);
  around.isRubbing = true;
  artist.begin(at(100, 12), AREA);
  artist.end(at(100, 12), AREA);
  expect(paper.mine.shown).toEqual([1, 2]);
  artist.begin(at(100, 30), AREA);
  artist.move([at(100, 70), at(100, 110)], AREA);
  artist.move([at(100, 30)], AREA);
  artist.end(null, AREA);
  expect(paper.mine.isEmpty).toBe(true);
  artist.move([at(100, 50)], AREA);
  artist.leave();
  expect(theirs.marks.map(({ mark }) => mark)).toEqual(["line", "line", "line", "rub", "rub", "rub"]);
});

test("the other end of a pen is a rubber", () => {
  draw(10);
  artist.begin(at(100, 10, { pointerType: "pen", buttons: 32 }), AREA);
  expect(paper.mine.isEmpty).toBe(true);
});

test("nothing is rubbed out where that is not allowed", () => {
  draw(10);
  Object.assign(around, { isRubbing: true, mayErase: false });
  artist.begin(at(100, 10), AREA);
  artist.move([at(100, 11)], AREA);
  expect(paper.mine.marks).toHaveLength(1);
});

test("a mark ends the line that is being drawn", () => {
  artist.begin(at(10, 10), AREA);
  artist.mark({ mark: "undo" });
  artist.move([at(50, 10)], AREA);
  artist.end(at(90, 10), AREA);
  artist.leave();
  expect(theirs.marks.map(({ mark }) => mark)).toEqual(["line", "undo"]);
});

test("a full sheet says so", () => {
  paper.draw(...Array.from({ length: MOST_MARKS }, () => ({ mark: "undo" }) as const));
  artist.mark({ mark: "wipe" });
  draw(10);
  expect(full).toBe(2);
});

test("what takes lines off the sheet leaves room for taking that back", () => {
  for (let y = 0; y < 10; y++) paper.draw(long(2, y));
  const named = Array.from({ length: 10_000 }, (_, place) => 100 + place); // of which none is there
  for (let time = 0; time < 9; time++) paper.draw({ mark: "rub", strokes: named });
  paper.draw({ mark: "rub", strokes: named.slice(0, 9_981) }); // 19 is left
  artist.mark({ mark: "wipe" });
  expect([full, paper.mine.isEmpty]).toEqual([1, false]);
  artist.mark({ mark: "rub", strokes: [0, 1, 2] });
  artist.mark({ mark: "undo" });
  expect([full, paper.mine.shown.length, paper.mine.room.toggled]).toEqual([1, 10, 13]);
});

test("errors of our own are not hidden", () => {
  paper.draw = () => {
    throw new TypeError("ours");
  };
  expect(() => artist.mark({ mark: "undo" })).toThrow("ours");
});

test("after a welcome, drawing goes on from what the table has", () => {
  paper.renew(5, 2);
  draw(10);
  artist.leave();
  paper.sheets = [new Sheet(), new Sheet()];
  const frames = paper.lacking(1).map((frame) => toldInkFromClient(frame));
  expect(frames).toHaveLength(1);
  const table = new Sheet();
  for (const piece of frames) take(piece, table);
  draw(50);
  for (const frame of paper.unsent()) take(toldInkFromClient(frame), table);
  expect(table.strokes).toEqual(paper.mine.strokes);
});

const undo = { mark: "undo" } as const;
const long5 = long(5);
test.each([
  ["all of it", [long5, undo, long(7)]],
  ["a part of a line", [long5, undo, long(3)]],
  ["some marks", [long5]],
  ["nothing", []],
])("the table lacks what it does not have: it has %s", (_, has: readonly Mark[]) => {
  paper.renew(5, 1);
  paper.draw(long5, undo, long(7));
  paper.sheets = [sheetWith(...has)];
  const table = sheetWith(...has);
  for (const frame of paper.lacking(0)) take(toldInkFromClient(frame), table);
  expect(plain(table.marks)).toEqual([long5, undo, long(7)]);
  expect(paper.mine.marks).toEqual(table.marks);
});

test.each([
  ["a longer line", [long5, undo, long(9)]],
  ["more marks", [long5, undo, long(7), undo]],
  ["another line", [long(5, 300)]],
  ["another line, shorter", [long5, undo, long(3, 300)]],
  ["no line", [undo]],
  ["another mark", [long5, undo, undo]],
  ["another pencil", [long5, undo, { ...long(3), width: 2 }]],
])("what was drawn elsewhere counts: the table has %s", (_, has: readonly Mark[]) => {
  paper.renew(5, 1);
  paper.draw(long5, undo, long(7));
  paper.sheets = [sheetWith(...has)];
  expect(paper.lacking(0)).toEqual([]);
  expect(plain(paper.mine.marks)).toEqual(has);
  const table = sheetWith(...has);
  draw(50);
  for (const frame of paper.unsent()) take(toldInkFromClient(frame), table);
  expect(table.strokes).toEqual(paper.mine.strokes);
});

function toldInkFromClient(frame: Uint8Array): Uint8Array {
  expect(toldInk(frame.subarray(0, 2))).toMatchObject({ kind: 1, paper: 5 });
  return frame.subarray(2);
}

test("what was never sent can be forgotten in the middle of a line", () => {
  paper.draw(line([1, 1], [2, 2]));
  paper.unsent();
  paper.goOn(line([3, 3]).points.map((point) => ({ ...point, tick: 9 })));
  paper.draw({ mark: "undo" });
  paper.forget();
  expect(plain(paper.mine.marks)).toEqual([line([1, 1], [2, 2])]);
  expect(paper.unsent()).toEqual([]);
});
