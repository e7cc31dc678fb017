// What is painted when: everything once, and only new ink in each frame.

import { expect, test } from "vitest";
import type { PaintSource } from "../../src/drawing/paint/painter.ts";
import { Painter } from "../../src/drawing/paint/painter.ts";
import { Sheet } from "../../src/ink/sheet.ts";
import { TimeSlice } from "../../src/scheduling/frameBudget.ts";
import type { RecordingLayer } from "../support/strokes.ts";
import {
  add,
  count,
  grow,
  longStroke,
  recordingLayer,
  sheetWith,
  strokeThrough,
} from "../support/strokes.ts";

function painting(sheet: Sheet, more: Partial<PaintSource> = {}) {
  const [settled, live, spare] = [recordingLayer(), recordingLayer(), recordingLayer()];
  const source = { sheet: () => sheet, colour: () => "red", isOwn: true, ...more };
  const painter = new Painter(settled, live, source, () => ({
    layer: spare,
    image: {} as CanvasImageSource,
  }));
  painter.resize(307.2, 409.6); // a tenth of a pixel per grid unit
  const frame = (
    now = 0,
    units = Number.POSITIVE_INFINITY,
  ): [RecordingLayer, RecordingLayer, RecordingLayer] => {
    for (const { done } of [settled, live, spare]) done.length = 0;
    isMore = painter.paint(now, new TimeSlice(units, 1e9));
    return [settled, live, spare];
  };
  let isMore = false;
  return { painter, frame, isBehind: () => isMore };
}

test("nothing is painted without a size", () => {
  const settled = recordingLayer();
  const source = { sheet: () => sheetWith(longStroke(3)), colour: () => "red", isOwn: true };
  const painter = new Painter(settled, recordingLayer(), source, () => {
    throw new Error("not expected");
  });
  expect(painter.paint(0)).toBe(false);
  expect(settled.done).toEqual([]);
});

test("strokes are painted in their colour and size", () => {
  const [settled] = painting(
    sheetWith(strokeThrough([100, 200], [300, 200]), { mark: "undo" }, { mark: "redo" }),
  ).frame();
  expect(settled).toMatchObject({
    strokeStyle: "red",
    fillStyle: "red",
    lineCap: "round",
    lineJoin: "round",
  });
  expect(settled.done).toContain("transform 0.1 0 0 0.1 0 0");
  expect(settled.done.slice(-5)).toEqual(["begin", "move 100 200", "line 200 200", "line 300 200", "stroke"]);
  expect(settled.lineWidth).toBeCloseTo(24.03);
});

test("no stroke gets too thin to see", () => {
  const { painter, frame } = painting(
    sheetWith(strokeThrough([100, 200], [300, 200]), { mark: "rotate", landscape: false }),
  );
  painter.resize(30.72, 40.96);
  expect(frame()[0].lineWidth).toBeCloseTo(125);
});

