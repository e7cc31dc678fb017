"""Icons as lessons for ideas that nobody drew for the collections.

An icon's straight line has two points and its curves have many. Here both get about as many as a hand would
need, so that a warp can bend the lines and pictures cost little.
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

from training.labels import Output, by_people
from training.sketches import LONGEST, PARTS, Drawing, Sketches, gathered

STRAIGHT = 1.5  # of 255: a curve may leave its points by so much
STEP = 24.0  # of 255: longer segments are cut
Points = NDArray[np.float64]


def read_icons(paths: Iterable[Path]) -> Sketches:
    """Read files with a line for each icon, `{"word": "tabler/plane", "drawing": [[xs, ys], …]}`."""
    rows = [row for path in paths for row in _rows(path) if row["drawing"]]
    drawn = gathered(
        (row["word"], f"{row['word']}#{number}", _by_hand(row["drawing"])) for number, row in enumerate(rows)
    )
    return replace(drawn, part=np.zeros(len(rows), dtype=np.int8))


def chosen_for(icons: Sketches, output_of: Mapping[str, int]) -> Sketches:
    """Keep the icons that an output is learnt from."""
    return icons.only([index for index, name in enumerate(icons.name) if name in output_of])


def with_held(icons: Sketches, outputs: Sequence[Output]) -> Sketches:
    """Hold one icon back of each output that has several: which one, its hash decides."""
    there = set(icons.name)
    held = set()
    for output in outputs:
        mine = [tag for tag in output.tags if tag in there and not by_people(tag)]
        if len(mine) > 1:
            held.add(min(mine, key=hash_of))
    part = [PARTS.index("held") if name in held else 0 for name in icons.name]
    return replace(icons, part=np.array(part, dtype=np.int8))


def hash_of(name: str) -> str:
    """A number that depends on a name alone, the same on every machine."""
    return hashlib.sha256(name.encode()).hexdigest()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _by_hand(drawing: Drawing) -> list[list[list[float]]]:
    """The same strokes with points where a hand needs them; a single point becomes a dot of two."""
    strokes = [np.array(stroke, dtype=np.float64).T for stroke in drawing[:LONGEST] if len(stroke[0])]
    return [_cut(_simplified(stroke)).T.tolist() for stroke in strokes]


def _simplified(points: Points) -> Points:
    """Ramer, Douglas and Peucker: leave out points that a straight line nearly meets."""
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
        if distance.max() > STRAIGHT:
            middle = first + 1 + int(distance.argmax())
            keep[middle] = True
            open_spans += [(first, middle), (middle, last)]
    return points[keep]


def _distances(points: Points, a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """From each point to the segment from a to b."""
    way = b - a
    share = np.clip((points - a) @ way / max(float(way @ way), 1e-9), 0, 1)
    result: NDArray[np.float64] = np.hypot(*(points - a - share[:, None] * way).T)
    return result


def _cut(points: Points) -> Points:
    """Cut long segments into equal parts."""
    parts = np.maximum(np.ceil(np.hypot(*np.diff(points, axis=0).T) / STEP), 1).astype(np.int64)
    place = np.concatenate([[0.0], np.repeat(np.arange(len(parts)), parts) + _within(parts)])
    at = np.arange(len(points))
    return np.stack([np.interp(place, at, points[:, axis]) for axis in (0, 1)], axis=1)


def _within(parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """For 2 and 3 parts: 1/2, 1, 1/3, 2/3, 1."""
    nth = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    result: NDArray[np.float64] = (nth + 1) / np.repeat(parts, parts)
    return result
