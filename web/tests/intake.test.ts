// Ink from the network: small pieces at once, whole sheets bit by bit, in order, the own one first.

import { beforeEach, expect, test } from "vitest";
import { encode, written } from "../src/ink.ts";
import { Intake } from "../src/intake.ts";
import { Paper } from "../src/paper.ts";
import type { Mark } from "../src/sheet.ts";
import { BadInk, Missing, type Sheet } from "../src/sheet.ts";
import { Slice } from "../src/slice.ts";
import { INK, SHEETS } from "../src/wire.ts";
import { long, plain, sheetWith } from "./drawn.ts";

const MINE = 1;
const marks: Mark[] = Array.from({ length: 50 }, (_, number) => long(40, number));

let paper = new Paper();
let resent = 0;
let intake = newIntake();

function newIntake(): Intake {
  return new Intake(
    paper,
    () => MINE,
    () => {
      resent += 1;
      paper.lacking(MINE);
    },
  );
}

beforeEach(() => {
  paper = new Paper();
  paper.renew(7, 3);
  resent = 0;
  intake = newIntake();
});

function sheets(...all: Sheet[]): void {
  intake.take({
    kind: SHEETS,
    paper: 7,
    pieces: all.map((sheet, seat) => ({ seat, piece: written(sheet) })),
  });
}

function piece(seat: number, place: number, more: Mark): void {
  intake.take({ kind: INK, paper: 7, pieces: [{ seat, piece: encode({ place, known: 0, marks: [more] }) }] });
}

function work(units = Number.POSITIVE_INFINITY): boolean {
  return intake.work(new Slice(units, 1e9));
}

test("what fits is taken at once", () => {
  sheets(sheetWith(long(3)), sheetWith(), sheetWith(long(4)));
  piece(2, 1, { mark: "undo" });
  expect(work()).toBe(false);
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([1, 0, 2]);
  expect(resent).toBe(1);
});

test("whole sheets are read bit by bit, and what comes meanwhile waits", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  piece(0, 50, { mark: "wipe" });
  const seen: string[] = [];
  while (work(20)) seen.push(paper.sheets.map(({ marks }) => marks.length).join());
  expect(seen.length).toBeGreaterThan(15);
  expect(seen[0]).toMatch(/^0,[1-9]\d*,0$/); // the own one first
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([51, 50, 50]);
  expect(plain(paper.sheets[2]?.marks ?? [])).toEqual(marks);
  expect(resent).toBe(1);
});

test("the own sheet is known before the others have been read", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  while (!resent) work(20);
  expect(plain(paper.mine.marks)).toEqual(marks);
  expect(paper.sheets[0]?.marks.length).toBeLessThan(50);
});

test("sheets that come while others are being read take their place", () => {
  sheets(sheetWith(...marks), sheetWith(...marks), sheetWith(...marks));
  work(20);
  sheets(sheetWith(long(2)), sheetWith(), sheetWith());
  expect(work()).toBe(false);
  expect(paper.sheets.map(({ marks }) => marks.length)).toEqual([1, 0, 0]);
});

test("what belongs to sheets that are gone is dropped", () => {
  sheets(sheetWith(...marks), sheetWith(), sheetWith());
  work(20);
  paper.renew(8, 3);
  intake.clear();
  piece(0, 0, long(3));
  expect([work(), intake.isBusy]).toEqual([false, false]);
  expect(paper.sheets.map(({ isEmpty }) => isEmpty)).toEqual([true, true, true]);
});

test("what is missing or no ink is said, and does not stop what comes after it", () => {
  sheets(sheetWith(), sheetWith(), sheetWith());
  piece(0, 5, { mark: "undo" });
  intake.take({ kind: INK, paper: 7, pieces: [{ seat: 9, piece: Uint8Array.of(0) }] }); // nobody's
  piece(2, 0, long(3));
  expect(() => work()).toThrow(Missing);
  expect(work()).toBe(false);
  expect(paper.sheets[2]?.marks).toHaveLength(1);
  intake.take({ kind: SHEETS, paper: 7, pieces: [{ seat: 0, piece: Uint8Array.of(0, 1, 0) }] });
  expect(() => work()).toThrow(BadInk);
});
