// Measures what the loop costs: a round of six people drawing for a minute, on one sheet and on six, and the same
// upon sheets that are nearly full, and upon hostile ones, while those are being painted. The address can say
// `?seconds=10`.

import "../../theme.css";
import { mount, unmount } from "svelte";
import type { Mark } from "../../sheet.ts";
import { Colour, MOST_POINTS } from "../../wire.ts";
import { loop } from "../loop.ts";
import SheetView from "../SheetView.svelte";
import { hostile } from "./hostile.ts";
import { Replay } from "./replay.ts";
import { drawing } from "./round.ts";

const seconds = Number(new URLSearchParams(location.search).get("seconds") ?? 60);
const NEARLY_FULL = 0.8; // of what fits on a sheet

/** The time spent in each frame, measured from outside the loop; asking for the next frame is the browser's work. */
let times: number[] = [];
let asking = 0;
const frames = new Set<number>(); // when they began; several may ask for the same one
const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (frame) => {
  const asked = performance.now();
  const id = request((now) => {
    const begin = performance.now();
    asking = 0;
    frames.add(now);
    frame(now);
    times.push(performance.now() - begin - asking);
  });
  asking += performance.now() - asked;
  return id;
};

/** What is on the sheets before the people begin. */
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
  return marks.reduce((sum, mark) => sum + (mark.mark === "line" ? mark.points.length : 0), 0);
}

/** A long drawing, as it would be after some ten minutes. */
function nearlyFull(seed: number): Mark[] {
  const marks = drawing(3600, seed).filter((mark) => mark.mark === "line");
  let room = MOST_POINTS * NEARLY_FULL;
  return marks.filter((mark) => {
    room -= mark.points.length;
    return room > 0;
  });
}

const MARKS: Readonly<Record<Before, (seat: number) => Mark[]>> = {
  nothing: () => [],
  much: (seat) => nearlyFull(100 + seat),
  "hostile ink": hostile,
};

async function measured(sheets: number, before: Before): Promise<Figures> {
  const target = document.querySelector("#sheets");
  if (!target) throw new Error("another page");
  const replays = Array.from(
    { length: sheets },
    (_, seat) => new Replay(MARKS[before](seat), drawing(seconds, 1 + seat)),
  );
  const pointsBefore = replays.reduce((sum, { sheet }) => sum + points(sheet.marks), 0) / sheets;
  const views = replays.map(({ sheet }, seat) =>
    mount(SheetView, { target, props: { sheet, colour: Colour[seat] ?? "red", label: `Sheet ${seat + 1}` } }),
  );
  await pause(1000);
  if (before !== "hostile ink") await untilIdle();
  times = [];
  frames.clear();
  const begin = performance.now();
  await played(replays);
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

function played(replays: readonly Replay[]): Promise<void> {
  const begin = performance.now();
  return new Promise((done) => {
    const timer = setInterval(() => {
      const now = performance.now() - begin;
      if (replays.map((replay) => replay.until(now)).some(Boolean)) loop.wake();
      if (!replays.every((replay) => replay.isOver)) return;
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

async function all(): Promise<void> {
  const figures: Figures[] = [];
  const shown = document.querySelector("#figures");
  for (const before of ["nothing", "much", "hostile ink"] as const) {
    for (const sheets of [1, 6]) {
      figures.push(await measured(sheets, before));
      if (shown) shown.textContent = figures.map((figure) => JSON.stringify(figure)).join("\n");
    }
  }
  Object.assign(window, { figures }); // for whoever runs this by a program
}

void all();
