// Measures what the loop costs: a round of six people drawing for a minute, on one sheet and on six, and the same
// upon sheets that are nearly full. The address can say `?seconds=10`.

import "../../theme.css";
import { mount, unmount } from "svelte";
import type { Mark } from "../../sheet.ts";
import { Colour, MOST_POINTS } from "../../wire.ts";
import { loop } from "../loop.ts";
import SheetView from "../SheetView.svelte";
import { Replay } from "./replay.ts";
import { drawing } from "./round.ts";

const seconds = Number(new URLSearchParams(location.search).get("seconds") ?? 60);
const NEARLY_FULL = 0.8; // of what fits on a sheet

/** The time spent in each frame, measured from outside the loop; asking for the next frame is the browser's work. */
let times: number[] = [];
let asking = 0;
const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (frame) => {
  const asked = performance.now();
  const id = request((now) => {
    const begin = performance.now();
    asking = 0;
    frame(now);
    times.push(performance.now() - begin - asking);
  });
  asking += performance.now() - asked;
  return id;
};

interface Figures {
  readonly sheets: number;
  readonly points_before: number;
  readonly frames: number;
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

async function measured(sheets: number, isFull: boolean): Promise<Figures> {
  const target = document.querySelector("#sheets");
  if (!target) throw new Error("another page");
  const replays = Array.from(
    { length: sheets },
    (_, seat) => new Replay(isFull ? nearlyFull(100 + seat) : [], drawing(seconds, 1 + seat)),
  );
  const before = replays.reduce((sum, { sheet }) => sum + points(sheet.marks), 0) / sheets;
  const views = replays.map(({ sheet }, seat) =>
    mount(SheetView, { target, props: { sheet, colour: Colour[seat] ?? "red", label: `Sheet ${seat + 1}` } }),
  );
  await new Promise((done) => setTimeout(done, 1000)); // until everything is there
  times = [];
  await played(replays);
  const sorted = times.toSorted((one, other) => one - other);
  await Promise.all(views.map((view) => unmount(view)));
  return { sheets, points_before: Math.round(before), ...summary(sorted) };
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

function summary(sorted: readonly number[]): Omit<Figures, "sheets" | "points_before"> {
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
  for (const isFull of [false, true]) {
    for (const sheets of [1, 6]) {
      figures.push(await measured(sheets, isFull));
      if (shown) shown.textContent = figures.map((figure) => JSON.stringify(figure)).join("\n");
    }
  }
  Object.assign(window, { figures }); // for whoever runs this by a program
}

void all();
