// From pointer samples to strokes on your sheet.

import { beforeEach, expect, test } from "vitest";
import { Pencil } from "../../src/drawing/input/pencil.ts";
import type { Sample } from "../../src/drawing/input/sample.ts";
import { Paper } from "../../src/ink/paper.ts";
import { LONG, MAX_MARKS, MAX_POINTS, MAX_STROKE_POINTS, MAX_TRAVEL, SHORT } from "../../src/wire/ink.ts";
import { longStroke, strokeThrough } from "../support/strokes.ts";

let paper = new Paper();
let full = 0;
let pencil = new Pencil({ paper, full: () => full++ });

beforeEach(() => {
  paper = new Paper();
  full = 0;
  pencil = new Pencil({ paper, full: () => full++ });
});

function at(x: number, y: number, time = 1000, pressure = 128): Sample {
  return { x, y, time, pressure };
}

/** The strokes on the sheet, as positions and ticks. */
function drawn(): string[] {
  return paper.mine.strokes.map(({ points }) =>
    [...points].map(({ x, y, tick }) => `${x},${y}@${tick}`).join(" "),
  );
}

test("a stroke has the pointer's positions and times", () => {
  pencil.down(2, 1, at(100, 200, 5000));
  pencil.move([at(110.4, 200, 5008), at(120, 210, 5016)]);
  pencil.up(at(130, 210, 5030));
  expect(drawn()).toEqual(["100,200@0 110,200@2 120,210@4 130,210@8"]);
  expect(paper.mine.last).toMatchObject({ width: 2 });
});

test("a tap is a dot", () => {
  pencil.down(0, 1, at(100, 200));
  pencil.up(at(100, 200, 1050));
  expect(drawn()).toEqual(["100,200@0"]);
});

test("time continues from stroke to stroke, pauses included", () => {
  pencil.down(0, 1, at(100, 200, 1000));
  pencil.up();
  pencil.down(0, 1, at(100, 200, 61_000));
  pencil.move([at(150, 200, 3_661_000)]);
  expect(drawn()).toEqual(["100,200@0", "100,200@15000 150,200@915000"]);
});

test("time never goes back, even if event timestamps do", () => {
  pencil.down(0, 1, at(100, 200, 1000));
  pencil.move([at(150, 200, 900), at(200, 200, 1040), at(250, 200, 1020)]);
  expect(drawn()).toEqual(["100,200@0 150,200@0 200,200@10 250,200@10"]);
});

test("after a reload, time continues after the existing strokes", () => {
  paper.draw(longStroke(100), { mark: "undo" }); // to tick 396
  pencil.down(0, 1, at(10, 10, 77));
  expect(paper.mine.last?.points.at(0)?.tick).toBe(396 + 250);
});

test("jitter is dropped, but not the end of a stroke", () => {
  pencil.down(0, 8, at(100, 100));
  pencil.move([at(103, 100), at(100, 102), at(100, 100), at(99, 97)]);
  expect(drawn()).toEqual(["100,100@0"]);
  pencil.up(at(103, 101, 1020));
  expect(drawn()).toEqual(["100,100@0 103,101@5"]);
});

test("a trembling hand is smoothed, a quick one is followed exactly", () => {
  const off = (nearest: number): number => {
    pencil.down(0, nearest, at(100, 1000));
    for (let step = 1; step < 60; step++) pencil.move([at(100 + step * 8, 1000 + (step % 2 ? 4 : -4))]);
    pencil.up();
    return Math.max(...[...(paper.mine.last?.points ?? [])].slice(3).map(({ y }) => Math.abs(y - 1000)));
  };
  expect(off(8)).toBeLessThanOrEqual(2);
  expect(off(1)).toBe(4);
});

test("pressing harder without moving enlarges the dot", () => {
  pencil.down(3, 8, at(100, 100, 1000, 10));
  pencil.move([at(100, 100, 1004, 11), at(100, 100, 1008, 200)]);
  pencil.up(at(100, 100, 1020, 0)); // a lifted pen reports no pressure
  const pressures = [...(paper.mine.last?.points ?? [])].map(({ pressure }) => pressure);
  expect(pressures.length).toBeLessThanOrEqual(3);
  expect(Math.max(...pressures)).toBeGreaterThan(80);
  expect(pressures.at(-1)).toBeGreaterThan(80);
});

test("a stroke ends at the edge of the sheet, and another begins where the pencil returns", () => {
  pencil.down(0, 1, at(100, 100));
  pencil.move([at(-100, 200), at(-50, 300), at(50, 400), at(60, 400)]);
  expect(drawn()).toEqual(["100,100@0 0,150@0", "0,350@0 50,400@0 60,400@0"]);
  pencil.move([at(SHORT + 200, 400), at(SHORT + 200, LONG + 50)]);
  pencil.up(at(SHORT + 300, 100));
  expect(drawn()[1]).toBe(`0,350@0 50,400@0 60,400@0 ${SHORT},400@0`);
  expect(drawn()).toHaveLength(2);
});

