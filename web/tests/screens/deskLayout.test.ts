// The sizes of all sheets on the desk: yours is the largest, and everything fits.

import { describe, expect, test } from "vitest";
import {
  layOutDesk,
  type OwnSheetShape,
  type Size,
  sheetsIn,
} from "../../src/screens/game/drawing/deskLayout.ts";
import { placeHolder } from "../../src/screens/game/drawing/holderPlace.ts";

const GAP = 12;
const WIDTHS = [320, 480, 640, 800, 1024, 1280, 1366, 1600, 1920, 2560, 3840] as const;
const HEIGHTS = [240, 360, 480, 600, 720, 900, 1200, 1600, 2160, 3840] as const;
const SPACES: readonly Size[] = WIDTHS.flatMap((width) => HEIGHTS.map((height) => ({ width, height })));
const OTHERS = [2, 3, 4, 5] as const;
const SHAPES: readonly OwnSheetShape[] = [3 / 4, 4 / 3].flatMap((ratio) =>
  [true, false].map((hasTools) => ({ ratio, hasTools })),
);

describe.each(OTHERS)("with %i other players", (count) => {
  test("your sheet is the largest", () => {
    for (const space of SPACES) {
      for (const shape of SHAPES) {
        const { own, other } = sheetsIn(layOutDesk(space, count, shape), count, shape);
        expect(own, JSON.stringify({ space, shape })).toBeGreaterThan(1.19 * other);
        expect(other).toBeGreaterThan(0);
      }
    }
  });

  test("all sheets fit into the space", () => {
    for (const space of SPACES) {
      for (const shape of [...SHAPES, null]) {
        const { isBeside, own, others } = layOutDesk(space, count, shape);
        const gap = shape ? GAP : 0;
        const needed = isBeside
          ? { width: own.width + gap + others.width, height: Math.max(own.height, others.height) }
          : { width: Math.max(own.width, others.width), height: own.height + gap + others.height };
        expect(needed.width, JSON.stringify({ space, shape })).toBeLessThanOrEqual(space.width + 1);
        expect(needed.height, JSON.stringify({ space, shape })).toBeLessThanOrEqual(space.height + 1);
      }
    }
  });
});

test("the cards lie beside the sheets on a wide screen, and above them on a high one", () => {
  expect(placeHolder({ width: 1280, height: 610 }, 3, 3, true)).toBe("beside");
  expect(placeHolder({ width: 1280, height: 610 }, 6, 5, true)).toBe("beside");
  expect(placeHolder({ width: 820, height: 1130 }, 6, 5, true)).toBe("above");
  expect(placeHolder({ width: 1280, height: 610 }, 3, 3, false)).toBe("beside");
});

test("a small screen shows one sheet at a time", () => {
  expect(placeHolder({ width: 360, height: 590 }, 3, 2, true)).toBeNull();
  expect(placeHolder({ width: 844, height: 340 }, 3, 2, true)).toBeNull();
  expect(placeHolder({ width: 700, height: 650 }, 6, 5, true)).toBeNull();
  expect(placeHolder({ width: 640, height: 540 }, 6, 6, false)).toBeNull();
});
