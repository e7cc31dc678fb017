// Measures the cost of the frame loop while six players draw for a minute, on one sheet and on six: empty sheets,
// nearly full ones, and hostile ones that are still being painted. Query parameter: `?seconds=10`.

import "../../theme.css";
import { mount, unmount } from "svelte";
import type { Mark } from "../../ink/sheet.ts";
import { frameLoop } from "../../scheduling/frameLoop.ts";
import { MAX_POINTS } from "../../wire/ink.ts";
import { Colour } from "../../wire/messages.ts";
import SheetView from "../SheetView.svelte";
import { hostileDrawing } from "./hostileDrawing.ts";
import { randomDrawing } from "./randomDrawing.ts";
import { ScriptedSheet } from "./scriptedSheet.ts";

const seconds = Number(new URLSearchParams(location.search).get("seconds") ?? 60);
const NEARLY_FULL = 0.8; // share of a sheet's point limit

/** Time spent in each frame, excluding the browser's work of requesting the next one. */
let times: number[] = [];
let requesting = 0;
const frames = new Set<number>(); // start times; several callbacks can share a frame
const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (frame) => {
  const requestedAt = performance.now();
  const id = request((now) => {
    const begin = performance.now();
    requesting = 0;
    frames.add(now);
    frame(now);
    times.push(performance.now() - begin - requesting);
  });
  requesting += performance.now() - requestedAt;
  return id;
};

/** What is on the sheets before the players start. */
type Before = "nothing" | "much" | "hostile ink";

interface Figures {
  readonly sheets: number;
  readonly before: Before;
  readonly points_before: number;
  readonly frames: number;
  readonly frames_a_s: number;
  readonly mean_ms: number;
  readonly median_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly most_ms: number;
}

function points(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.mark === "stroke" ? mark.points.length : 0), 0);
}

/** A long drawing, as after about ten minutes. */
function nearlyFull(seed: number): Mark[] {
  const marks = randomDrawing(3600, seed).filter((mark) => mark.mark === "stroke");
  let room = MAX_POINTS * NEARLY_FULL;
  return marks.filter((mark) => {
    room -= mark.points.length;
    return room > 0;
  });
}

const MARKS: Readonly<Record<Before, (seat: number) => Mark[]>> = {
  nothing: () => [],
  much: (seat) => nearlyFull(100 + seat),
  "hostile ink": hostileDrawing,
};

async function measure(sheets: number, before: Before): Promise<Figures> {
  const target = document.querySelector("#sheets");
  if (!target) throw new Error("missing #sheets");
  const scripts = Array.from(
    { length: sheets },
    (_, seat) => new ScriptedSheet(MARKS[before](seat), randomDrawing(seconds, 1 + seat)),
  );
  const pointsBefore = scripts.reduce((sum, { sheet }) => sum + points(sheet.marks), 0) / sheets;
  const views = scripts.map(({ sheet }, seat) =>
    mount(SheetView, { target, props: { sheet, colour: Colour[seat] ?? "red", label: `Sheet ${seat + 1}` } }),
  );
  await pause(1000);
  if (before !== "hostile ink") await untilIdle();
  times = [];
  frames.clear();
  const begin = performance.now();
  await play(scripts);
  const passed = performance.now() - begin;
  const sorted = times.toSorted((one, other) => one - other);
  await Promise.all(views.map((view) => unmount(view)));
  const framesASecond = round((1000 * frames.size) / passed);
  return {
    sheets,
    before,
    points_before: Math.round(pointsBefore),
    frames_a_s: framesASecond,
    ...summary(sorted),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Wait until everything is painted. */
async function untilIdle(): Promise<void> {
  for (let painted = -1; painted < times.length; ) {
    painted = times.length;
    await pause(500);
  }
}

function play(scripts: readonly ScriptedSheet[]): Promise<void> {
  const begin = performance.now();
  return new Promise((done) => {
    const timer = setInterval(() => {
      const now = performance.now() - begin;
      if (scripts.map((script) => script.advance(now)).some(Boolean)) frameLoop.wake();
      if (!scripts.every((script) => script.isOver)) return;
      clearInterval(timer);
      setTimeout(done, 200);
    }, 33);
  });
}

function summary(
  sorted: readonly number[],
): Pick<Figures, "frames" | "mean_ms" | "median_ms" | "p95_ms" | "p99_ms" | "most_ms"> {
  const at = (part: number): number => round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
  const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
  return {
    frames: sorted.length,
    mean_ms: round(mean),
    median_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    most_ms: at(1),
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

async function run(): Promise<void> {
  const figures: Figures[] = [];
  const shown = document.querySelector("#figures");
  for (const before of ["nothing", "much", "hostile ink"] as const) {
    for (const sheets of [1, 6]) {
      figures.push(await measure(sheets, before));
      if (shown) shown.textContent = figures.map((figure) => JSON.stringify(figure)).join("\n");
    }
  }
  Object.assign(window, { figures }); // read by bench/paint.py
}

void run();
