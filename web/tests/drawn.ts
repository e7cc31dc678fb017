// Lines and sheets for tests, and a canvas that writes down what is painted on it.

import type { Layer } from "../src/drawing/layer.ts";
import type { Mark, Point, Stroke } from "../src/sheet.ts";
import { Sheet } from "../src/sheet.ts";

/** A line as it is drawn, before it is on a sheet. */
export interface Drawn extends Stroke {
  readonly points: readonly Point[];
}

/** Marks with their points as plain objects. */
export function plain(marks: readonly Mark[]): Mark[] {
  return marks.map((mark) => (mark.mark === "line" ? { ...mark, points: [...mark.points] } : mark));
}

/** A line through these points, drawn at an even pace. */
export function line(...places: readonly (readonly [x: number, y: number])[]): Drawn {
  return {
    mark: "line",
    width: 1,
    points: places.map(([x, y], number) => ({ x, y, pressure: 128, tick: 4 * number })),
  };
}

/** A level line of so many points. */
export function long(count: number, y = 100): Drawn {
  return line(...Array.from({ length: count }, (_, number) => [number * 10, y] as const));
}

export function sheetWith(...marks: Mark[]): Sheet {
  const sheet = new Sheet();
  add(sheet, ...marks);
  return sheet;
}

export function add(sheet: Sheet, ...marks: Mark[]): void {
  sheet.add({ place: sheet.marks.length, known: 0, marks });
}

/** Let the last line of a sheet grow. */
export function grow(sheet: Sheet, points: readonly Point[]): void {
  const [place, known] = sheet.end;
  sheet.add({ place, known, marks: [{ mark: "line", width: sheet.last?.width ?? 0, points }] });
}

/** What was done to a canvas, one word or so each. */
export interface Recorded extends Layer {
  readonly done: string[];
}

export function recorded(): Recorded {
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

/** How often something was done. */
export function count({ done }: Recorded, word: string): number {
  return done.filter((each) => each.split(" ")[0] === word).length;
}
