"""Icons as training data for ideas without human sketches.

Straight lines of an icon have two points and its curves have many. Both are resampled to about the density of
hand-drawn strokes, so that augmentation can bend lines and rendering stays cheap.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.data.labels import Output, is_human
from training.data.sketches import MAX_SEGMENTS, PARTS, Sketches, StrokeCoordinates, pack

TOLERANCE = 1.5  # of 255: how far a simplified curve may stray
MAX_STEP = 24.0  # of 255: longer segments are split
PointArray = NDArray[np.float64]


def read_icons(paths: Iterable[Path]) -> Sketches:
    """Read files with one line per icon, `{"word": "tabler/plane", "drawing": [[xs, ys], …]}`."""
    rows = [row for path in paths for row in _rows(path) if row["drawing"]]
    drawn = pack(
        (row["word"], f"{row['word']}#{number}", _resample(row["drawing"])) for number, row in enumerate(rows)
    )
    return replace(drawn, part=np.zeros(len(rows), dtype=np.int8))


def select_icons(icons: Sketches, output_of: Mapping[str, int]) -> Sketches:
    """Keep the icons that belong to an output."""
    return icons.select([index for index, name in enumerate(icons.name) if name in output_of])


def hold_out(icons: Sketches, outputs: Sequence[Output]) -> Sketches:
    """Hold out one icon, chosen by hash, of each output that has several."""
    available = set(icons.name)
    held = set()
    for output in outputs:
        own = [tag for tag in output.tags if tag in available and not is_human(tag)]
        if len(own) > 1:
            held.add(min(own, key=hash_of))
    part = [PARTS.index("held") if name in held else 0 for name in icons.name]
    return replace(icons, part=np.array(part, dtype=np.int8))


def hash_of(name: str) -> str:
    """Return a hash of a name, the same on every machine."""
    return hashlib.sha256(name.encode()).hexdigest()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _resample(drawing: StrokeCoordinates) -> list[list[list[float]]]:
    """Simplify strokes and split long segments; a single point becomes a dot of two points."""
    strokes = [np.array(stroke, dtype=np.float64).T for stroke in drawing[:MAX_SEGMENTS] if len(stroke[0])]
    return [_split(_simplify(stroke)).T.tolist() for stroke in strokes]


def _simplify(points: PointArray) -> PointArray:
    """Simplify a polyline (Ramer–Douglas–Peucker)."""
    if len(points) < 3:
        return points if len(points) == 2 else np.repeat(points, 2, axis=0)
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    open_spans = [(0, len(points) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        if last - first < 2:
            continue
        distance = _distances(points[first + 1 : last], points[first], points[last])
        if distance.max() > TOLERANCE:
            middle = first + 1 + int(distance.argmax())
            keep[middle] = True
            open_spans += [(first, middle), (middle, last)]
    return points[keep]


def _distances(points: PointArray, a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distance of each point from the segment between a and b."""
    delta = b - a
    share = np.clip((points - a) @ delta / max(float(delta @ delta), 1e-9), 0, 1)
    result: NDArray[np.float64] = np.hypot(*(points - a - share[:, None] * delta).T)
    return result


def _split(points: PointArray) -> PointArray:
    """Split long segments into equal parts."""
    parts = np.maximum(np.ceil(np.hypot(*np.diff(points, axis=0).T) / MAX_STEP), 1).astype(np.int64)
    place = np.concatenate([[0.0], np.repeat(np.arange(len(parts)), parts) + _fractions(parts)])
    at = np.arange(len(points))
    return np.stack([np.interp(place, at, points[:, axis]) for axis in (0, 1)], axis=1)


def _fractions(parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the end of each part as a fraction: for 2 and 3 parts, 1/2, 1, 1/3, 2/3, 1."""
    index = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    result: NDArray[np.float64] = (index + 1) / np.repeat(parts, parts)
    return result
