// What is painted when: everything once, and in a frame only what is new.

import { expect, test } from "vitest";
import type { Look } from "../src/drawing/painter.ts";
import { Painter } from "../src/drawing/painter.ts";
import { Sheet } from "../src/sheet.ts";
import { Slice } from "../src/slice.ts";
import type { Recorded } from "./drawn.ts";
import { add, count, grow, line, long, recorded, sheetWith } from "./drawn.ts";

function painting(sheet: Sheet, more: Partial<Look> = {}) {
  const [settled, live, spare] = [recorded(), recorded(), recorded()];
  const look = { sheet: () => sheet, colour: () => "red", isOwn: true, ...more };
  const painter = new Painter(settled, live, look, () => ({ layer: spare, image: {} as CanvasImageSource }));
  painter.resize(307.2, 409.6); // a tenth of the grid
  const frame = (now = 0, units = Number.POSITIVE_INFINITY): [Recorded, Recorded, Recorded] => {
    for (const { done } of [settled, live, spare]) done.length = 0;
    isMore = painter.paint(now, new Slice(units, 1e9));
    return [settled, live, spare];
  };
  let isMore = false;
  return { painter, frame, isBehind: () => isMore };
}

test("nothing is painted where there is no room", () => {
  const settled = recorded();
  const look = { sheet: () => sheetWith(long(3)), colour: () => "red", isOwn: true };
  const painter = new Painter(settled, recorded(), look, () => {
    throw new Error("nothing is painted");
  });
  expect(painter.paint(0)).toBe(false);
  expect(settled.done).toEqual([]);
});

