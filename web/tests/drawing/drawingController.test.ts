// Pencil and eraser under the same pointer, and what is sent.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DrawingContext } from "../../src/drawing/input/drawingController.ts";
import { DrawingController } from "../../src/drawing/input/drawingController.ts";
import { applyPiece } from "../../src/ink/codec.ts";
import { decodeInkFrame } from "../../src/ink/frames.ts";
import { Paper } from "../../src/ink/paper.ts";
import type { Mark } from "../../src/ink/sheet.ts";
import { Sheet } from "../../src/ink/sheet.ts";
import { MAX_MARKS } from "../../src/wire/ink.ts";
import { longStroke, plain, sheetWith, strokeThrough } from "../support/strokes.ts";

const AREA = { left: 0, top: 0, width: 307.2, height: 409.6 }; // ten grid units per pixel

let paper = new Paper();
let theirs = new Sheet();
let sent = 0;
let full = 0;
let context = { width: 1, isErasing: false, mayDraw: true, mayErase: true };
let controller = new DrawingController(drawingContext());

function drawingContext(): DrawingContext {
  return Object.assign(context, {
    paper,
    send(frames: readonly Uint8Array[]) {
      sent += frames.length;
      for (const frame of frames) applyPiece(frame.subarray(2), theirs);
    },
    changed: () => {},
    full: () => full++,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  paper = new Paper();
  theirs = new Sheet();
  [sent, full] = [0, 0];
  context = { width: 1, isErasing: false, mayDraw: true, mayErase: true };
  controller = new DrawingController(drawingContext());
});
afterEach(() => vi.useRealTimers());

function at(x: number, y: number, more: Partial<PointerEvent> = {}): PointerEvent {
  const event = { clientX: x, clientY: y, pressure: 0.5, pointerType: "mouse", timeStamp: 1000, buttons: 1 };
  return { ...event, ...more } as PointerEvent;
}

function draw(y: number, more: Partial<PointerEvent> = {}): void {
  controller.begin(at(10, y, more), AREA);
  for (let x = 20; x <= 200; x += 10) controller.move([at(x, y, more)], AREA);
  controller.end(at(210, y, more), AREA);
}

test("a stroke is on your sheet at once and with the other players soon after", () => {
  draw(10);
  expect(paper.mine.strokes[0]?.points).toHaveLength(21);
  expect(theirs.isEmpty).toBe(true);
  vi.advanceTimersByTime(33);
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(sent).toBe(1);
});

test("a longStroke stroke is sent in pieces", () => {
  controller.begin(at(10, 10), AREA);
  for (let x = 12; x < 212; x += 2) {
    controller.move([at(x, 10)], AREA);
    vi.advanceTimersByTime(8);
  }
  controller.end(null, AREA);
  controller.leave();
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(sent).toBeGreaterThan(800 / 45);
  expect(sent).toBeLessThanOrEqual(800 / 33 + 2);
});

test("only a pen's pressure is used", () => {
  for (const pointerType of ["pen", "mouse", "touch"]) draw(10, { pointerType, pressure: 0.9 });
  expect(paper.mine.strokes.map(({ points }) => points.at(5)?.pressure)).toEqual([230, 128, 128]);
});

test("a finger's stroke is delayed a little and can be cancelled without a trace", () => {
  draw(10);
  controller.begin(at(10, 50, { pointerType: "touch" }), AREA);
  controller.move([at(20, 50, { pointerType: "touch" })], AREA);
  vi.advanceTimersByTime(90);
  expect(paper.mine.strokes).toHaveLength(2);
  controller.cancel();
  vi.advanceTimersByTime(1000);
  expect([paper.mine.marks.length, theirs.marks.length]).toEqual([1, 1]);
});

test("a pen that touches down cancels a finger's stroke", () => {
  controller.begin(at(10, 50, { pointerType: "touch" }), AREA);
  draw(90, { pointerType: "pen" });
  expect(paper.mine.marks).toHaveLength(1);
  expect(paper.mine.strokes[0]?.points.at(0)?.y).toBe(900);
});

test("ink that was already sent stays, and both sides stay equal", () => {
  controller.begin(at(10, 50, { pointerType: "touch" }), AREA);
  controller.move([at(20, 50)], AREA);
  vi.advanceTimersByTime(200);
  controller.move([at(90, 50)], AREA);
  controller.cancel();
  draw(90);
  controller.leave();
  expect(theirs.strokes).toEqual(paper.mine.strokes);
  expect(theirs.strokes.map(({ points }) => points.length)).toEqual([2, 21]);
});

test("a frozen sheet accepts no new strokes and ends the current one", () => {
  context.mayDraw = false;
  draw(10);
  expect(paper.mine.isEmpty).toBe(true);
  context.mayDraw = true;
  controller.begin(at(10, 10), AREA);
  context.mayDraw = false;
  controller.move([at(50, 10)], AREA);
  controller.end(at(90, 10), AREA);
  expect(paper.mine.strokes[0]?.points).toHaveLength(1);
});

test("the eraser erases whole strokes, each once, where it touches down or along its path", () => {
  for (const y of [10, 50, 90]) draw(y);
  context.isErasing = true;
  controller.begin(at(100, 12), AREA);
  controller.end(at(100, 12), AREA);
  expect(paper.mine.shown).toEqual([1, 2]);
  controller.begin(at(100, 30), AREA);
  controller.move([at(100, 70), at(100, 110)], AREA);
  controller.move([at(100, 30)], AREA);
  controller.end(null, AREA);
  expect(paper.mine.isEmpty).toBe(true);
  controller.move([at(100, 50)], AREA);
  controller.leave();
  expect(theirs.marks.map(({ mark }) => mark)).toEqual([
    "stroke",
    "stroke",
    "stroke",
    "erase",
    "erase",
    "erase",
  ]);
});

test("the other end of a pen is an eraser", () => {
  draw(10);
  controller.begin(at(100, 10, { pointerType: "pen", buttons: 32 }), AREA);
  expect(paper.mine.isEmpty).toBe(true);
});

test("nothing is erased if erasing is off", () => {
  draw(10);
  Object.assign(context, { isErasing: true, mayErase: false });
  controller.begin(at(100, 10), AREA);
  controller.move([at(100, 11)], AREA);
  expect(paper.mine.marks).toHaveLength(1);
});

test("a mark ends the current stroke", () => {
  controller.begin(at(10, 10), AREA);
  controller.mark({ mark: "undo" });
  controller.move([at(50, 10)], AREA);
  controller.end(at(90, 10), AREA);
  controller.leave();
  expect(theirs.marks.map(({ mark }) => mark)).toEqual(["stroke", "undo"]);
});

test("a full sheet is reported", () => {
  paper.draw(...Array.from({ length: MAX_MARKS }, () => ({ mark: "undo" }) as const));
  controller.mark({ mark: "clear" });
  draw(10);
  expect(full).toBe(2);
});

test("a mark that hides strokes leaves capacity for undoing it", () => {
  for (let y = 0; y < 10; y++) paper.draw(longStroke(2, y));
  const named = Array.from({ length: 10_000 }, (_, place) => 100 + place); // none of which exists
  for (let time = 0; time < 9; time++) paper.draw({ mark: "erase", strokes: named });
  paper.draw({ mark: "erase", strokes: named.slice(0, 9_981) }); // leaves 19
  controller.mark({ mark: "clear" });
  expect([full, paper.mine.isEmpty]).toEqual([1, false]);
  controller.mark({ mark: "erase", strokes: [0, 1, 2] });
  controller.mark({ mark: "undo" });
  expect([full, paper.mine.shown.length, paper.mine.capacity.toggled]).toEqual([1, 10, 13]);
});

test("unexpected errors are not swallowed", () => {
  paper.draw = () => {
    throw new TypeError("unexpected");
  };
  expect(() => controller.mark({ mark: "undo" })).toThrow("unexpected");
});

test("after a welcome, drawing continues from what the table has", () => {
  paper.switchTo(5, 2);
  draw(10);
  controller.leave();
  paper.sheets = [new Sheet(), new Sheet()];
  const frames = paper.resync(1).map((frame) => pieceOf(frame));
  expect(frames).toHaveLength(1);
  const table = new Sheet();
  for (const piece of frames) applyPiece(piece, table);
  draw(50);
  for (const frame of paper.takeUnsent()) applyPiece(pieceOf(frame), table);
  expect(table.strokes).toEqual(paper.mine.strokes);
});

const undo = { mark: "undo" } as const;
const long5 = longStroke(5);
test.each([
  ["everything", [long5, undo, longStroke(7)]],
  ["part of a stroke", [long5, undo, longStroke(3)]],
  ["some marks", [long5]],
  ["nothing", []],
])("resync sends what the table lacks; it has %s", (_, has: readonly Mark[]) => {
  paper.switchTo(5, 1);
  paper.draw(long5, undo, longStroke(7));
  paper.sheets = [sheetWith(...has)];
  const table = sheetWith(...has);
  for (const frame of paper.resync(0)) applyPiece(pieceOf(frame), table);
  expect(plain(table.marks)).toEqual([long5, undo, longStroke(7)]);
  expect(paper.mine.marks).toEqual(table.marks);
});

test.each([
  ["a longer stroke", [long5, undo, longStroke(9)]],
  ["more marks", [long5, undo, longStroke(7), undo]],
  ["another stroke", [longStroke(5, 300)]],
  ["another, shorter stroke", [long5, undo, longStroke(3, 300)]],
  ["no stroke", [undo]],
  ["another mark", [long5, undo, undo]],
  ["another pencil", [long5, undo, { ...longStroke(3), width: 2 }]],
])("ink drawn elsewhere wins; the table has %s", (_, has: readonly Mark[]) => {
  paper.switchTo(5, 1);
  paper.draw(long5, undo, longStroke(7));
  paper.sheets = [sheetWith(...has)];
  expect(paper.resync(0)).toEqual([]);
  expect(plain(paper.mine.marks)).toEqual(has);
  const table = sheetWith(...has);
  draw(50);
  for (const frame of paper.takeUnsent()) applyPiece(pieceOf(frame), table);
  expect(table.strokes).toEqual(paper.mine.strokes);
});

function pieceOf(frame: Uint8Array): Uint8Array {
  expect(decodeInkFrame(frame.subarray(0, 2))).toMatchObject({ kind: 1, paper: 5 });
  return frame.subarray(2);
}

test("unsent ink can be discarded in the middle of a stroke", () => {
  paper.draw(strokeThrough([1, 1], [2, 2]));
  paper.takeUnsent();
  paper.extendStroke(strokeThrough([3, 3]).points.map((point) => ({ ...point, tick: 9 })));
  paper.draw({ mark: "undo" });
  paper.discardUnsent();
  expect(plain(paper.mine.marks)).toEqual([strokeThrough([1, 1], [2, 2])]);
  expect(paper.takeUnsent()).toEqual([]);
});
