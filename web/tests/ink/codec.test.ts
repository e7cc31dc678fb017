// The codec agrees with Python, which generated the sheets.

import assert from "node:assert/strict";
import { test } from "vitest";
import { applyPiece, decodePiece, encodePiece, encodeSheet } from "../../src/ink/codec.ts";
import {
  BadInk,
  CORNER,
  type InkPiece,
  MissingInk,
  Sheet,
  type StreamPosition,
} from "../../src/ink/sheet.ts";
import { bytes, describeMark, hex, sampleSheets } from "../support/samples.ts";
import { plain } from "../support/strokes.ts";

const sheets = sampleSheets();

/** Apply a piece and return the outcome. */
function outcome(data: Uint8Array, sheet: Sheet): string {
  try {
    return applyPiece(data, sheet) ? "new" : "known";
  } catch (error) {
    if (error instanceof MissingInk) return "missing";
    if (error instanceof BadInk) return "bad";
    throw error;
  }
}

test("every piece of a stream, valid or not, has the same outcome as in Python", () => {
  const seen = new Set<string>();
  for (const drawn of sheets) {
    const sheet = new Sheet();
    for (const piece of drawn.pieces) {
      assert.equal(outcome(bytes(piece.hex), sheet), piece.outcome, piece.hex);
      assert.deepEqual(sheet.end, piece.end);
      seen.add(piece.outcome);
    }
    assert.deepEqual(sheet.strokes.map(describeMark), drawn.strokes);
    assert.equal(sheet.isLandscape, drawn.landscape);
    assert.deepEqual(sheet.end, drawn.end);
  }
  assert.deepEqual([...seen].sort(), ["bad", "known", "missing", "new"]);
});

test("a whole sheet decodes and encodes to the same bytes", () => {
  for (const drawn of sheets) {
    const sheet = new Sheet();
    applyPiece(bytes(drawn.whole), sheet);
    assert.deepEqual(sheet.strokes.map(describeMark), drawn.strokes);
    assert.deepEqual(sheet.end, drawn.end);
    assert.equal(hex(encodeSheet(sheet)), drawn.whole);
  }
});

test("wherever a stream is cut, the rest completes it", () => {
  for (const drawn of sheets.slice(0, 40)) {
    const whole = new Sheet();
    applyPiece(bytes(drawn.whole), whole);
    for (const start of places(whole)) {
      const there = startOf(whole, ...start);
      const rest = whole.since(...there.end);
      const before = whole.pointBefore(rest.place, rest.known) ?? CORNER;
      const continues = `${there.end}` === `${[rest.place, rest.known]}`;
      applyPiece(encodePiece(rest, before, continues), there);
      assert.deepEqual(plain(there.marks), plain(whole.marks));
    }
  }
});

/** Every position between marks, and some within strokes. */
function places(sheet: Sheet): StreamPosition[] {
  return sheet.marks.flatMap((mark, place): StreamPosition[] => {
    const points = mark.mark === "stroke" ? mark.points.length : 0;
    return [0, 1, points >> 1, points].filter((known) => known <= points).map((known) => [place, known]);
  });
}

/** A sheet that has the stream up to a position. */
function startOf(whole: Sheet, place: number, known: number): Sheet {
  const sheet = new Sheet();
  sheet.add({ place: 0, known: 0, marks: whole.marks.slice(0, place) });
  const mark = whole.marks[place];
  if (known && mark?.mark === "stroke") {
    sheet.add({ place, known: 0, marks: [{ ...mark, points: mark.points.slice(0, known) }] });
  }
  return sheet;
}

test("a stroke that continues uses the short form", () => {
  const sheet = new Sheet();
  const first = { x: 5, y: 5, pressure: 100, tick: 1 };
  sheet.add({ place: 0, known: 0, marks: [{ mark: "stroke", width: 2, points: [first] }] });
  const more: InkPiece = {
    place: 0,
    known: 1,
    marks: [{ mark: "stroke", width: 2, points: [{ x: 7, y: 4, pressure: 101, tick: 3 }] }, { mark: "undo" }],
  };
  const short = encodePiece(more, first, true);
  assert.deepEqual([...short], [1, (2 << 4) | 9, 4, 1, 3]);
  const read = decodePiece(short, sheet);
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
  test(`invalid bytes: ${wrong || "none"}`, () => {
    assert.equal(outcome(bytes(wrong), new Sheet()), "bad");
  });
}
