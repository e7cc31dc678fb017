// Divides the desk between your sheet, which is the largest, and the other players' sheets.
// Pure computation: sizes in pixels in, sizes out.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Your sheet: its aspect ratio, and whether it has tools or, once it can't be changed, a note below it. */
export interface OwnSheetShape {
  readonly ratio: number;
  readonly hasTools: boolean;
}

export interface DeskLayout {
  /** Whether the other sheets are beside yours, or below it. */
  readonly isBeside: boolean;
  readonly columns: number;
  readonly own: Size; // including its tools or note
  readonly others: Size; // all together, including their names
}

const UPRIGHT = 3 / 4; // aspect ratio of a portrait sheet
const PLATE = 36; // height of name and pile below a sheet
const NOTE = 44; // height of the note below your sheet
const GAP = 12;
const STEPS = 48;
const WEIGHT = 0.6; // of the other sheets' size relative to yours
const LEAD = 1.2; // your sheet is at least this much larger than each other one
const NOTHING: Size = { width: 0, height: 0 };

/** Find the best layout; `own` is null for a watcher. */
export function layOutDesk(space: Size, count: number, own: OwnSheetShape | null): DeskLayout {
  const whole = othersIn(space, Math.max(1, count), count);
  let best: DeskLayout = { isBeside: true, columns: Math.max(1, count), own: NOTHING, others: whole };
  let highest = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates(space, count, own)) {
    const score = scoreOf(candidate, count, own);
    if (score > highest) [best, highest] = [candidate, score];
  }
  return best;
}

/** How good a layout is; higher is better. */
export function scoreOf(layout: DeskLayout, count: number, shape: OwnSheetShape | null): number {
  const { own, other } = sheetsIn(layout, count, shape);
  if (!shape) return other;
  return own < LEAD * other ? Number.NEGATIVE_INFINITY : Math.log(own) + WEIGHT * Math.log(other);
}

/** The areas of your sheet and of each other one in a layout. */
export function sheetsIn(
  { columns, own, others }: DeskLayout,
  count: number,
  shape: OwnSheetShape | null,
): { readonly own: number; readonly other: number } {
  return { own: shape ? area(sheetIn(own, shape)) : 0, other: area(sheetOf(others, columns, count)) };
}

function* candidates(space: Size, count: number, own: OwnSheetShape | null): Generator<DeskLayout> {
  for (let columns = 1; columns <= count; columns++) {
    if (!own) yield { isBeside: true, columns, own: NOTHING, others: othersIn(space, columns, count) };
    else {
      for (const isBeside of [true, false]) {
        for (let step = 1; step < STEPS; step++) {
          const [theirs, mine] = split(space, isBeside, step / STEPS);
          yield { isBeside, columns, own: ownIn(mine, own), others: othersIn(theirs, columns, count) };
        }
      }
    }
  }
}

/** Split off a share of the space, beside or below. */
function split({ width, height }: Size, isBeside: boolean, share: number): [Size, Size] {
  if (isBeside) {
    const part = Math.floor(width * share);
    return [
      { width: part, height },
      { width: width - part - GAP, height },
    ];
  }
  const part = Math.floor(height * share);
  return [
    { width, height: part },
    { width, height: height - part - GAP },
  ];
}

/** The part of a space that your sheet and its tools need; they are arranged there as in the whole space. */
function ownIn(space: Size, shape: OwnSheetShape): Size {
  const sheet = sheetIn(space, shape);
  const extra = extraIn(space, shape);
  const [width, height] = [sheet.width + extra.width, sheet.height + extra.height];
  const boxes = [
    { width, height },
    { width: Math.max(width, Math.min(height, space.width)), height },
  ];
  return boxes.find((box) => area(sheetIn(box, shape)) >= area(sheet) - 1) ?? space;
}

/** Your sheet, as large as it gets in a space. */
function sheetIn(space: Size, shape: OwnSheetShape): Size {
  const extra = extraIn(space, shape);
  return largest({ width: space.width - extra.width, height: space.height - extra.height }, shape.ratio);
}

/** What the tools take, as `DrawingPad` and `Tray` arrange them in a space, or else the note. */
function extraIn({ width, height }: Size, { hasTools }: OwnSheetShape): Size {
  if (!hasTools) return { width: 0, height: NOTE };
  const isNarrow = width <= 408;
  const isTrayBeside = width >= height || (isNarrow && width >= 0.7 * height);
  if (!isTrayBeside) return { width: 0, height: isNarrow ? 116 : 72 };
  if (height > 432) return { width: 78, height: 0 };
  return { width: height > 224 ? 122 : 206, height: 0 };
}

/** The part of a space that the other sheets can use. */
function othersIn(space: Size, columns: number, count: number): Size {
  const rows = Math.ceil(count / columns);
  const { width, height } = sheetOf(space, columns, count);
  return {
    width: columns * width + (columns - 1) * GAP,
    height: rows * (height + PLATE) + (rows - 1) * GAP,
  };
}

function sheetOf({ width, height }: Size, columns: number, count: number): Size {
  const rows = Math.ceil(count / columns);
  const space = {
    width: (width - GAP * (columns - 1)) / columns,
    height: (height - GAP * (rows - 1)) / rows - PLATE,
  };
  return largest(space, UPRIGHT);
}

/** The largest sheet that fits. */
function largest({ width, height }: Size, ratio: number): Size {
  const wide = Math.max(0, Math.min(width, height * ratio));
  return { width: wide, height: wide / ratio };
}

function area({ width, height }: Size): number {
  return width * height;
}
