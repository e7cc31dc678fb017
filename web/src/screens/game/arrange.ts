// How the own sheet and those of the others share a desk: the own one large, the others all to be seen.
// Knows nothing of the page: sizes go in, sizes come out.

export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Arrangement {
  /** Do the others lie beside the own sheet, or below it? */
  readonly isBeside: boolean;
  readonly columns: number;
  readonly own: Room; // with its tools
  readonly others: Room; // all of them, with their names
}

const UPRIGHT = 3 / 4; // width by height of a sheet
const PLATE = 36; // below a sheet: the name and the pile
const TRAY = 76; // beside or below the own sheet: the tools
const GAP = 12;
const STEPS = 48;
const WEIGHT = 0.6; // of how large the others are, against the own sheet
const NOTHING: Room = { width: 0, height: 0 };

/** Find the arrangement in which all is large; `own` is the own sheet's width by its height, or null for a watcher. */
export function arrange(room: Room, count: number, own: number | null): Arrangement {
  const whole = othersIn(room, Math.max(1, count), count);
  let best: Arrangement = { isBeside: true, columns: Math.max(1, count), own: NOTHING, others: whole };
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates(room, count, own)) {
    const worth = worthOf(candidate, count, own);
    if (worth > most) [best, most] = [candidate, worth];
  }
  return best;
}

function* candidates(room: Room, count: number, own: number | null): Generator<Arrangement> {
  for (let columns = 1; columns <= count; columns++) {
    if (own === null) yield { isBeside: true, columns, own: NOTHING, others: othersIn(room, columns, count) };
    else {
      for (const isBeside of [true, false]) {
        for (let step = 1; step < STEPS; step++) {
          const [theirs, mine] = parted(room, isBeside, step / STEPS);
          yield { isBeside, columns, own: ownIn(mine, own), others: othersIn(theirs, columns, count) };
        }
      }
    }
  }
}

/** Cut off a share of the room, beside or below. */
function parted({ width, height }: Room, isBeside: boolean, share: number): [Room, Room] {
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

function worthOf({ columns, own, others }: Arrangement, count: number, ratio: number | null): number {
  const tile = area(sheetOf(others, columns, count));
  return ratio === null ? tile : Math.log(area(sheetIn(own, ratio))) + WEIGHT * Math.log(tile);
}

/** As much of a room as the own sheet and its tools can use. */
function ownIn(room: Room, ratio: number): Room {
  const sheet = sheetIn(room, ratio);
  return room.width >= room.height
    ? { width: Math.max(sheet.width + TRAY, sheet.height), height: sheet.height } // the tools stand upright
    : { width: sheet.width, height: sheet.height + TRAY };
}

function sheetIn({ width, height }: Room, ratio: number): Room {
  return width >= height
    ? largest({ width: width - TRAY, height }, ratio)
    : largest({ width, height: height - TRAY }, ratio);
}

/** As much of a room as the others can use. */
function othersIn(room: Room, columns: number, count: number): Room {
  const rows = Math.ceil(count / columns);
  const { width, height } = sheetOf(room, columns, count);
  return {
    width: columns * width + (columns - 1) * GAP,
    height: rows * (height + PLATE) + (rows - 1) * GAP,
  };
}

function sheetOf({ width, height }: Room, columns: number, count: number): Room {
  const rows = Math.ceil(count / columns);
  const room = {
    width: (width - GAP * (columns - 1)) / columns,
    height: (height - GAP * (rows - 1)) / rows - PLATE,
  };
  return largest(room, UPRIGHT);
}

/** The largest sheet that fits. */
function largest({ width, height }: Room, ratio: number): Room {
  const wide = Math.max(0, Math.min(width, height * ratio));
  return { width: wide, height: wide / ratio };
}

function area({ width, height }: Room): number {
  return width * height;
}
