// Binary ink frames: pieces of several sheets in one message. The layout is in docs/wire.md.

import { INK, SHEETS } from "../wire/messages.ts";

/** Bytes that are not a valid ink frame. */
export class BadFrame extends Error {}

/** An encoded piece of one seat's sheet. */
export interface SheetPiece {
  readonly seat: number;
  readonly piece: Uint8Array;
}

/** New ink, or all sheets from the start. */
export interface InkFrame {
  readonly kind: typeof INK | typeof SHEETS;
  readonly paper: number; // lowest byte of the number of the set of sheets
  readonly pieces: readonly SheetPiece[];
}

/** Encode a piece of your sheet. */
export function encodeInkFrame(paper: number, piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(2 + piece.length);
  frame.set([INK, paper & 0xff]);
  frame.set(piece, 2);
  return frame;
}

/** Whether a frame belongs to the current set of sheets. */
export function belongsToPaper(frame: InkFrame, paper: number): boolean {
  return frame.paper === (paper & 0xff);
}

/** Decode a frame from the server, or throw `BadFrame`. */
export function decodeInkFrame(data: Uint8Array): InkFrame {
  const [kind, paper] = data;
  if ((kind !== INK && kind !== SHEETS) || paper === undefined) throw new BadFrame("not ink");
  const pieces: SheetPiece[] = [];
  let at = 2;
  while (at < data.length) {
    const [seat, begin, end] = readPieceHeader(data, at);
    if (end > data.length) throw new BadFrame("truncated piece");
    pieces.push({ seat, piece: data.subarray(begin, end) });
    at = end;
  }
  return { kind, paper, pieces };
}

function readPieceHeader(data: Uint8Array, at: number): [seat: number, begin: number, end: number] {
  const [seat, ...lengths] = data.subarray(at, at + 5);
  let length = 0;
  for (const [place, byte] of lengths.entries()) {
    length |= (byte & 0x7f) << (7 * place);
    const begin = at + place + 2;
    if (byte < 0x80 && seat !== undefined) return [seat, begin, begin + length];
  }
  throw new BadFrame("truncated or oversized length");
}
