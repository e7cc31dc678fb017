// English, for the pages here.

import type { DrawingTexts } from "../texts.ts";

export const texts: DrawingTexts = {
  sheet: "Your sheet",
  tools: "Pencils and tools",
  pencil: "Pencil",
  widths: ["thin", "medium", "thick", "very thick"],
  rubber: "Rubber",
  undo: "Take back",
  redo: "Do again",
  wipe: "Wipe the sheet",
  turn: "Turn the sheet",
  frozen: "Your drawing is frozen: you have guessed.",
  noErasing: "Nothing is rubbed out at this table.",
  onlyEmpty: "Only an empty sheet can be turned.",
  isEmpty: "The sheet is empty.",
  noUndo: "There is nothing to take back.",
  noRedo: "There is nothing to do again.",
  full: "Your pencil is used up: nothing more fits on this sheet.",
};
