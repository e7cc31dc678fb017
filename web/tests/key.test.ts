// Keys of keyboards in several alphabets.

import { expect, test } from "vitest";
import { latin } from "../src/drawing/key.ts";

test("a Latin letter is what it is, wherever it stands", () => {
  expect(latin({ key: "z", code: "KeyZ" })).toBe("z");
  expect(latin({ key: "Z", code: "KeyW" })).toBe("z"); // on a French keyboard
  expect(latin({ key: "Escape", code: "Escape" })).toBe("escape");
});

test("elsewhere the place of the key counts", () => {
  expect(latin({ key: "я", code: "KeyZ" })).toBe("z");
  expect(latin({ key: "Н", code: "KeyY" })).toBe("y");
  expect(latin({ key: "х", code: "BracketLeft" })).toBe("[");
  expect(latin({ key: "ü", code: "BracketLeft" })).toBe("[");
  expect(latin({ key: "5", code: "Digit5" })).toBe("5");
});
