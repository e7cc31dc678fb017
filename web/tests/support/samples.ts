// Samples written by scripts/wire_samples.py: frames and sheets as Python encodes them.

import { readFileSync } from "node:fs";
import type { InkPiece, Mark, Point } from "../../src/ink/sheet.ts";

type Row = readonly [x: number, y: number, pressure: number, tick: number];

export type MarkDescription =
  | { readonly width: number; readonly points: readonly Row[] }
  | { readonly erase: readonly number[] }
  | { readonly rotate: "landscape" | "portrait" }
  | "clear"
  | "undo"
  | "redo";

export interface InkDescription {
  readonly place: number;
  readonly known: number;
  readonly marks: readonly MarkDescription[];
}

export interface Example<T> {
  readonly name: string;
  readonly hex: string;
  readonly says: T;
}

export interface Frames {
  readonly fromClient: readonly Example<InkDescription & { readonly paper: number }>[];
  readonly toClient: readonly Example<{
    readonly kind: "ink" | "sheets";
    readonly paper: number;
    readonly pieces: readonly (InkDescription & { readonly seat: number })[];
  }>[];
}

export interface SampleSheet {
  readonly pieces: readonly {
    readonly hex: string;
    readonly outcome: "new" | "known" | "missing" | "bad";
    readonly end: readonly [number, number];
  }[];
  readonly strokes: readonly MarkDescription[];
  readonly landscape: boolean;
  readonly end: readonly [number, number];
  readonly whole: string;
}

export function wirePageFrames(): Frames {
  return readSample("bytes.json") as Frames;
}

export function sampleSheets(): readonly SampleSheet[] {
  return readSample("sheets.json") as SampleSheet[];
}

function readSample(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../samples/${name}`, import.meta.url), "utf-8"));
}

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

export function hex(data: Uint8Array): string {
  return Buffer.from(data).toString("hex");
}

/** Describe a piece of ink the way Python does. */
export function describeInk({ place, known, marks }: InkPiece): InkDescription {
  return { place, known, marks: marks.map(describeMark) };
}

export function describeMark(mark: Mark): MarkDescription {
  switch (mark.mark) {
    case "stroke":
      return { width: mark.width, points: [...mark.points].map(row) };
    case "erase":
      return { erase: mark.strokes };
    case "rotate":
      return { rotate: mark.landscape ? "landscape" : "portrait" };
    default:
      return mark.mark;
  }
}

function row({ x, y, pressure, tick }: Point): Row {
  return [x, y, pressure, tick];
}
