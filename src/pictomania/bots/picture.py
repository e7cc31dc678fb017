"""A drawing as the network sees it: ink, and how fresh the ink is, on a small grid. Needs numpy only.

Always made from strokes at a fixed width relative to the drawing, never from a bitmap: the network is
helpless with lines of another width. `training/render.py` does the same for whole batches.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SIZE = 64  # pixels a side
MARGIN = 3.0  # pixels around the drawing
HALF_WIDTH = 0.9  # of a line, in pixels
OLDEST = 0.15  # freshness of the first ink; that of the last is 1
CHANNELS = 2

_PIECE = 3.0  # pixels; longer segments are cut, so that each piece touches only a few pixels
_MOST_PIECES = 8_192  # seven times the most that anybody drew for the collections
_REACH = HALF_WIDTH + 0.5  # of a line beyond its middle, its soft edge included
_WINDOW = int(_PIECE + 2 * _REACH) + 1
_PADDED = SIZE + 2 * _WINDOW

Floats = NDArray[np.float32]


def image_of(strokes: Sequence[NDArray[np.floating] | Sequence[tuple[float, float]]]) -> Floats:
    """Draw what is on a sheet so far; a stroke is its points in any unit, y downwards.

    The first channel is the ink, the second the ink times its freshness; where lines cross, the greater
    value stands.
    """
    arrays = [np.asarray(stroke, dtype=np.float32).reshape(-1, 2) for stroke in strokes if len(stroke)]
    if not arrays:
        return np.zeros((CHANNELS, SIZE, SIZE), dtype=np.float32)
    ends = _segments(arrays)
    low, high = ends.reshape(-1, 2).min(axis=0), ends.reshape(-1, 2).max(axis=0)
    scale = (SIZE - 2 * MARGIN) / max(float((high - low).max()), 1e-6)
    placed = (ends - (low + high) / 2) * np.float32(scale) + SIZE / 2
    few = _bounded(placed)
    return _drawn(*_pieces(few[:, 0], few[:, 1]))


def length_of(strokes: Sequence[Floats]) -> float:
    """How long all strokes are together."""
    return sum(float(np.hypot(*np.diff(stroke, axis=0).T).sum()) for stroke in strokes)


def _segments(strokes: list[Floats]) -> Floats:
    """All pairs of neighbouring points, of shape (n, 2, 2); a stroke of one point is a dot."""
    whole = np.concatenate(
        [np.repeat(stroke, 2, axis=0) if len(stroke) == 1 else stroke for stroke in strokes]
    )
    ends = np.cumsum([max(len(stroke), 2) for stroke in strokes])
    within = np.ones(len(whole) - 1, dtype=bool)
    within[ends[:-1] - 1] = False
    return np.stack([whole[:-1][within], whole[1:][within]], axis=1)


def _bounded(ends: Floats) -> Floats:
    """Every so many-th segment, where there are too many to be looked at in time."""
    pieces = np.maximum(np.ceil(np.hypot(*(ends[:, 1] - ends[:, 0]).T) / _PIECE), 1).sum()
    return ends[:: max(1, int(np.ceil(pieces / _MOST_PIECES)))]


def _pieces(a: Floats, b: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Cut segments into short pieces: both ends of each, and how fresh it is at both ends."""
    length = np.hypot(*(b - a).T)
    total = max(float(length.sum()), 1e-6)
    before = np.cumsum(length) - length
    parts = np.maximum(np.ceil(length / _PIECE), 1).astype(np.int64)
    of = np.repeat(np.arange(len(a)), parts)
    nth = np.arange(len(of)) - np.repeat(np.cumsum(parts) - parts, parts)
    from_share = (nth / parts[of])[:, None]
    to_share = ((nth + 1) / parts[of])[:, None]
    way = (b - a)[of]
    fresh_from = (before[of] + from_share[:, 0] * length[of]) / total
    fresh_to = (before[of] + to_share[:, 0] * length[of]) / total
    return (
        (a[of] + way * from_share).astype(np.float32),
        (a[of] + way * to_share).astype(np.float32),
        (OLDEST + (1 - OLDEST) * fresh_from).astype(np.float32),
        (OLDEST + (1 - OLDEST) * fresh_to).astype(np.float32),
    )


def _drawn(a: Floats, b: Floats, fresh_from: Floats, fresh_to: Floats) -> Floats:
    """Measure each piece against the pixels of its window alone, and keep the darkest."""
    corner = np.ceil(np.minimum(a, b) - _REACH - 0.5).astype(np.int64)
    steps = np.arange(_WINDOW, dtype=np.float32) + np.float32(0.5)
    x = (corner[:, 0, None] - a[:, 0, None] + steps).astype(np.float32)[:, None, :]
    y = (corner[:, 1, None] - a[:, 1, None] + steps).astype(np.float32)[:, :, None]
    way = b - a
    dx, dy = way[:, 0, None, None], way[:, 1, None, None]
    share = np.clip((x * dx + y * dy) / np.maximum(dx * dx + dy * dy, np.float32(1e-9)), 0, 1)
    off_x, off_y = x - share * dx, y - share * dy
    ink = np.clip(_REACH - np.sqrt(off_x * off_x + off_y * off_y), 0, 1)
    fresh = ink * (fresh_from[:, None, None] + share * (fresh_to - fresh_from)[:, None, None])
    columns = corner[:, 0, None] + np.arange(_WINDOW) + _WINDOW
    rows = corner[:, 1, None] + np.arange(_WINDOW) + _WINDOW
    at = (rows[:, :, None] * _PADDED + columns[:, None, :]).ravel()
    image = np.zeros((CHANNELS, _PADDED * _PADDED), dtype=np.float32)
    np.maximum.at(image[0], at, ink.ravel())
    np.maximum.at(image[1], at, fresh.ravel())
    inner = slice(_WINDOW, _WINDOW + SIZE)
    return np.ascontiguousarray(image.reshape(CHANNELS, _PADDED, _PADDED)[:, inner, inner])
