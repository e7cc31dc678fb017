// Replays a drawing on a sheet as it comes from a server: in pieces, some thirty a second.

import { encode, take } from "../../ink.ts";
import type { Ink, Mark, Point } from "../../sheet.ts";
import { CORNER, Sheet } from "../../sheet.ts";
import { TICK_MS } from "../../wire.ts";

interface Piece {
  readonly at: number; // ms
  readonly bytes: Uint8Array;
}

const TICK_OF_SERVER_MS = 33;

export class Replay {
  readonly sheet = new Sheet();
  readonly #pieces: readonly Piece[];
  #next = 0;

  /** `before` is on the sheet already. */
  constructor(before: readonly Mark[], marks: readonly Mark[]) {
    this.sheet.add({ place: 0, known: 0, marks: before });
    this.#pieces = [...cut(marks, before.length)];
  }

  get isOver(): boolean {
    return this.#next >= this.#pieces.length;
  }

  /** Take what has come by now; how many pieces that were. */
  until(ms: number): number {
    const first = this.#next;
    for (let piece = this.#pieces[first]; piece && piece.at <= ms; piece = this.#pieces[this.#next]) {
      take(piece.bytes, this.sheet);
      this.#next += 1;
    }
    return this.#next - first;
  }
}

/** Cut marks into what is sent, as on the road from pencil to server. */
function* cut(marks: readonly Mark[], place: number): Generator<Piece> {
  let at = 0;
  for (const [count, mark] of marks.entries()) {
    if (mark.mark !== "line") {
      yield { at, bytes: encode({ place: place + count, known: 0, marks: [mark] }) };
      continue;
    }
    let known = 0;
    while (known < mark.points.length) {
      const begin = (mark.points.at(known)?.tick ?? 0) * TICK_MS;
      const points = [...mark.points.slice(known)].filter(
        ({ tick }) => tick * TICK_MS < begin + TICK_OF_SERVER_MS,
      );
      const before: Point = (known && mark.points.at(known - 1)) || CORNER;
      const ink: Ink = { place: place + count, known, marks: [{ ...mark, points }] };
      at = begin + TICK_OF_SERVER_MS;
      yield { at, bytes: encode(ink, before, true) };
      known += points.length;
    }
  }
}
