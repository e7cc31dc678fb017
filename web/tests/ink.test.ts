// Ink as bytes is the same here as in Python, which has drawn the sheets.

import assert from "node:assert/strict";
import { test } from "vitest";
import { decode, encode, take, written } from "../src/ink.ts";
import { BadInk, CORNER, type Ink, Missing, type Place, Sheet } from "../src/sheet.ts";
import { plain } from "./drawn.ts";
import { bytes, drawnSheets, hex, toldMark } from "./made.ts";

const sheets = drawnSheets();

/** Take a piece, and say what became of it. */
function outcome(data: Uint8Array, sheet: Sheet): string {
  try {
    return take(data, sheet) ? "new" : "known";
  } catch (error) {
    if (error instanceof Missing) return "missing";
    if (error instanceof BadInk) return "bad";
    throw error;
  }
}

test("every piece of a stream, right or wrong, does what it does in Python", () => {
  const seen = new Set<string>();
  for (const drawn of sheets) {
    const sheet = new Sheet();
    for (const piece of drawn.pieces) {
      assert.equal(outcome(bytes(piece.hex), sheet), piece.outcome, piece.hex);
      assert.deepEqual(sheet.end, piece.end);
      seen.add(piece.outcome);
    }
    assert.deepEqual(sheet.strokes.map(toldMark), drawn.strokes);
    assert.equal(sheet.across, drawn.across);
    assert.deepEqual(sheet.end, drawn.end);
  }
  assert.deepEqual([...seen].sort(), ["bad", "known", "missing", "new"]);
});

test("a whole sheet is read, and written again as the same bytes", () => {
  for (const drawn of sheets) {
    const sheet = new Sheet();
    take(bytes(drawn.whole), sheet);
    assert.deepEqual(sheet.strokes.map(toldMark), drawn.strokes);
    assert.deepEqual(sheet.end, drawn.end);
    assert.equal(hex(written(sheet)), drawn.whole);
  }
});

test("wherever a stream was cut, the rest of it makes it whole", () => {
  for (const drawn of sheets.slice(0, 40)) {
    const whole = new Sheet();
    take(bytes(drawn.whole), whole);
    for (const start of places(whole)) {
      const there = begun(whole, ...start);
      const rest = whole.since(...there.end);
      const before = whole.before(rest.place, rest.known) ?? CORNER;
      const goesOn = `${there.end}` === `${[rest.place, rest.known]}`;
      take(encode(rest, before, goesOn), there);
      assert.deepEqual(plain(there.marks), plain(whole.marks));
    }
  }
});

/** Every place between marks, and some within lines. */
function places(sheet: Sheet): Place[] {
  return sheet.marks.flatMap((mark, place): Place[] => {
    const points = mark.mark === "line" ? mark.points.length : 0;
    return [0, 1, points >> 1, points].filter((known) => known <= points).map((known) => [place, known]);
  });
}

/** A sheet that has the stream up to a place. */
function begun(whole: Sheet, place: number, known: number): Sheet {
  const sheet = new Sheet();
  sheet.add({ place: 0, known: 0, marks: whole.marks.slice(0, place) });
  const mark = whole.marks[place];
  if (known && mark?.mark === "line") {
    sheet.add({ place, known: 0, marks: [{ ...mark, points: mark.points.slice(0, known) }] });
  }
  return sheet;
}

test("a line that goes on is said in short", () => {
  const sheet = new Sheet();
  const first = { x: 5, y: 5, pressure: 100, tick: 1 };
  sheet.add({ place: 0, known: 0, marks: [{ mark: "line", width: 2, points: [first] }] });
  const more: Ink = {
    place: 0,
    known: 1,
    marks: [{ mark: "line", width: 2, points: [{ x: 7, y: 4, pressure: 101, tick: 3 }] }, { mark: "undo" }],
  };
  const short = encode(more, first, true);
  assert.deepEqual([...short], [1, (2 << 4) | 9, 4, 1, 3]);
  const read = decode(short, sheet);
  assert.deepEqual({ ...read, marks: plain(read?.marks ?? []) }, more);
});

for (const wrong of [
  "",
  "00",
  "00000006",
  "0000000502",
  "00800000",
  "00ffffffffff0100",
  "000000000101",
  "00000001ffff03",
  "000000000101180080808001",
  "000000000101180001",
  "000000000101170000",
  "00000000010400",
]) {
  test(`bytes that are no ink: ${wrong || "none"}`, () => {
    assert.equal(outcome(bytes(wrong), new Sheet()), "bad");
  });
}
