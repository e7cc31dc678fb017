// Divides the desk between your sheet, which is large, and the other players' sheets.
// Pure computation: sizes in, sizes out.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface DeskLayout {
  /** Whether the other sheets are beside yours, or below it. */
  readonly isBeside: boolean;
  readonly columns: number;
  readonly own: Size; // including its tools
  readonly others: Size; // all together, including their names
}

const UPRIGHT = 3 / 4; // aspect ratio of a portrait sheet
const PLATE = 36; // height of name and pile below a sheet
const TRAY = 76; // width or height of the tools at your sheet
const GAP = 12;
const STEPS = 48;
const WEIGHT = 0.6; // of the other sheets' size relative to yours
const NOTHING: Size = { width: 0, height: 0 };

/** Find the best layout; `own` is the aspect ratio of your sheet, or null for a watcher. */
export function layOutDesk(space: Size, count: number, own: number | null): DeskLayout {
  const whole = othersIn(space, Math.max(1, count), count);
  let best: DeskLayout = { isBeside: true, columns: Math.max(1, count), own: NOTHING, others: whole };
  let highest = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates(space, count, own)) {
    const score = scoreOf(candidate, count, own);
    if (score > highest) [best, highest] = [candidate, score];
  }
  return best;
}

function* candidates(space: Size, count: number, own: number | null): Generator<DeskLayout> {
  for (let columns = 1; columns <= count; columns++) {
    if (own === null)
      yield { isBeside: true, columns, own: NOTHING, others: othersIn(space, columns, count) };
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

function scoreOf({ columns, own, others }: DeskLayout, count: number, ratio: number | null): number {
  const tile = area(sheetOf(others, columns, count));
  return ratio === null ? tile : Math.log(area(sheetIn(own, ratio))) + WEIGHT * Math.log(tile);
}

/** The part of a space that your sheet and its tools can use. */
function ownIn(space: Size, ratio: number): Size {
  const sheet = sheetIn(space, ratio);
  return space.width >= space.height
    ? { width: Math.max(sheet.width + TRAY, sheet.height), height: sheet.height } // vertical tool tray
    : { width: sheet.width, height: sheet.height + TRAY };
}

function sheetIn({ width, height }: Size, ratio: number): Size {
  return width >= height
    ? largest({ width: width - TRAY, height }, ratio)
    : largest({ width, height: height - TRAY }, ratio);
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