test("a landscape sheet is wider", () => {
  paper.draw({ mark: "rotate", landscape: true });
  pencil.down(0, 1, at(SHORT + 200, 100));
  pencil.move([at(SHORT + 200, SHORT + 200)]);
  expect(drawn()).toEqual([`${SHORT + 200},100@0 ${SHORT + 200},${SHORT}@0`]);
});

test("a stroke that gets too longStroke continues as another one", () => {
  pencil.down(0, 0.1, at(0, 0)); // so fine that no step is smoothed
  for (let step = 1; step <= 5000; step += 1000) {
    pencil.move(Array.from({ length: 1000 }, (_, number) => at(2 * number, step)));
  }
  const [first, second] = paper.mine.strokes;
  expect(first?.points).toHaveLength(MAX_STROKE_POINTS);
  expect(second?.points.at(0)).toEqual(first?.points.at(-1));
  expect(second?.points).toHaveLength(1002);
  expect([pencil.isDown, full]).toEqual([true, 0]);
});

test("reaching the point limit is reported and stops the stroke", () => {
  const lines = Array.from({ length: MAX_POINTS / 4000 }, (_, number) => ({
    ...longStroke(1, number),
    points: Array.from({ length: 4000 }, () => ({ x: 1, y: 1, pressure: 1, tick: 1 })),
  }));
  lines.at(-1)?.points.splice(0, 3);
  paper.draw(...lines);
  pencil.down(0, 1, at(10, 10));
  pencil.move([at(20, 10), at(30, 10)]);
  expect([pencil.isDown, full]).toEqual([true, 0]);
  pencil.move([at(40, 10)]);
  pencil.move([at(50, 10)]);
  pencil.up(at(60, 10));
  expect([pencil.isDown, full]).toEqual([false, 1]);
});

test("no stroke begins close to the mark limit, so that undo still works", () => {
  paper.draw(...Array.from({ length: MAX_MARKS - 100 }, () => ({ mark: "undo" }) as const));
  pencil.down(0, 1, at(10, 10));
  pencil.move([at(20, 10)]);
  expect([pencil.isDown, full, paper.mine.isEmpty]).toEqual([false, 1, true]);
  paper.draw({ mark: "undo" });
});

test("reaching the travel limit is reported and stops the stroke", () => {
  const far = Array.from({ length: MAX_TRAVEL / 2000 }, (_, number) => ({
    x: number % 2 ? 2000 : 0,
    y: 1,
    pressure: 1,
    tick: 1,
  }));
  for (const part of [far.slice(0, 2501), far.slice(0, 2500)]) paper.draw({ ...longStroke(1), points: part }); // leaves 2000
  expect(paper.mine.capacity.travel).toBe(2000);
  pencil.down(0, 1, at(10, 10));
  pencil.move([at(60, 10), at(1060, 10), at(2060, 10)]);
  expect([pencil.isDown, full]).toEqual([true, 0]);
  pencil.move([at(2124, 10)]);
  expect([pencil.isDown, full]).toEqual([false, 1]);
  expect(drawn().at(-1)).toBe("10,10@251 60,10@251 1060,10@251 2060,10@251");
  pencil.down(0, 1, at(10, 10)); // small steps are free
  pencil.move([at(20, 10)]);
  expect([pencil.isDown, full]).toEqual([true, 1]);
});

test("no stroke begins if it couldn't be undone", () => {
  const places = Array.from({ length: 1000 }, (_, place) => place);
  paper.draw(...Array.from({ length: 99 }, () => ({ mark: "erase", strokes: places }) as const));
  paper.draw({ mark: "erase", strokes: places.slice(0, 900) });
  pencil.down(0, 1, at(10, 10));
  expect([pencil.isDown, full]).toEqual([true, 0]);
  pencil.up();
  paper.draw({ mark: "erase", strokes: [5] });
  pencil.down(0, 1, at(10, 10));
  expect([pencil.isDown, full]).toEqual([false, 1]);
  paper.draw({ mark: "undo" });
  expect(paper.mine.isEmpty).toBe(true);
});

test("replacing the sheet ends the stroke", () => {
  pencil.down(0, 1, at(10, 10));
  paper.switchTo(2, 3);
  pencil.move([at(20, 10), at(30, 10)]);
  expect([pencil.isDown, drawn()]).toEqual([false, []]);
  pencil.down(0, 1, at(20, 10));
  paper.draw(strokeThrough([5, 5]));
  pencil.move([at(40, 10)]);
  expect([pencil.isDown, drawn()]).toEqual([false, ["20,10@0", "5,5@0"]]);
});

test("unexpected errors are not swallowed", () => {
  paper.draw = () => {
    throw new TypeError("unexpected");
  };
  expect(() => pencil.down(0, 1, at(10, 10))).toThrow("unexpected");
});