test("lines are painted in the colour and size they have", () => {
  const [settled] = painting(
    sheetWith(line([100, 200], [300, 200]), { mark: "undo" }, { mark: "redo" }),
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

test("no line is thinner than can be seen", () => {
  const { painter, frame } = painting(
    sheetWith(line([100, 200], [300, 200]), { mark: "turn", across: false }),
  );
  painter.resize(30.72, 40.96);
  expect(frame()[0].lineWidth).toBeCloseTo(125);
});

test("a settled line is never painted again", () => {
  const sheet = sheetWith(long(100, 100), long(100, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, long(3, 300));
  const [settled] = frame();
  expect(count(settled, "stroke")).toBe(1); // the end of the second line, which had been live
  add(sheet, long(3, 400));
  expect(count(frame()[0], "stroke")).toBe(1);
  const [quiet, live] = frame();
  expect([quiet.done, live.done]).toEqual([[], []]);
});

test("a frame costs the same, however long the drawing is", () => {
  const costs = [0, 10, 2000].map((lines) => {
    const sheet = sheetWith(...Array.from({ length: lines }, (_, number) => long(10, number)), long(30));
    const { frame } = painting(sheet);
    frame();
    grow(sheet, [{ x: 500, y: 500, pressure: 128, tick: 500 }]);
    const [settled, live] = frame();
    return settled.done.length + live.done.length;
  });
  expect(new Set(costs).size).toBe(1);
});

test("a growing line costs no more the longer it is", () => {
  const sheet = sheetWith(long(1));
  const { frame } = painting(sheet);
  const costs: number[] = [];
  for (let number = 1; number < 400; number++) {
    grow(sheet, [{ x: number * 10, y: 100, pressure: 128, tick: number }]);
    const [settled, live] = frame();
    costs.push(settled.done.length + live.done.length);
  }
  expect(Math.max(...costs.slice(200))).toBeLessThanOrEqual(Math.max(...costs.slice(0, 100)));
});

test("a line that grew is painted as one that came whole", () => {
  const whole = long(70);
  const sheet = sheetWith({ ...whole, points: whole.points.slice(0, 1) });
  const { frame } = painting(sheet);
  const grown: string[] = [];
  for (let known = 1; known < 70; known += 7) {
    grow(sheet, whole.points.slice(known, known + 7));
    grown.push(...frame()[0].done);
  }
  add(sheet, line([5, 5]));
  grown.push(...frame()[0].done);
  const [settled] = painting(sheetWith(whole, line([5, 5]))).frame();
  const strokes = (done: readonly string[]): string[] =>
    done.filter((each) => !/^(clear|transform)/.test(each));
  expect(strokes(grown)).toEqual(strokes(settled.done));
});

test("taking a line back paints anew only where it was", () => {
  const sheet = sheetWith(
    line([100, 100], [200, 100]),
    line([100, 2000], [200, 2000]),
    line([150, 90], [160, 300]),
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
  const mended = settled.done.slice(settled.done.indexOf("clip"));
  expect(mended.filter((each) => each.startsWith("move"))).toEqual(["move 100 100"]); // not the one far below
});

test("taking back a line that was never settled paints nothing anew", () => {
  const sheet = sheetWith(long(50), long(20, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  const [settled, live] = frame();
  expect([settled.done, live.done]).toEqual([[], ["clear -40 160 270 80"]]);
});

test("a wipe leaves nothing, and taking it back brings everything", () => {
  const sheet = sheetWith(long(50, 100), long(50, 200));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "wipe" });
  const wiped = frame()[0].done;
  expect(wiped.slice(wiped.indexOf("clip")).filter((each) => each === "stroke")).toEqual([]);
  add(sheet, { mark: "undo" });
  expect(count(frame()[0], "stroke")).toBe(2 * 3); // in stretches
});

test("marks that mean nothing paint nothing", () => {
  const sheet = sheetWith(long(5));
  const { frame } = painting(sheet);
  frame();
  add(sheet, { mark: "redo" }, { mark: "rub", strokes: [] });
  expect(count(frame()[0], "stroke")).toBe(1); // the line is no longer the last mark, so it settles
  add(sheet, { mark: "redo" });
  expect(frame()[0].done).toEqual([]);
});

test("another size, colour or sheet paints everything once", () => {
  let sheet = sheetWith(long(5), line([9, 9], [20, 20]));
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

test("a sheet that is turned is as wide as its long edge", () => {
  const sheet = sheetWith({ mark: "turn", across: true }, long(3));
  const { painter, frame } = painting(sheet);
  painter.resize(409.6, 307.2);
  expect(frame()[0].done).toContain("transform 0.1 0 0 0.1 0 0");
});

test("it is told that something has changed, but not that a line grows", () => {
  const sheet = sheetWith(long(2));
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

test("others' ink is played out, and the loop goes on until all is shown", () => {
  const sheet = sheetWith({ ...long(6), points: long(6).points }); // 16 ms from point to point
  const { painter, frame } = painting(sheet, { isOwn: false });
  const [, live] = frame(1000);
  expect(live.done.at(-2)).toMatch(/^line|^arc/);
  expect(painter.paint(1016)).toBe(true);
  let frames = 0;
  while (painter.paint(1016 + ++frames * 16)) expect(frames).toBeLessThan(10);
  const quiet = frame(3000);
  expect([quiet[0].done, quiet[1].done]).toEqual([[], []]);
});

/** A sheet that takes many frames: lines from corner to corner, pressed harder and softer. */
function costly(lines: number): Sheet {
  const corners = Array.from({ length: 30 }, (_, number) => ({
    x: number % 2 ? 3000 : 50,
    y: number % 2 ? 4000 : 50,
    pressure: number % 2 ? 255 : 0,
    tick: number,
  }));
  return sheetWith(...Array.from({ length: lines }, () => ({ ...long(1), points: corners })));
}

const UNITS = 1000;

test("a frame never costs much more than it may, and in the end everything is painted once", () => {
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

test("a costly hole is mended where nobody sees it, and then shown at once", () => {
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

test("what is drawn while a hole is mended is seen at once, and stays when it is", () => {
  const sheet = costly(10);
  add(sheet, { mark: "redo" });
  const { frame, isBehind } = painting(sheet);
  frame();
  add(sheet, { mark: "undo" });
  frame(0, UNITS);
  add(sheet, long(30, 700), { mark: "redo" });
  const [settled] = frame(0, UNITS);
  expect(settled.done).toContain("move 0 700");
  const mended: string[] = [];
  while (isBehind()) mended.push(...frame(0, UNITS)[2].done);
  expect(mended).toContain("move 0 700");
});

test("however often lines come and go, what is shown in the end is what is there", () => {
  const sheet = costly(10);
  const { frame, isBehind } = painting(sheet);
  frame();
  for (let storm = 0; storm < 30; storm++) {
    add(sheet, { mark: "wipe" }, { mark: "undo" }, { mark: "undo" }, { mark: "redo" });
    frame(0, UNITS);
  }
  add(sheet, { mark: "wipe" }, long(5, 900), { mark: "redo" });
  let last: readonly string[] = [];
  while (isBehind()) {
    const [settled] = frame(0, UNITS);
    if (settled.done.length) last = [...settled.done];
  }
  expect(sheet.strokes).toHaveLength(1);
  expect(last.filter((each) => each === "fill")).toEqual([]);
});

test("a costly sheet in another size stays as it is until it is painted anew", () => {
  const { painter, frame, isBehind } = painting(costly(10));
  frame();
  painter.resize(614.4, 819.2);
  const [settled] = frame(0, UNITS);
  expect(count(settled, "clear")).toBe(0);
  let last: readonly string[] = [];
  while (isBehind()) last = [...frame(0, UNITS)[0].done];
  expect(last).toContain("image 0 0 614 819 0 0 614 819");
});

test("a line that grows by thousands of points in a frame catches up", () => {
  const sheet = sheetWith(long(1));
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
