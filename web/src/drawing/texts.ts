// The texts that the drawing pad needs, in any language.

export interface DrawingTexts {
  readonly sheet: string; // accessible name of the sheet
  readonly tools: string; // accessible name of the toolbar
  readonly pencil: string;
  readonly widths: readonly string[]; // the four pencils, thin to thick
  readonly eraser: string;
  readonly undo: string;
  readonly redo: string;
  readonly clear: string;
  readonly rotate: string;
  // Why a tool is disabled.
  readonly frozen: string;
  readonly noErasing: string;
  readonly onlyEmpty: string; // only an empty sheet can be rotated
  readonly isEmpty: string; // nothing to erase
  readonly noUndo: string;
  readonly noRedo: string;
  readonly full: string;
}
