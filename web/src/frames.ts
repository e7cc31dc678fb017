// Ink as it travels: pieces of several sheets in one binary frame. docs/wire.md has the layout.

import { INK, SHEETS } from "./wire.ts";

/** Bytes that no server of ours sends. */
export class BadFrame extends Error {}

/** A piece of one seat's sheet, which `take` takes. */
export interface Piece {
  readonly seat: number;
  readonly piece: Uint8Array;
}

/** What is new on the sheets, or every sheet from its beginning. */
export interface Frame {
  readonly kind: typeof INK | typeof SHEETS;
  readonly paper: number; // the lowest byte of the number of the set of sheets
  readonly pieces: readonly Piece[];
}

/** Write a piece of one's own sheet. */
export function inkFromClient(paper: number, piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(2 + piece.length);
  frame.set([INK, paper & 0xff]);
  frame.set(piece, 2);
  return frame;
}

/** Is ink with this byte for the set of sheets that is on the table? */
export function isOfPaper(frame: Frame, paper: number): boolean {
  return frame.paper === (paper & 0xff);
}

/** Read what a server sends, or throw `BadFrame`. */
export function toldInk(data: Uint8Array): Frame {
  const [kind, paper] = data;
  if ((kind !== INK && kind !== SHEETS) || paper === undefined) throw new BadFrame("not ink");
  const pieces: Piece[] = [];
  let at = 2;
  while (at < data.length) {
    const [seat, begin, end] = readHead(data, at);
    if (end > data.length) throw new BadFrame("a piece of ink that breaks off");
    pieces.push({ seat, piece: data.subarray(begin, end) });
    at = end;
  }
  return { kind, paper, pieces };
}

function readHead(data: Uint8Array, at: number): [seat: number, begin: number, end: number] {
  const [seat, ...lengths] = data.subarray(at, at + 5);
  let length = 0;
  for (const [place, byte] of lengths.entries()) {
    length |= (byte & 0x7f) << (7 * place);
    const begin = at + place + 2;
    if (byte < 0x80 && seat !== undefined) return [seat, begin, begin + length];
  }
  throw new BadFrame("a length that breaks off or is too large");
}
