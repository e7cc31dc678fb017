// What is on a sheet after all that was done to it.

import assert from "node:assert/strict";
import { test } from "vitest";
import { BadInk, type Mark, Missing, Sheet, type Stroke } from "../src/sheet.ts";
import { MOST_MARKS, MOST_POINTS, MOST_POINTS_OF_A_STROKE, MOST_TOGGLED, MOST_TRAVEL } from "../src/wire.ts";
import { plain } from "./drawn.ts";

const undo: Mark = { mark: "undo" };
const redo: Mark = { mark: "redo" };
const wipe: Mark = { mark: "wipe" };

/** Draw a level line through these. */
function line(...xs: number[]): Stroke {
  return { mark: "line", width: 1, points: xs.map((x) => ({ x, y: 10, pressure: 100, tick: x })) };
}

function rub(...strokes: number[]): Mark {
  return { mark: "rub", strokes };
}

function turn(across: boolean): Mark {
  return { mark: "turn", across };
}

function after(...marks: Mark[]): Sheet {
  const sheet = new Sheet();
  sheet.add({ place: 0, known: 0, marks });
  return sheet;
}

const [a, b, c] = [line(1, 2, 3), line(4, 5), line(6)];

for (const [name, marks, shown] of [
  ["lines are seen in their order", [a, b, c], [0, 1, 2]],
  ["lines are rubbed out by their places", [a, b, c, rub(0, 2)], [1]],
  ["rubbing out what is gone does nothing", [a, rub(0), rub(0, 7), undo], [0]],
  ["a wipe takes everything off", [a, b, wipe], []],
  ["a wipe is taken back at once", [a, b, wipe, undo], [0, 1]],
  ["lines are taken back one by one", [a, b, undo, undo, undo], []],
  ["what was taken back is done again", [a, b, undo, undo, redo, redo, redo], [0, 1]],
  ["a new line makes redo mean nothing", [a, undo, b, redo], [2]],
] satisfies [string, Mark[], number[]][]) {
  test(name, () => {
    const sheet = after(...marks);
    assert.deepEqual(sheet.shown, shown);
    assert.deepEqual(
      plain(sheet.strokes),
      shown.map((place) => marks[place]),
    );
    assert.equal(sheet.isEmpty, shown.length === 0);
  });
}

test("what can be taken back or done again is known", () => {
  const sheets = [after(), after(a), after(a, undo), after(a, undo, b)];
  assert.deepEqual(
    sheets.map((sheet) => sheet.canUndo),
    [false, true, false, true],
  );
  assert.deepEqual(
    sheets.map((sheet) => sheet.canRedo),
    [false, false, true, false],
  );
});

test("a sheet is turned only while it is empty", () => {
  assert.equal(after(turn(true)).across, true);
  assert.equal(after(a, turn(true)).across, false);
  assert.equal(after(turn(true), a, undo, turn(false)).across, false);
  assert.equal(after(a, { mark: "wipe" }, turn(true), undo).isEmpty, true);
  assert.equal(after(a, undo, turn(true), { mark: "redo" }).isEmpty, true);
  assert.deepEqual(plain(after(a, { mark: "wipe" }, turn(false), undo).strokes), [a]);
});

test("a line grows, and what is sent twice counts once", () => {
  const sheet = after(line(1, 2));
  const growing = sheet.last;
  assert.deepEqual(sheet.end, [0, 2]);
  const news = sheet.add({ place: 0, known: 1, marks: [line(2, 3)] });
  assert.deepEqual(news, { place: 0, known: 2, marks: [line(3)] });
  assert.equal(sheet.add({ place: 0, known: 0, marks: [line(1, 2, 3)] }), null);
  assert.deepEqual(plain(sheet.strokes), [a]);
  assert.equal(sheet.last, growing);
});

test("what is drawn elsewhere does not change what was handed over", () => {
  const drawn = line(1);
  const sheet = after(drawn);
  sheet.add({ place: 0, known: 1, marks: [line(2)] });
  assert.equal(drawn.points.length, 1);
});

test("what is missing in between is noticed", () => {
  const sheet = after(a);
  for (const [place, known] of [
    [0, 4],
    [2, 0],
    [1, 1],
  ] as const) {
    assert.throws(() => sheet.add({ place, known, marks: [line(9)] }), Missing);
  }
  assert.deepEqual(sheet.end, [0, 3]);
});

test("what nobody can have drawn changes nothing", () => {
  const sheet = after(a);
  for (const mark of [
    line(),
    line(4096),
    line(-1),
    line(0.5),
    line(5, 4),
    line(Number.NaN),
    { ...a, width: 4 },
    line(...Array<number>(MOST_POINTS_OF_A_STROKE + 1).fill(1)),
  ]) {
    assert.throws(() => sheet.add({ place: 1, known: 0, marks: [mark] }), BadInk);
  }
  assert.throws(() => sheet.add({ place: 0, known: 3, marks: [undo] }), BadInk);
  assert.deepEqual(plain(sheet.marks), [a]);
});

test("what comes from a server is taken, however much it is", () => {
  const sheet = after(...Array(MOST_MARKS + 1).fill(c));
  assert.equal(sheet.room.marks, -1);
});

test("room is counted as the server counts it", () => {
  const far = line(0, 63, 127); // of two steps, one does not fit into a byte
  const marks = [far, c, rub(0, 1, 7), undo, redo, wipe, undo, undo];
  assert.deepEqual(
    marks.map((_, count) => after(...marks.slice(0, count + 1)).room),
    [0, 0, 3, 5, 7, 7, 9, 10].map((toggled, count) => ({
      marks: MOST_MARKS - count - 1,
      points: MOST_POINTS - (count ? 4 : 3),
      travel: MOST_TRAVEL - 64,
      toggled: MOST_TOGGLED - toggled,
    })),
  );
});

test("a line that goes on travels from where it was", () => {
  const sheet = after(line(0, 1));
  sheet.add({ place: 0, known: 2, marks: [line(100, 200)] });
  assert.equal(sheet.room.travel, MOST_TRAVEL - 199);
});

test("a copy has the same on it, and both go their own ways", () => {
  const sheet = after(a, b, undo, redo, rub(0), undo, c);
  const copy = sheet.copy();
  for (const one of [sheet, copy]) {
    one.add({ place: 6, known: 1, marks: [line(9), undo, undo] });
    assert.deepEqual(plain(one.marks.slice(6)), [line(6, 9), undo, undo]);
    assert.deepEqual([one.shown, one.end, one.canRedo], [[0], [9, 0], true]);
  }
  assert.deepEqual(copy.room, sheet.room);
});

test("what each mark has changed is known", () => {
  const sheet = after(a, b, rub(0, 0, 9), undo, wipe, turn(true), redo);
  assert.deepEqual(
    sheet.marks.map((_, place) => [...sheet.changed(place)].sort()),
    [[0], [1], [0], [0], [0, 1], [], []],
  );
});
