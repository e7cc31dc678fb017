// What scripts/wire_samples.py has made: frames and sheets as Python has them.

import { readFileSync } from "node:fs";
import type { Ink, Mark, Point } from "../src/sheet.ts";

type Row = readonly [x: number, y: number, pressure: number, tick: number];

export type ToldMark =
  | { readonly width: number; readonly points: readonly Row[] }
  | { readonly rub: readonly number[] }
  | { readonly turn: "across" | "upright" }
  | "wipe"
  | "undo"
  | "redo";

export interface ToldInk {
  readonly place: number;
  readonly known: number;
  readonly marks: readonly ToldMark[];
}

export interface Example<T> {
  readonly name: string;
  readonly hex: string;
  readonly says: T;
}

export interface Frames {
  readonly fromClient: readonly Example<ToldInk & { readonly paper: number }>[];
  readonly toClient: readonly Example<{
    readonly kind: "ink" | "sheets";
    readonly paper: number;
    readonly pieces: readonly (ToldInk & { readonly seat: number })[];
  }>[];
}

export interface Drawn {
  readonly pieces: readonly {
    readonly hex: string;
    readonly outcome: "new" | "known" | "missing" | "bad";
    readonly end: readonly [number, number];
  }[];
  readonly strokes: readonly ToldMark[];
  readonly across: boolean;
  readonly end: readonly [number, number];
  readonly whole: string;
}

export function framesOfThePage(): Frames {
  return made("bytes.json") as Frames;
}

export function drawnSheets(): readonly Drawn[] {
  return made("sheets.json") as Drawn[];
}

function made(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../made/${name}`, import.meta.url), "utf-8"));
}

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

export function hex(data: Uint8Array): string {
  return Buffer.from(data).toString("hex");
}

/** What a piece of ink says, as Python puts it. */
export function toldInk({ place, known, marks }: Ink): ToldInk {
  return { place, known, marks: marks.map(toldMark) };
}

export function toldMark(mark: Mark): ToldMark {
  switch (mark.mark) {
    case "line":
      return { width: mark.width, points: [...mark.points].map(row) };
    case "rub":
      return { rub: mark.strokes };
    case "turn":
      return { turn: mark.across ? "across" : "upright" };
    default:
      return mark.mark;
  }
}

function row({ x, y, pressure, tick }: Point): Row {
  return [x, y, pressure, tick];
}
