// Who draws, and who only lies on the sheet.

import { beforeEach, describe, expect, test } from "vitest";
import { Palm } from "../src/drawing/palm.ts";

const finger = (pointerId: number) => ({ pointerId, pointerType: "touch", button: 0 });
const pen = { pointerId: 7, pointerType: "pen", button: 0 };
const mouse = { pointerId: 1, pointerType: "mouse", button: 0 };

let palm = new Palm();
beforeEach(() => {
  palm = new Palm();
});

test("a mouse draws with its main button", () => {
  expect(palm.down({ ...mouse, button: 2 })).toBe("does nothing");
  expect(palm.down(mouse)).toBe("draws");
  expect(palm.move(mouse)).toBe("draws");
  expect(palm.up(mouse)).toBe(true);
  expect(palm.move(mouse)).toBe("does nothing");
  expect(palm.up(mouse)).toBe(false);
});

test("a pen draws with any of its ends", () => {
  expect(palm.down({ ...pen, button: 5 })).toBe("draws");
});

test("one finger draws, one after the other", () => {
  for (const id of [2, 3]) {
    expect(palm.down(finger(id))).toBe("draws");
    expect(palm.move(finger(id))).toBe("draws");
    expect(palm.up(finger(id))).toBe(true);
  }
});

describe("two fingers never draw", () => {
  beforeEach(() => {
    palm.down(finger(2));
    expect(palm.down(finger(3))).toBe("undoes");
  });

  test("neither of them", () => {
    expect([palm.move(finger(2)), palm.move(finger(3))]).toEqual(["does nothing", "does nothing"]);
  });

  test("not even the last that is left, until all are up", () => {
    palm.up(finger(2));
    expect(palm.move(finger(3))).toBe("does nothing");
    expect(palm.down(finger(4))).toBe("does nothing");
    palm.up(finger(3));
    palm.up(finger(4));
    expect(palm.down(finger(5))).toBe("draws");
  });
});

describe("once a pen was seen, fingers do not draw", () => {
  test("when it drew", () => {
    palm.down(pen);
    expect(palm.down(finger(2))).toBe("does nothing");
    expect(palm.move(pen)).toBe("draws");
    palm.up(pen);
    expect(palm.down(finger(3))).toBe("does nothing");
  });

  test("when it only hovered", () => {
    expect(palm.move(pen)).toBe("does nothing");
    expect(palm.down(finger(2))).toBe("does nothing");
  });

  test("and what a palm had begun before it came was never meant", () => {
    palm.down(finger(2));
    expect(palm.move(pen)).toBe("undoes");
    expect(palm.move(finger(2))).toBe("does nothing");
    expect(palm.down(pen)).toBe("draws");
  });

  test("but a mouse does", () => {
    palm.move(pen);
    expect(palm.down(mouse)).toBe("draws");
  });
});

test("only one thing draws at a time", () => {
  palm.down(mouse);
  expect(palm.down(pen)).toBe("does nothing");
  expect(palm.down(finger(2))).toBe("does nothing");
  expect(palm.move(mouse)).toBe("draws");
});
