// What is on a sheet after a sequence of marks.

import assert from "node:assert/strict";
import { test } from "vitest";
import { BadInk, type Mark, MissingInk, Sheet, type Stroke } from "../../src/ink/sheet.ts";
import { MAX_MARKS, MAX_POINTS, MAX_STROKE_POINTS, MAX_TOGGLED, MAX_TRAVEL } from "../../src/wire/ink.ts";
import { plain } from "../support/strokes.ts";

const undo: Mark = { mark: "undo" };
const redo: Mark = { mark: "redo" };
const clear: Mark = { mark: "clear" };

/** A horizontal stroke through these x coordinates. */
function stroke(...xs: number[]): Stroke {
  return { mark: "stroke", width: 1, points: xs.map((x) => ({ x, y: 10, pressure: 100, tick: x })) };
}

function erase(...strokes: number[]): Mark {
  return { mark: "erase", strokes };
}

function rotate(landscape: boolean): Mark {
  return { mark: "rotate", landscape };
}

function after(...marks: Mark[]): Sheet {
  const sheet = new Sheet();
  sheet.add({ place: 0, known: 0, marks });
  return sheet;
}

const [a, b, c] = [stroke(1, 2, 3), stroke(4, 5), stroke(6)];

for (const [name, marks, shown] of [
  ["strokes are shown in order", [a, b, c], [0, 1, 2]],
  ["strokes are erased by their places", [a, b, c, erase(0, 2)], [1]],
  ["erasing a hidden stroke does nothing", [a, erase(0), erase(0, 7), undo], [0]],
  ["clear hides everything", [a, b, clear], []],
  ["clear is undone in one step", [a, b, clear, undo], [0, 1]],
  ["strokes are undone one by one", [a, b, undo, undo, undo], []],
  ["undone strokes can be redone", [a, b, undo, undo, redo, redo, redo], [0, 1]],
  ["a new stroke clears the redo stack", [a, undo, b, redo], [2]],
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

test("canUndo and canRedo follow the stacks", () => {
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

test("a sheet rotates only while it is empty", () => {
  assert.equal(after(rotate(true)).isLandscape, true);
  assert.equal(after(a, rotate(true)).isLandscape, false);
  assert.equal(after(rotate(true), a, undo, rotate(false)).isLandscape, false);
  assert.equal(after(a, { mark: "clear" }, rotate(true), undo).isEmpty, true);
  assert.equal(after(a, undo, rotate(true), { mark: "redo" }).isEmpty, true);
  assert.deepEqual(plain(after(a, { mark: "clear" }, rotate(false), undo).strokes), [a]);
});

test("a stroke grows, and ink sent twice counts once", () => {
  const sheet = after(stroke(1, 2));
  const growing = sheet.last;
  assert.deepEqual(sheet.end, [0, 2]);
  const news = sheet.add({ place: 0, known: 1, marks: [stroke(2, 3)] });
  assert.deepEqual(news, { place: 0, known: 2, marks: [stroke(3)] });
  assert.equal(sheet.add({ place: 0, known: 0, marks: [stroke(1, 2, 3)] }), null);
  assert.deepEqual(plain(sheet.strokes), [a]);
  assert.equal(sheet.last, growing);
});

test("the sheet doesn't change the caller's stroke", () => {
  const drawn = stroke(1);
  const sheet = after(drawn);
  sheet.add({ place: 0, known: 1, marks: [stroke(2)] });
  assert.equal(drawn.points.length, 1);
});

test("a gap in the stream throws MissingInk", () => {
  const sheet = after(a);
  for (const [place, known] of [
    [0, 4],
    [2, 0],
    [1, 1],
  ] as const) {
    assert.throws(() => sheet.add({ place, known, marks: [stroke(9)] }), MissingInk);
  }
  assert.deepEqual(sheet.end, [0, 3]);
});

test("invalid ink changes nothing", () => {
  const sheet = after(a);
  for (const mark of [
    stroke(),
    stroke(4096),
    stroke(-1),
    stroke(0.5),
    stroke(5, 4),
    stroke(Number.NaN),
    { ...a, width: 4 },
    stroke(...Array<number>(MAX_STROKE_POINTS + 1).fill(1)),
  ]) {
    assert.throws(() => sheet.add({ place: 1, known: 0, marks: [mark] }), BadInk);
  }
  assert.throws(() => sheet.add({ place: 0, known: 3, marks: [undo] }), BadInk);
  assert.deepEqual(plain(sheet.marks), [a]);
});

test("ink from the server is accepted beyond the limits", () => {
  const sheet = after(...Array(MAX_MARKS + 1).fill(c));
  assert.equal(sheet.capacity.marks, -1);
});

test("capacity is counted as on the server", () => {
  const far = stroke(0, 63, 127); // of two steps, one does not fit into a byte
  const marks = [far, c, erase(0, 1, 7), undo, redo, clear, undo, undo];
  assert.deepEqual(
    marks.map((_, count) => after(...marks.slice(0, count + 1)).capacity),
    [0, 0, 3, 5, 7, 7, 9, 10].map((toggled, count) => ({
      marks: MAX_MARKS - count - 1,
      points: MAX_POINTS - (count ? 4 : 3),
      travel: MAX_TRAVEL - 64,
      toggled: MAX_TOGGLED - toggled,
    })),
  );
});

test("the travel of a growing stroke starts at its last point", () => {
  const sheet = after(stroke(0, 1));
  sheet.add({ place: 0, known: 2, marks: [stroke(100, 200)] });
  assert.equal(sheet.capacity.travel, MAX_TRAVEL - 199);
});

test("a copy is equal and independent", () => {
  const sheet = after(a, b, undo, redo, erase(0), undo, c);
  const copy = sheet.copy();
  for (const one of [sheet, copy]) {
    one.add({ place: 6, known: 1, marks: [stroke(9), undo, undo] });
    assert.deepEqual(plain(one.marks.slice(6)), [stroke(6, 9), undo, undo]);
    assert.deepEqual([one.shown, one.end, one.canRedo], [[0], [9, 0], true]);
  }
  assert.deepEqual(copy.capacity, sheet.capacity);
});

test("the changes of each mark are recorded", () => {
  const sheet = after(a, b, erase(0, 0, 9), undo, clear, rotate(true), redo);
  assert.deepEqual(
    sheet.marks.map((_, place) => [...sheet.changed(place)].sort()),
    [[0], [1], [0], [0], [0, 1], [], []],
  );
});
