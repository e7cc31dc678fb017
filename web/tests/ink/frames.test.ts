// The frames in docs/wire.md mean what the page says.

import assert from "node:assert/strict";
import { test } from "vitest";
import { applyPiece, decodePiece, encodePiece } from "../../src/ink/codec.ts";
import { BadFrame, belongsToPaper, decodeInkFrame, encodeInkFrame } from "../../src/ink/frames.ts";
import { CORNER, Sheet } from "../../src/ink/sheet.ts";
import { INK, SHEETS } from "../../src/wire/messages.ts";
import * as samples from "../support/samples.ts";

const page = samples.wirePageFrames();

test("encoding matches the page", () => {
  const sheet = new Sheet();
  for (const { hex, says } of page.fromClient) {
    const piece = samples.bytes(hex).subarray(2);
    const ink = decodePiece(piece, sheet);
    assert(ink);
    assert.deepEqual({ paper: says.paper, ...samples.describeInk(ink) }, says);
    const again = encodePiece(ink, sheet.pointBefore(ink.place, ink.known) ?? CORNER, piece[0] !== 0);
    assert.equal(samples.hex(encodeInkFrame(says.paper, again)), hex);
    applyPiece(piece, sheet);
  }
  assert(page.fromClient.length > 3);
  assert(sheet.isEmpty && sheet.isLandscape);
});

test("decoding matches the page", () => {
  const sheets = new Map<number, Sheet>();
  for (const { hex, says } of page.toClient) {
    const frame = decodeInkFrame(samples.bytes(hex));
    const pieces = frame.pieces.map(({ seat, piece }) => {
      const sheet = sheets.get(seat) ?? new Sheet();
      sheets.set(seat, sheet);
      const ink = decodePiece(piece, sheet);
      assert(ink);
      applyPiece(piece, sheet);
      return { seat, ...samples.describeInk(ink) };
    });
    const kind = frame.kind === SHEETS ? "sheets" : "ink";
    assert.deepEqual({ kind, paper: frame.paper, pieces }, says);
    assert(belongsToPaper(frame, says.paper + 256) && !belongsToPaper(frame, says.paper + 1));
  }
  assert.deepEqual(
    [...sheets.values()].map((sheet) => sheet.strokes.length),
    [0, 1, 0],
  );
});

test("a long piece has a multi-byte length", () => {
  const piece = new Uint8Array(300).fill(7);
  const frame = Uint8Array.of(INK, 9, 5, 0xac, 0x02, ...piece, 2, 0);
  assert.deepEqual(decodeInkFrame(frame).pieces, [
    { seat: 5, piece },
    { seat: 2, piece: new Uint8Array() },
  ]);
});

for (const wrong of ["", "01", "0003", "0303", "010300", "01030001", "010300ff", "010300ffffffff01"]) {
  test(`truncated or invalid frames are refused: ${wrong || "nothing"}`, () => {
    assert.throws(() => decodeInkFrame(samples.bytes(wrong)), BadFrame);
  });
}

test("a frame cut anywhere is valid or a BadFrame", () => {
  for (const { hex } of page.toClient) {
    const whole = samples.bytes(hex);
    for (let end = 0; end < whole.length; end++) {
      try {
        decodeInkFrame(whole.subarray(0, end));
      } catch (error) {
        assert(error instanceof BadFrame);
      }
    }
  }
});
