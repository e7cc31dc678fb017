// How dabs become canvas paths.

import { expect, test } from "vitest";
import { paint } from "../../src/drawing/paint/brush.ts";
import { recordingLayer } from "../support/strokes.ts";

test("no dabs, no path", () => {
  const brush = recordingLayer();
  paint(brush, []);
  expect(brush.done).toEqual([]);
});

test("a dot is a filled circle", () => {
  const brush = recordingLayer();
  paint(brush, [{ x: 10, y: 20, radius: 5 }]);
  expect(brush.done).toEqual(["begin", "move 15 20", "arc 10 20 5 0 6.28", "fill"]);
});

test("a stroke of even pressure is stroked", () => {
  const brush = recordingLayer();
  paint(brush, [
    { x: 10, y: 20, radius: 5 },
    { x: 30, y: 20, radius: 5 },
  ]);
  expect(brush.done).toEqual(["begin", "move 10 20", "line 30 20", "stroke"]);
  expect(brush.lineWidth).toBe(10);
});

test("an uneven one is filled, all bands in one path", () => {
  const brush = recordingLayer();
  paint(brush, [
    { x: 10, y: 20, radius: 5 },
    { x: 30, y: 20, radius: 5 },
    { x: 50, y: 20, radius: 15 },
  ]);
  expect(brush.done).toEqual([
    "begin",
    "move 10 25",
    "arc 10 20 5 1.57 4.71",
    "arc 30 20 5 -1.57 1.57",
    "close",
    "move 27.5 24.33",
    "arc 30 20 5 2.09 4.19",
    "arc 50 20 15 -2.09 2.09",
    "close",
    "fill",
  ]);
});

test("of two dabs inside each other the larger one is painted", () => {
  for (const radii of [
    [5, 15],
    [15, 5],
  ] as const) {
    const brush = recordingLayer();
    paint(brush, [
      { x: 10, y: 20, radius: radii[0] },
      { x: 12, y: 20, radius: radii[1] },
    ]);
    const x = radii[0] > radii[1] ? 10 : 12;
    expect(brush.done).toEqual(["begin", `move ${x + 15} 20`, `arc ${x} 20 15 0 6.28`, "fill"]);
  }
});

test("nothing is thinner than the minimum width", () => {
  const brush = recordingLayer();
  paint(brush, [{ x: 10, y: 20, radius: 1 }], 6);
  expect(brush.done).toContain("arc 10 20 3 0 6.28");
});
