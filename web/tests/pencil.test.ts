// From what a pointer says to lines on the own sheet.

import { beforeEach, expect, test } from "vitest";
import { Pencil } from "../src/drawing/pencil.ts";
import type { Sample } from "../src/drawing/sample.ts";
import { Paper } from "../src/paper.ts";
import { LONG, MOST_MARKS, MOST_POINTS, MOST_POINTS_OF_A_STROKE, MOST_TRAVEL, SHORT } from "../src/wire.ts";
import { line, long } from "./drawn.ts";

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

/** The lines on the sheet, as places and ticks. */
function drawn(): string[] {
  return paper.mine.strokes.map(({ points }) =>
    [...points].map(({ x, y, tick }) => `${x},${y}@${tick}`).join(" "),
  );
}

test("a line has the places and times of the pointer", () => {
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

test("time goes on from line to line, and pauses break nothing", () => {
  pencil.down(0, 1, at(100, 200, 1000));
  pencil.up();
  pencil.down(0, 1, at(100, 200, 61_000));
  pencil.move([at(150, 200, 3_661_000)]);
  expect(drawn()).toEqual(["100,200@0", "100,200@15000 150,200@915000"]);
});

test("time does not go back, whatever the events say", () => {
  pencil.down(0, 1, at(100, 200, 1000));
  pencil.move([at(150, 200, 900), at(200, 200, 1040), at(250, 200, 1020)]);
  expect(drawn()).toEqual(["100,200@0 150,200@0 200,200@10 250,200@10"]);
});

test("after a reload, time goes on after what had been drawn", () => {
  paper.draw(long(100), { mark: "undo" }); // to tick 396
  pencil.down(0, 1, at(10, 10, 77));
  expect(paper.mine.last?.points.at(0)?.tick).toBe(396 + 250);
});

test("jitter is left out, but not the end of a line", () => {
  pencil.down(0, 8, at(100, 100));
  pencil.move([at(103, 100), at(100, 102), at(100, 100), at(99, 97)]);
  expect(drawn()).toEqual(["100,100@0"]);
  pencil.up(at(103, 101, 1020));
  expect(drawn()).toEqual(["100,100@0 103,101@5"]);
});

test("a trembling hand draws a calm line, a quick one is followed exactly", () => {
  const off = (nearest: number): number => {
    pencil.down(0, nearest, at(100, 1000));
    for (let step = 1; step < 60; step++) pencil.move([at(100 + step * 8, 1000 + (step % 2 ? 4 : -4))]);
    pencil.up();
    return Math.max(...[...(paper.mine.last?.points ?? [])].slice(3).map(({ y }) => Math.abs(y - 1000)));
  };
  expect(off(8)).toBeLessThanOrEqual(2);
  expect(off(1)).toBe(4);
});

test("a pen that lies still but is pressed harder makes the dot larger", () => {
  pencil.down(3, 8, at(100, 100, 1000, 10));
  pencil.move([at(100, 100, 1004, 11), at(100, 100, 1008, 200)]);
  pencil.up(at(100, 100, 1020, 0)); // lifted, it is not pressed at all
  const pressures = [...(paper.mine.last?.points ?? [])].map(({ pressure }) => pressure);
  expect(pressures.length).toBeLessThanOrEqual(3);
  expect(Math.max(...pressures)).toBeGreaterThan(80);
  expect(pressures.at(-1)).toBeGreaterThan(80);
});

test("a line ends at the edge of the sheet, and another begins where the pencil comes back", () => {
  pencil.down(0, 1, at(100, 100));
  pencil.move([at(-100, 200), at(-50, 300), at(50, 400), at(60, 400)]);
  expect(drawn()).toEqual(["100,100@0 0,150@0", "0,350@0 50,400@0 60,400@0"]);
  pencil.move([at(SHORT + 200, 400), at(SHORT + 200, LONG + 50)]);
  pencil.up(at(SHORT + 300, 100));
  expect(drawn()[1]).toBe(`0,350@0 50,400@0 60,400@0 ${SHORT},400@0`);
  expect(drawn()).toHaveLength(2);
});

test("a sheet that lies across is wider", () => {
  paper.draw({ mark: "turn", across: true });
  pencil.down(0, 1, at(SHORT + 200, 100));
  pencil.move([at(SHORT + 200, SHORT + 200)]);
  expect(drawn()).toEqual([`${SHORT + 200},100@0 ${SHORT + 200},${SHORT}@0`]);
});

test("a line that becomes too long goes on as another", () => {
  pencil.down(0, 0.1, at(0, 0)); // so fine that every step is believed
  for (let step = 1; step <= 5000; step += 1000) {
    pencil.move(Array.from({ length: 1000 }, (_, number) => at(2 * number, step)));
  }
  const [first, second] = paper.mine.strokes;
  expect(first?.points).toHaveLength(MOST_POINTS_OF_A_STROKE);
  expect(second?.points.at(0)).toEqual(first?.points.at(-1));
  expect(second?.points).toHaveLength(1002);
  expect([pencil.isDown, full]).toEqual([true, 0]);
});

test("a sheet on which no more points fit says so and stops the line", () => {
  const lines = Array.from({ length: MOST_POINTS / 4000 }, (_, number) => ({
    ...long(1, number),
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

test("before all marks are made no line begins any more, so that something can be taken back", () => {
  paper.draw(...Array.from({ length: MOST_MARKS - 100 }, () => ({ mark: "undo" }) as const));
  pencil.down(0, 1, at(10, 10));
  pencil.move([at(20, 10)]);
  expect([pencil.isDown, full, paper.mine.isEmpty]).toEqual([false, 1, true]);
  paper.draw({ mark: "undo" });
});

test("a sheet across which no more can be travelled says so and stops the line", () => {
  const far = Array.from({ length: MOST_TRAVEL / 2000 }, (_, number) => ({
    x: number % 2 ? 2000 : 0,
    y: 1,
    pressure: 1,
    tick: 1,
  }));
  for (const part of [far.slice(0, 2501), far.slice(0, 2500)]) paper.draw({ ...long(1), points: part }); // 2000 is left
  expect(paper.mine.room.travel).toBe(2000);
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

test("while nothing could be taken back any more no line begins", () => {
  const places = Array.from({ length: 1000 }, (_, place) => place);
  paper.draw(...Array.from({ length: 99 }, () => ({ mark: "rub", strokes: places }) as const));
  paper.draw({ mark: "rub", strokes: places.slice(0, 900) });
  pencil.down(0, 1, at(10, 10));
  expect([pencil.isDown, full]).toEqual([true, 0]);
  pencil.up();
  paper.draw({ mark: "rub", strokes: [5] });
  pencil.down(0, 1, at(10, 10));
  expect([pencil.isDown, full]).toEqual([false, 1]);
  paper.draw({ mark: "undo" });
  expect(paper.mine.isEmpty).toBe(true);
});

test("another sheet on the table ends the line", () => {
  pencil.down(0, 1, at(10, 10));
  paper.renew(2, 3);
  pencil.move([at(20, 10), at(30, 10)]);
  expect([pencil.isDown, drawn()]).toEqual([false, []]);
  pencil.down(0, 1, at(20, 10));
  paper.draw(line([5, 5]));
  pencil.move([at(40, 10)]);
  expect([pencil.isDown, drawn()]).toEqual([false, ["20,10@0", "5,5@0"]]);
});

test("errors of our own are not hidden", () => {
  paper.draw = () => {
    throw new TypeError("ours");
  };
  expect(() => pencil.down(0, 1, at(10, 10))).toThrow("ours");
});
