// Strokes and sheets for tests, and a canvas that records what is painted on it.

import type { CanvasLayer } from "../../src/drawing/paint/layer.ts";
import type { Mark, Point, Stroke } from "../../src/ink/sheet.ts";
import { Sheet } from "../../src/ink/sheet.ts";

/** A stroke that isn't on a sheet yet. */
export interface LooseStroke extends Stroke {
  readonly points: readonly Point[];
}

/** Marks with their points as plain objects. */
export function plain(marks: readonly Mark[]): Mark[] {
  return marks.map((mark) => (mark.mark === "stroke" ? { ...mark, points: [...mark.points] } : mark));
}

/** A stroke through these points at an even pace. */
export function strokeThrough(...places: readonly (readonly [x: number, y: number])[]): LooseStroke {
  return {
    mark: "stroke",
    width: 1,
    points: places.map(([x, y], number) => ({ x, y, pressure: 128, tick: 4 * number })),
  };
}

/** A horizontal stroke of `count` points. */
export function longStroke(count: number, y = 100): LooseStroke {
  return strokeThrough(...Array.from({ length: count }, (_, number) => [number * 10, y] as const));
}

export function sheetWith(...marks: Mark[]): Sheet {
  const sheet = new Sheet();
  add(sheet, ...marks);
  return sheet;
}

export function add(sheet: Sheet, ...marks: Mark[]): void {
  sheet.add({ place: sheet.marks.length, known: 0, marks });
}

/** Extend the last stroke of a sheet. */
export function grow(sheet: Sheet, points: readonly Point[]): void {
  const [place, known] = sheet.end;
  sheet.add({ place, known, marks: [{ mark: "stroke", width: sheet.last?.width ?? 0, points }] });
}

/** A layer that records its operations. */
export interface RecordingLayer extends CanvasLayer {
  readonly done: string[];
}

export function recordingLayer(): RecordingLayer {
  const done: string[] = [];
  const numbers = (args: readonly unknown[]): string =>
    args
      .filter((arg) => typeof arg === "number")
      .map((arg) => Number(arg.toFixed(2)))
      .join(" ");
  const note =
    (word: string) =>
    (...args: readonly unknown[]): void => {
      done.push(`${word} ${numbers(args)}`.trim());
    };
  return {
    done,
    setTransform: note("transform"),
    clearRect: note("clear"),
    save: note("save"),
    restore: note("restore"),
    rect: note("rect"),
    clip: note("clip"),
    drawImage: note("image"),
    beginPath: note("begin"),
    moveTo: note("move"),
    lineTo: note("line"),
    arc: note("arc"),
    closePath: note("close"),
    stroke: note("stroke"),
    fill: note("fill"),
    lineWidth: 0,
    lineCap: "butt",
    lineJoin: "miter",
    strokeStyle: "",
    fillStyle: "",
  };
}

/** How often an operation was done. */
export function count({ done }: RecordingLayer, word: string): number {
  return done.filter((each) => each.split(" ")[0] === word).length;
}
