// Colours of the theme: enough contrast in light and dark.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EDITIONS } from "../src/wire/rules.ts";

const theme = readFileSync(new URL("../src/theme.css", import.meta.url), "utf-8");
const [light = "", dark = ""] = theme.split("@media (prefers-color-scheme: dark)");
const WHITE = "#ffffff";
const [TEXT, GRAPHICS] = [4.5, 3]; // WCAG 1.4.3 and 1.4.11

/** The value of a custom property; in the dark, those that don't change are the same as in the light. */
function value(name: string, ...sources: readonly string[]): string {
  const found = sources.map((source) => new RegExp(`--${name}: ([^;]+);`).exec(source)?.[1]).find(Boolean);
  if (!found) throw new Error(`no --${name}`);
  return found;
}

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const tones = [...new Set([...EDITIONS.first.level_colours, ...EDITIONS.second.level_colours])];

describe.each(tones)("the tone of %s levels", (colour) => {
  const tone = channels(value(`level-${colour}`, light));

  test("carries white text", () => {
    expect(contrast(tone, channels(WHITE))).toBeGreaterThan(TEXT);
  });

  test.each([
    ["light", [light]],
    ["dark", [dark, light]],
  ] as const)("is visible as a line in %s mode", (_, sources) => {
    const share = Number.parseFloat(value("level-brightened", ...sources)) / 100;
    const line = tone.map((part) => part + (1 - part) * share);
    for (const ground of ["surface", "rule"]) {
      expect(contrast(line, channels(value(ground, ...sources)))).toBeGreaterThan(GRAPHICS);
    }
  });
});
