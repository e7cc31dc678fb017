// Incoming ink: small pieces at once, whole sheets in slices, our own sheet first.

import { beforeEach, expect, test } from "vitest";
import { encodePiece, encodeSheet } from "../../src/ink/codec.ts";
import { Paper } from "../../src/ink/paper.ts";
import type { Mark } from "../../src/ink/sheet.ts";
import { BadInk, MissingInk, type Sheet } from "../../src/ink/sheet.ts";
import { InkReceiver } from "../../src/net/inkReceiver.ts";
import { TimeSlice } from "../../src/scheduling/frameBudget.ts";
import { INK, SHEETS } from "../../src/wire/messages.ts";
import { longStroke, plain, sheetWith } from "../support/strokes.ts";

const MINE = 1;
const marks: Mark[] = Array.from({ length: 50 }, (_, number) => longStroke(40, number));

let paper = new Paper();
let resent = 0;
let receiver = newReceiver();

function newReceiver(): InkReceiver {
  return new InkReceiver(
    paper,
    () => MINE,
    () => {
      resent += 1;
      paper.resync(MINE);
    },
  );
}

beforeEach(() => {
  paper = new Paper();
  paper.switchTo(7, 3);
  resent = 0;
  receiver = newReceiver();
});

function sheets(...all: Sheet[]): void {
  receiver.receive({
    kind: SHEETS,
    paper: 7,
    pieces: all.map((sheet, seat) => ({ seat, piece: encodeSheet(sheet) })),
  });
}

function piece(seat: number, place: number, more: Mark): void {
  receiver.receive({
    kind: INK,
    paper: 7,
    pieces: [{ seat, piece: encodePiece({ place, known: 0, marks: [more] }) }],
  });
}

function work(units = Number.POSITIVE_INFINITY): boolean {
  return receiver.work(new TimeSlice(units, 1e9));
}

test("ink that fits into the slice is applied at once", () => {
  sheets(sheetWith(longStroke(3)), sheetWith(), sheetWith(longStroke(4)));
  piece(2, 1, { mark: "undo" });
  expect(work()).toBe(false);
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([1, 0, 2]);
  expect(resent).toBe(1);
});

test("whole sheets are read in slices, and later ink waits", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  piece(0, 50, { mark: "clear" });
  const seen: string[] = [];
  while (work(20)) seen.push(paper.sheets.map(({ marks }) => marks.length).join());
  expect(seen.length).toBeGreaterThan(15);
  expect(seen[0]).toMatch(/^0,[1-9]\d*,0$/); // our own sheet first
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([51, 50, 50]);
  expect(plain(paper.sheets[2]?.marks ?? [])).toEqual(marks);
  expect(resent).toBe(1);
});

test("our own sheet is ready before the others", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  while (!resent) work(20);
  expect(plain(paper.mine.marks)).toEqual(marks);
  expect(paper.sheets[0]?.marks.length).toBeLessThan(50);
});

test("new sheets replace those being read", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  work(20);
  sheets(sheetWith(longStroke(2)), sheetWith(), sheetWith());
  expect(work()).toBe(false);
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([1, 0, 0]);
});

test("ink of replaced sheets is dropped", () => {
  sheets(sheetWith(...marks), sheetWith(), sheetWith());
  work(20);
  paper.switchTo(8, 3);
  receiver.clear();
  piece(0, 0, longStroke(3));
  expect([work(), receiver.isBusy]).toEqual([false, false]);
  expect(paper.sheets.map(({ isEmpty }) => isEmpty)).toEqual([true, true, true]);
});

test("a gap or bad ink throws, and later ink is still applied", () => {
  sheets(sheetWith(), sheetWith(), sheetWith());
  piece(0, 5, { mark: "undo" });
  receiver.receive({ kind: INK, paper: 7, pieces: [{ seat: 9, piece: Uint8Array.of(0) }] }); // no such seat
  piece(2, 0, longStroke(3));
  expect(() => work()).toThrow(MissingInk);
  expect(work()).toBe(false);
  expect(paper.sheets[2]?.marks).toHaveLength(1);
  receiver.receive({ kind: SHEETS, paper: 7, pieces: [{ seat: 0, piece: Uint8Array.of(0, 1, 0) }] });
  expect(() => work()).toThrow(BadInk);
});
