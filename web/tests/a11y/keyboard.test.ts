// Keys on keyboards with several alphabets.

import { expect, test } from "vitest";
import { latinKey } from "../../src/a11y/keyboard.ts";

test("a Latin letter counts as typed, wherever its key is", () => {
  expect(latinKey({ key: "z", code: "KeyZ" })).toBe("z");
  expect(latinKey({ key: "Z", code: "KeyW" })).toBe("z"); // on a French keyboard
  expect(latinKey({ key: "Escape", code: "Escape" })).toBe("escape");
});

test("on other layouts the position of the key counts", () => {
  expect(latinKey({ key: "я", code: "KeyZ" })).toBe("z");
  expect(latinKey({ key: "Н", code: "KeyY" })).toBe("y");
  expect(latinKey({ key: "х", code: "BracketLeft" })).toBe("[");
  expect(latinKey({ key: "ü", code: "BracketLeft" })).toBe("[");
  expect(latinKey({ key: "5", code: "Digit5" })).toBe("5");
});
