// Plays a drawing onto a sheet as it would arrive from the server: in pieces, about thirty a second.

import { applyPiece, encodePiece } from "../../ink/codec.ts";
import type { InkPiece, Mark, Point } from "../../ink/sheet.ts";
import { CORNER, Sheet } from "../../ink/sheet.ts";
import { TICK_MS } from "../../wire/ink.ts";

interface ScheduledInk {
  readonly at: number; // ms
  readonly bytes: Uint8Array;
}

const SERVER_TICK_MS = 33;

export class ScriptedSheet {
  readonly sheet = new Sheet();
  readonly #pieces: readonly ScheduledInk[];
  #next = 0;

  /** `before` is already on the sheet. */
  constructor(before: readonly Mark[], marks: readonly Mark[]) {
    this.sheet.add({ place: 0, known: 0, marks: before });
    this.#pieces = [...split(marks, before.length)];
  }

  get isOver(): boolean {
    return this.#next >= this.#pieces.length;
  }

  /** Apply the pieces due by now; return how many there were. */
  advance(ms: number): number {
    const first = this.#next;
    for (let piece = this.#pieces[first]; piece && piece.at <= ms; piece = this.#pieces[this.#next]) {
      applyPiece(piece.bytes, this.sheet);
      this.#next += 1;
    }
    return this.#next - first;
  }
}

/** Split marks into pieces as they would be sent. */
function* split(marks: readonly Mark[], place: number): Generator<ScheduledInk> {
  let at = 0;
  for (const [count, mark] of marks.entries()) {
    if (mark.mark !== "stroke") {
      yield { at, bytes: encodePiece({ place: place + count, known: 0, marks: [mark] }) };
      continue;
    }
    let known = 0;
    while (known < mark.points.length) {
      const begin = (mark.points.at(known)?.tick ?? 0) * TICK_MS;
      const points = [...mark.points.slice(known)].filter(
        ({ tick }) => tick * TICK_MS < begin + SERVER_TICK_MS,
      );
      const before: Point = (known && mark.points.at(known - 1)) || CORNER;
      const ink: InkPiece = { place: place + count, known, marks: [{ ...mark, points }] };
      at = begin + SERVER_TICK_MS;
      yield { at, bytes: encodePiece(ink, before, true) };
      known += points.length;
    }
  }
}
