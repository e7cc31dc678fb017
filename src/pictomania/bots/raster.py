"""Renders a drawing as network input: ink, and how fresh the ink is, on a small grid. Needs only numpy.

Drawings are always rendered from strokes, at a fixed line width relative to the drawing, never scaled from a
bitmap: the network fails on lines of another width. `training/data/render.py` does the same for whole
batches.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pictomania.bots.arrays import FloatArray

SIZE = 64  # pixels per side
MARGIN = 3.0  # pixels around the drawing
HALF_WIDTH = 0.9  # of a line, in pixels
OLDEST = 0.15  # freshness of the first ink; the last ink has 1
CHANNELS = 2

_PIECE = 3.0  # pixels; longer segments are split so that each piece touches only a few pixels
_MAX_PIECES = 8_192  # seven times the largest drawing in the collections
_REACH = HALF_WIDTH + 0.5  # from the centre of a line to the end of its soft edge
_WINDOW = int(_PIECE + 2 * _REACH) + 1
_PADDED = SIZE + 2 * _WINDOW


def rasterise(strokes: Sequence[NDArray[np.floating] | Sequence[tuple[float, float]]]) -> FloatArray:
    """Render strokes; points may be in any unit, with y pointing down.

    The first channel is ink, the second ink times its freshness. Where lines cross, the greater value wins.
    """
    arrays = [np.asarray(stroke, dtype=np.float32).reshape(-1, 2) for stroke in strokes if len(stroke)]
    if not arrays:
        return np.zeros((CHANNELS, SIZE, SIZE), dtype=np.float32)
    segments = _segments(arrays)
    low, high = segments.reshape(-1, 2).min(axis=0), segments.reshape(-1, 2).max(axis=0)
    scale = (SIZE - 2 * MARGIN) / max(float((high - low).max()), 1e-6)
    placed = (segments - (low + high) / 2) * np.float32(scale) + SIZE / 2
    thinned = _thin_out(placed)
    return _render(*_pieces(thinned[:, 0], thinned[:, 1]))


def total_length(strokes: Sequence[FloatArray]) -> float:
    """Return the length of all strokes together."""
    return sum(float(np.hypot(*np.diff(stroke, axis=0).T).sum()) for stroke in strokes)


def _segments(strokes: list[FloatArray]) -> FloatArray:
    """Return all pairs of neighbouring points, of shape (n, 2, 2); a stroke of one point becomes a dot."""
    points = np.concatenate(
        [np.repeat(stroke, 2, axis=0) if len(stroke) == 1 else stroke for stroke in strokes]
    )
    ends = np.cumsum([max(len(stroke), 2) for stroke in strokes])
    is_within_stroke = np.ones(len(points) - 1, dtype=bool)
    is_within_stroke[ends[:-1] - 1] = False
    return np.stack([points[:-1][is_within_stroke], points[1:][is_within_stroke]], axis=1)


def _thin_out(segments: FloatArray) -> FloatArray:
    """Keep every nth segment if there are too many to render in time."""
    pieces = np.maximum(np.ceil(np.hypot(*(segments[:, 1] - segments[:, 0]).T) / _PIECE), 1).sum()
    return segments[:: max(1, int(np.ceil(pieces / _MAX_PIECES)))]


def _pieces(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Split segments into short pieces; return both ends of each, and its freshness at both ends."""
    length = np.hypot(*(b - a).T)
    total = max(float(length.sum()), 1e-6)
    before = np.cumsum(length) - length
    parts = np.maximum(np.ceil(length / _PIECE), 1).astype(np.int64)
    segment = np.repeat(np.arange(len(a)), parts)
    index = np.arange(len(segment)) - np.repeat(np.cumsum(parts) - parts, parts)
    from_share = (index / parts[segment])[:, None]
    to_share = ((index + 1) / parts[segment])[:, None]
    delta = (b - a)[segment]
    fresh_from = (before[segment] + from_share[:, 0] * length[segment]) / total
    fresh_to = (before[segment] + to_share[:, 0] * length[segment]) / total
    return (
        (a[segment] + delta * from_share).astype(np.float32),
        (a[segment] + delta * to_share).astype(np.float32),
        (OLDEST + (1 - OLDEST) * fresh_from).astype(np.float32),
        (OLDEST + (1 - OLDEST) * fresh_to).astype(np.float32),
    )


def _render(a: FloatArray, b: FloatArray, fresh_from: FloatArray, fresh_to: FloatArray) -> FloatArray:
    """Compute each piece's coverage of the pixels in its window, and keep the darkest value per pixel."""
    corner = np.ceil(np.minimum(a, b) - _REACH - 0.5).astype(np.int64)
    steps = np.arange(_WINDOW, dtype=np.float32) + np.float32(0.5)
    x = (corner[:, 0, None] - a[:, 0, None] + steps).astype(np.float32)[:, None, :]
    y = (corner[:, 1, None] - a[:, 1, None] + steps).astype(np.float32)[:, :, None]
    delta = b - a
    dx, dy = delta[:, 0, None, None], delta[:, 1, None, None]
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
