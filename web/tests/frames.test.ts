// The frames of docs/wire.md say here what the page says of them.

import assert from "node:assert/strict";
import { test } from "vitest";
import { BadFrame, inkFromClient, isOfPaper, toldInk } from "../src/frames.ts";
import { decode, encode, take } from "../src/ink.ts";
import { CORNER, Sheet } from "../src/sheet.ts";
import { INK, SHEETS } from "../src/wire.ts";
import * as made from "./made.ts";

const page = made.framesOfThePage();

test("a client writes ink as the page has it", () => {
  const sheet = new Sheet();
  for (const { hex, says } of page.fromClient) {
    const piece = made.bytes(hex).subarray(2);
    const ink = decode(piece, sheet);
    assert(ink);
    assert.deepEqual({ paper: says.paper, ...made.toldInk(ink) }, says);
    const again = encode(ink, sheet.before(ink.place, ink.known) ?? CORNER, piece[0] !== 0);
    assert.equal(made.hex(inkFromClient(says.paper, again)), hex);
    take(piece, sheet);
  }
  assert(page.fromClient.length > 3);
  assert(sheet.isEmpty && sheet.across);
});

test("a client reads frames as the page has them", () => {
  const sheets = new Map<number, Sheet>();
  for (const { hex, says } of page.toClient) {
    const frame = toldInk(made.bytes(hex));
    const pieces = frame.pieces.map(({ seat, piece }) => {
      const sheet = sheets.get(seat) ?? new Sheet();
      sheets.set(seat, sheet);
      const ink = decode(piece, sheet);
      assert(ink);
      take(piece, sheet);
      return { seat, ...made.toldInk(ink) };
    });
    const kind = frame.kind === SHEETS ? "sheets" : "ink";
    assert.deepEqual({ kind, paper: frame.paper, pieces }, says);
    assert(isOfPaper(frame, says.paper + 256) && !isOfPaper(frame, says.paper + 1));
  }
  assert.deepEqual(
    [...sheets.values()].map((sheet) => sheet.strokes.length),
    [0, 1, 0],
  );
});

test("a long piece has a long length", () => {
  const piece = new Uint8Array(300).fill(7);
  const frame = Uint8Array.of(INK, 9, 5, 0xac, 0x02, ...piece, 2, 0);
  assert.deepEqual(toldInk(frame).pieces, [
    { seat: 5, piece },
    { seat: 2, piece: new Uint8Array() },
  ]);
});

for (const wrong of ["", "01", "0003", "0303", "010300", "01030001", "010300ff", "010300ffffffff01"]) {
  test(`what breaks off or is no ink is a bad frame: ${wrong || "nothing"}`, () => {
    assert.throws(() => toldInk(made.bytes(wrong)), BadFrame);
  });
}

test("wherever a frame is cut, it is a frame or a bad one", () => {
  for (const { hex } of page.toClient) {
    const whole = made.bytes(hex);
    for (let end = 0; end < whole.length; end++) {
      try {
        toldInk(whole.subarray(0, end));
      } catch (error) {
        assert(error instanceof BadFrame);
      }
    }
  }
});