test("a settled stroke is never painted again", () => {
  const sheet = sheetWith(longStroke(100, 100), longStroke(100, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, longStroke(3, 300));
  const [settled] = frame();
  expect(count(settled, "stroke")).toBe(1); // the end of the second stroke, which had been live
  add(sheet, longStroke(3, 400));
  expect(count(frame()[0], "stroke")).toBe(1);
  const [quiet, live] = frame();
  expect([quiet.done, live.done]).toEqual([[], []]);
});

test("a frame costs the same however longStroke the drawing is", () => {
  const costs = [0, 10, 2000].map((lines) => {
    const sheet = sheetWith(
      ...Array.from({ length: lines }, (_, number) => longStroke(10, number)),
      longStroke(30),
    );
    const { frame } = painting(sheet);
    frame();
    grow(sheet, [{ x: 500, y: 500, pressure: 128, tick: 500 }]);
    const [settled, live] = frame();
    return settled.done.length + live.done.length;
  });
  expect(new Set(costs).size).toBe(1);
});

test("the cost of a growing stroke doesn't depend on its length", () => {
  const sheet = sheetWith(longStroke(1));
  const { frame } = painting(sheet);
  const costs: number[] = [];
  for (let number = 1; number < 400; number++) {
    grow(sheet, [{ x: number * 10, y: 100, pressure: 128, tick: number }]);
    const [settled, live] = frame();
    costs.push(settled.done.length + live.done.length);
  }
  expect(Math.max(...costs.slice(200))).toBeLessThanOrEqual(Math.max(...costs.slice(0, 100)));
});

test("a stroke that grew is painted like one that arrived whole", () => {
  const whole = longStroke(70);
  const sheet = sheetWith({ ...whole, points: whole.points.slice(0, 1) });
  const { frame } = painting(sheet);
  const grown: string[] = [];
  for (let known = 1; known < 70; known += 7) {
    grow(sheet, whole.points.slice(known, known + 7));
    grown.push(...frame()[0].done);
  }
  add(sheet, strokeThrough([5, 5]));
  grown.push(...frame()[0].done);
  const [settled] = painting(sheetWith(whole, strokeThrough([5, 5]))).frame();
  const strokes = (done: readonly string[]): string[] =>
    done.filter((each) => !/^(clear|transform)/.test(each));
  expect(strokes(grown)).toEqual(strokes(settled.done));
});

test("undoing a stroke repaints only its area", () => {
  const sheet = sheetWith(
    strokeThrough([100, 100], [200, 100]),
    strokeThrough([100, 2000], [200, 2000]),
    strokeThrough([150, 90], [160, 300]),
    { mark: "redo" },
  );
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  const [settled] = frame();
  expect(settled.done.filter((each) => /^(save|rect|clip|restore)/.test(each))).toEqual([
    "save",
    "rect 110 50 90 290",
    "clip",
    "restore",
  ]);
  const repainted = settled.done.slice(settled.done.indexOf("clip"));
  expect(repainted.filter((each) => each.startsWith("move"))).toEqual(["move 100 100"]); // not the distant one
});

test("undoing a stroke that was never settled repaints nothing", () => {
  const sheet = sheetWith(longStroke(50), longStroke(20, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  const [settled, live] = frame();
  expect([settled.done, live.done]).toEqual([[], ["clear -40 160 270 80"]]);
});

test("clearing removes everything, and undoing it restores everything", () => {
  const sheet = sheetWith(longStroke(50, 100), longStroke(50, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "clear" });
  const wiped = frame()[0].done;
  expect(wiped.slice(wiped.indexOf("clip")).filter((each) => each === "stroke")).toEqual([]);
  add(sheet, { mark: "undo" });
  expect(count(frame()[0], "stroke")).toBe(2 * 3); // in segments
});

test("marks without effect paint nothing", () => {
  const sheet = sheetWith(longStroke(5));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "redo" }, { mark: "erase", strokes: [] });
  expect(count(frame()[0], "stroke")).toBe(1); // the stroke is no longer the last mark, so it settles
  add(sheet, { mark: "redo" });
  expect(frame()[0].done).toEqual([]);
});

test("another size, colour or sheet repaints everything once", () => {
  let sheet = sheetWith(longStroke(5), strokeThrough([9, 9], [20, 20]));
  const { painter, frame } = painting(sheet, { sheet: () => sheet });
  frame();
  painter.resize(614.4, 819.2);
  expect(frame()[0].done).toContain("transform 0.2 0 0 0.2 0 0");
  expect(frame()[0].done).toEqual([]);
  painter.repaint();
  expect(count(frame()[0], "stroke")).toBe(1);
  sheet = new Sheet();
  const [settled, live] = frame();
  expect([count(settled, "clear"), count(live, "clear"), count(settled, "stroke")]).toEqual([1, 1, 0]);
});

test("a landscape sheet is as wide as its longStroke edge", () => {
  const sheet = sheetWith({ mark: "rotate", landscape: true }, longStroke(3));
  const { painter, frame } = painting(sheet);
  painter.resize(409.6, 307.2);
  expect(frame()[0].done).toContain("transform 0.1 0 0 0.1 0 0");
});

test("the listener hears of new marks, but not of a growing stroke", () => {
  const sheet = sheetWith(longStroke(2));
  const changes: boolean[] = [];
  const { frame } = painting(sheet, { changed: (now) => changes.push(now.isEmpty) });
  frame();
  grow(sheet, [{ x: 500, y: 500, pressure: 128, tick: 500 }]);
  frame();
  add(sheet, { mark: "undo" });
  frame();
  frame();
  expect(changes).toEqual([false, true]);
});

test("other players' ink is played out until all of it is visible", () => {
  const sheet = sheetWith({ ...longStroke(6), points: longStroke(6).points }); // 16 ms from point to point
  const { painter, frame } = painting(sheet, { isOwn: false });
  const [, live] = frame(1000);
  expect(live.done.at(-2)).toMatch(/^strokeThrough|^arc/);
  expect(painter.paint(1016)).toBe(true);
  let frames = 0;
  while (painter.paint(1016 + ++frames * 16)) expect(frames).toBeLessThan(10);
  const quiet = frame(3000);
  expect([quiet[0].done, quiet[1].done]).toEqual([[], []]);
});

/** A sheet that takes many frames: strokes from corner to corner with varying pressure. */
function costly(lines: number): Sheet {
  const corners = Array.from({ length: 30 }, (_, number) => ({
    x: number % 2 ? 3000 : 50,
    y: number % 2 ? 4000 : 50,
    pressure: number % 2 ? 255 : 0,
    tick: number,
  }));
  return sheetWith(...Array.from({ length: lines }, () => ({ ...longStroke(1), points: corners })));
}

const UNITS = 1000;

test("a frame stays close to its budget, and in the end everything is painted once", () => {
  const { frame, isBehind } = painting(costly(20));
  const fills: number[] = [];
  let arcs = 0;
  do {
    const [settled, live] = frame(0, UNITS);
    fills.push(count(settled, "arc") + count(live, "arc"));
    arcs += count(settled, "arc");
  } while (isBehind());
  expect(fills.length).toBeGreaterThan(20);
  expect(Math.max(...fills)).toBeLessThan(UNITS); // a band of two arcs costs four units
  const [all] = painting(costly(20)).frame();
  expect(arcs).toBe(count(all, "arc"));
});

test("a costly region is repainted offscreen and then shown at once", () => {
  const sheet = costly(10);
  add(sheet, { mark: "redo" });
  const { frame, isBehind } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  let frames = 0;
  let arcs = 0;
  do {
    const [settled, , spare] = frame(0, UNITS);
    frames += 1;
    arcs += count(spare, "arc");
    if (isBehind()) expect(settled.done).toEqual([]);
    else expect(settled.done.map((each) => each.split(" ")[0])).toEqual(SHOWN);
  } while (isBehind());
  expect(frames).toBeGreaterThan(5);
  const [whole] = painting(sheet).frame();
  expect(arcs).toBe(count(whole, "arc"));
});

const SHOWN = ["save", "transform", "clear", "image", "restore"];

test("strokes drawn during a background repaint are visible at once and stay", () => {
  const sheet = costly(10);
  add(sheet, { mark: "redo" });
  const { frame, isBehind } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  frame(0, UNITS);
  add(sheet, longStroke(30, 700), { mark: "redo" });
  const [settled] = frame(0, UNITS);
  expect(settled.done).toContain("move 0 700");
  const repainted: string[] = [];
  while (isBehind()) repainted.push(...frame(0, UNITS)[2].done);
  expect(repainted).toContain("move 0 700");
});

test("however often strokes come and go, the final picture is right", () => {
  const sheet = costly(10);
  const { frame, isBehind } = painting(sheet);
  frame();
  for (let storm = 0; storm < 30; storm++) {
    add(sheet, { mark: "clear" }, { mark: "undo" }, { mark: "undo" }, { mark: "redo" });
    frame(0, UNITS);
  }
  add(sheet, { mark: "clear" }, longStroke(5, 900), { mark: "redo" });
  let last: readonly string[] = [];
  while (isBehind()) {
    const [settled] = frame(0, UNITS);
    if (settled.done.length) last = [...settled.done];
  }
  expect(sheet.strokes).toHaveLength(1);
  expect(last.filter((each) => each === "fill")).toEqual([]);
});

test("after a resize, a costly sheet stays visible until it is repainted", () => {
  const { painter, frame, isBehind } = painting(costly(10));
  frame();
  painter.resize(614.4, 819.2);
  const [settled] = frame(0, UNITS);
  expect(count(settled, "clear")).toBe(0);
  let last: readonly string[] = [];
  while (isBehind()) last = [...frame(0, UNITS)[0].done];
  expect(last).toContain("image 0 0 614 819 0 0 614 819");
});

test("a stroke that grows by thousands of points at once is painted over several frames", () => {
  const sheet = sheetWith(longStroke(1));
  const { frame, isBehind } = painting(sheet, { isOwn: false });
  frame();
  const points = Array.from({ length: 3999 }, (_, number) => ({
    x: number % 2 ? 3000 : 50,
    y: number,
    pressure: number % 256,
    tick: 1,
  }));
  grow(sheet, points);
  let frames = 0;
  do {
    const [settled, live] = frame(16 * ++frames, UNITS);
    expect(count(settled, "arc") + count(live, "arc")).toBeLessThan(UNITS);
  } while (isBehind());
  expect(frames).toBeGreaterThan(50);
});
