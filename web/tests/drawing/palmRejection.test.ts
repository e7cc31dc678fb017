// Which pointers draw, and which are a resting hand.

import { beforeEach, describe, expect, test } from "vitest";
import { PalmRejection } from "../../src/drawing/input/palmRejection.ts";

const finger = (pointerId: number) => ({ pointerId, pointerType: "touch", button: 0 });
const pen = { pointerId: 7, pointerType: "pen", button: 0 };
const mouse = { pointerId: 1, pointerType: "mouse", button: 0 };

let palm = new PalmRejection();
beforeEach(() => {
  palm = new PalmRejection();
});

test("a mouse draws with its main button", () => {
  expect(palm.down({ ...mouse, button: 2 })).toBe("ignore");
  expect(palm.down(mouse)).toBe("draw");
  expect(palm.move(mouse)).toBe("draw");
  expect(palm.up(mouse)).toBe(true);
  expect(palm.move(mouse)).toBe("ignore");
  expect(palm.up(mouse)).toBe(false);
});

test("a pen draws with either end", () => {
  expect(palm.down({ ...pen, button: 5 })).toBe("draw");
});

test("single fingers draw, one after another", () => {
  for (const id of [2, 3]) {
    expect(palm.down(finger(id))).toBe("draw");
    expect(palm.move(finger(id))).toBe("draw");
    expect(palm.up(finger(id))).toBe(true);
  }
});

describe("two fingers never draw", () => {
  beforeEach(() => {
    palm.down(finger(2));
    expect(palm.down(finger(3))).toBe("cancel");
  });

  test("neither of them", () => {
    expect([palm.move(finger(2)), palm.move(finger(3))]).toEqual(["ignore", "ignore"]);
  });

  test("not even the last one left, until all are up", () => {
    palm.up(finger(2));
    expect(palm.move(finger(3))).toBe("ignore");
    expect(palm.down(finger(4))).toBe("ignore");
    palm.up(finger(3));
    palm.up(finger(4));
    expect(palm.down(finger(5))).toBe("draw");
  });
});

describe("once a pen was used, fingers don't draw", () => {
  test("when it drew", () => {
    palm.down(pen);
    expect(palm.down(finger(2))).toBe("ignore");
    expect(palm.move(pen)).toBe("draw");
    palm.up(pen);
    expect(palm.down(finger(3))).toBe("ignore");
  });

  test("when it only hovered", () => {
    expect(palm.move(pen)).toBe("ignore");
    expect(palm.down(finger(2))).toBe("ignore");
  });

  test("and a palm's stroke from before is cancelled", () => {
    palm.down(finger(2));
    expect(palm.move(pen)).toBe("cancel");
    expect(palm.move(finger(2))).toBe("ignore");
    expect(palm.down(pen)).toBe("draw");
  });

  test("but a mouse does", () => {
    palm.move(pen);
    expect(palm.down(mouse)).toBe("draw");
  });
});

test("only one pointer draws at a time", () => {
  palm.down(mouse);
  expect(palm.down(pen)).toBe("ignore");
  expect(palm.down(finger(2))).toBe("ignore");
  expect(palm.move(mouse)).toBe("draw");
});
