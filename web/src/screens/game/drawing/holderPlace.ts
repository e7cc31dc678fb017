// Decides whether the word cards lie above the sheets or beside them, and whether the desk is large enough at all.
// Heights and widths are estimates in pixels: the sheets are laid out in the space that really is left.

import { layOutDesk, type OwnSheetShape, type Size, scoreOf, sheetsIn } from "./deskLayout.ts";

export type HolderPlace = "above" | "beside";

const CARD_HEIGHT = 172;
const MAX_ROW = 3; // more cards take two rows or columns
const WIDE = 1088; // all cards fit side by side
const COLUMNS_WIDTH = { one: 214, two: 348 };
const FOOTER = { wide: 110, narrow: 164 };
const WIDE_FOOTER = 992;
const PADDING = { width: 24, height: 10 };
const MIN_DESK: Size = { width: 640, height: 540 };
const MIN_STAGE_WIDTH = 600; // for word, hand and tokens below it
const MIN_OWN_AREA = 240 * 320;
const MIN_OTHER_AREA = 90 * 120; // for watchers
// The choice must not change when a sheet is turned or can't be changed any more.
const UPRIGHT: OwnSheetShape = { ratio: 3 / 4, hasTools: true };

/** Find the better place for the cards; null if the screen is too small for all sheets at once. */
export function placeHolder(
  desk: Size,
  cards: number,
  others: number,
  isPlaying: boolean,
): HolderPlace | null {
  if (desk.width < MIN_DESK.width || desk.height < MIN_DESK.height) return null;
  const own = isPlaying ? UPRIGHT : null;
  const [best] = (["above", "beside"] as const)
    .map((place) => ({ place, stage: stageOf(desk, cards, place) }))
    .filter(({ stage }) => stage.width >= MIN_STAGE_WIDTH)
    .map(({ place, stage }) => ({ place, layout: layOutDesk(stage, others, own) }))
    .sort((one, other) => scoreOf(other.layout, others, own) - scoreOf(one.layout, others, own));
  if (!best) return null;
  const sheets = sheetsIn(best.layout, others, own);
  return sheets.own >= MIN_OWN_AREA || (!isPlaying && sheets.other >= MIN_OTHER_AREA) ? best.place : null;
}

/** The space that is left for the sheets. */
function stageOf(desk: Size, cards: number, place: HolderPlace): Size {
  const isMany = cards > MAX_ROW;
  const holder =
    place === "above"
      ? { width: 0, height: (isMany && desk.width < WIDE ? 2 : 1) * CARD_HEIGHT }
      : { width: isMany ? COLUMNS_WIDTH.two : COLUMNS_WIDTH.one, height: 0 };
  const width = desk.width - PADDING.width - holder.width;
  const footer = width < WIDE_FOOTER ? FOOTER.narrow : FOOTER.wide;
  return { width, height: desk.height - PADDING.height - holder.height - footer };
}
