// English texts for the benchmark pages.

import type { DrawingTexts } from "../texts.ts";

export const texts: DrawingTexts = {
  sheet: "Your sheet",
  tools: "Drawing tools",
  pencil: "Pencil",
  widths: ["thin", "medium", "thick", "very thick"],
  eraser: "Eraser",
  undo: "Undo",
  redo: "Redo",
  clear: "Clear the sheet",
  rotate: "Rotate the sheet",
  frozen: "Your drawing is locked because you’ve made a guess.",
  noErasing: "Erasing is off at this table.",
  onlyEmpty: "You can only rotate an empty sheet.",
  isEmpty: "The sheet is still empty.",
  noUndo: "Nothing to undo.",
  noRedo: "Nothing to redo.",
  full: "Your pencil’s used up: this sheet is full.",
};
