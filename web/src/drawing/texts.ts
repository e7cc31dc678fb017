// What is said at the own sheet, in whatever language.

export interface DrawingTexts {
  readonly sheet: string; // the own sheet, for those who cannot see it
  readonly tools: string; // all of them
  readonly pencil: string;
  readonly widths: readonly string[]; // of the four pencils, thin to thick
  readonly rubber: string;
  readonly undo: string;
  readonly redo: string;
  readonly wipe: string;
  readonly turn: string;
  // Why a tool cannot be used now.
  readonly frozen: string;
  readonly noErasing: string;
  readonly onlyEmpty: string; // can be turned
  readonly isEmpty: string; // nothing to be rubbed out or wiped
  readonly noUndo: string;
  readonly noRedo: string;
  readonly full: string;
}
