"""Human sketches as flat arrays of segments, split into training, calibration and test parts.

Knows nothing of torch or of our cards.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILES = {"quickdraw": "quickdraw-200.ndjson.gz", "tu-berlin": "tu-berlin-64.ndjson.gz"}
TEACHER = "teacher-top10.npz"
MAX_SEGMENTS = 512  # per drawing; the few with more lose every other point
# `held` are icons held out of training, `blind` sketches of concepts that are trained on icons alone.
PARTS = ("train", "calibration", "test", "held", "blind")

StrokeCoordinates = Sequence[Sequence[Sequence[float]]]  # x and y of the points of each stroke


@dataclass(frozen=True)
class Sketches:
    """Packed drawings: drawing i has `count[i]` segments from index `start[i]`, in drawing order."""

    segments: NDArray[np.float32]  # x and y of both ends; each drawing fits a box from 0 to 1
    stroke: NDArray[np.int16]  # index of the segment's stroke in its drawing
    start: NDArray[np.int64]
    count: NDArray[np.int64]
    name: list[str]  # such as quickdraw/apple
    key: list[str]  # such as quickdraw/6604951289593856
    part: NDArray[np.int8]  # index into PARTS

    def __len__(self) -> int:
        """Return the number of drawings."""
        return len(self.name)

    def of_part(self, part: str, prefix: str = "") -> NDArray[np.int64]:
        """Return the indices of the drawings in one part, optionally of one collection."""
        has_prefix = np.array([name.startswith(prefix) for name in self.name])
        return np.flatnonzero((self.part == PARTS.index(part)) & has_prefix)

    def first(self, each: int) -> "Sketches":
        """Keep the first `each` drawings of each class, for a quick test run."""
        seen: dict[str, int] = {}
        keep = []
        for index, name in enumerate(self.name):
            seen[name] = seen.get(name, 0) + 1
            if seen[name] <= each:
                keep.append(index)
        return self.select(keep)

    def select(self, keep: list[int]) -> "Sketches":
        """Keep these drawings, by index."""
        at = np.array(keep, dtype=np.int64)
        return replace(
            self,
            start=self.start[at],
            count=self.count[at],
            name=[self.name[index] for index in keep],
            key=[self.key[index] for index in keep],
            part=self.part[at],
        )


def part_of(key: str) -> int:
    """Assign train (90 %), calibration (5 %) or test (5 %) by a hash of the id."""
    bucket = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4], "big") % 100
    return 0 if bucket < 90 else 1 if bucket < 95 else 2


def data_hash(folder: Path, icons: Iterable[Path] = ()) -> str:
    """Return a checksum of the training data."""
    digest = hashlib.sha256()
    for path in (*(folder / name for name in (*FILES.values(), TEACHER)), *icons):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def read_sketches(folder: Path) -> Sketches:
    """Read both collections."""
    rows = (
        (f"{source}/{row['word']}", f"{source}/{row['id']}", row["drawing"]) for source, row in _rows(folder)
    )
    return pack(rows)


def pack(rows: Iterable[tuple[str, str, StrokeCoordinates]]) -> Sketches:
    """Pack drawings, each with its name and key, into flat arrays."""
    points: list[float] = []
    lengths: list[int] = []  # points of each stroke
    strokes: list[int] = []  # strokes of each drawing
    scales: list[tuple[float, float, float]] = []  # left, top and size of each drawing
    names: list[str] = []
    keys: list[str] = []
    for name, key, drawing in rows:
        xs, ys = _coordinates(drawing, lengths)
        points += xs
        points += ys
        strokes.append(len(drawing))
        size = max(max(xs) - min(xs), max(ys) - min(ys))
        scales.append((min(xs), min(ys), float(max(size, 1))))
        names.append(name)
        keys.append(key)
    return _pack_raw(_RawSketches(points, lengths, strokes, scales), names, keys)


def _rows(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for source, name in FILES.items():
        with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield source, json.loads(line)


def concatenate(first: Sketches, second: Sketches) -> Sketches:
    """Concatenate two collections."""
    return Sketches(
        segments=np.concatenate([first.segments, second.segments]),
        stroke=np.concatenate([first.stroke, second.stroke]),
        start=np.concatenate([first.start, second.start + len(first.segments)]),
        count=np.concatenate([first.count, second.count]),
        name=first.name + second.name,
        key=first.key + second.key,
        part=np.concatenate([first.part, second.part]),
    )


def _coordinates(drawing: StrokeCoordinates, lengths: list[int]) -> tuple[list[float], list[float]]:
    step = 2 if sum(len(xs) for xs, _ in drawing) > MAX_SEGMENTS else 1
    all_xs: list[float] = []
    all_ys: list[float] = []
    for xs, ys in drawing:
        kept = [*range(0, len(xs) - 1, step), len(xs) - 1]
        all_xs += [xs[at] for at in kept]
        all_ys += [ys[at] for at in kept]
        lengths.append(len(kept))
    return all_xs, all_ys


@dataclass(frozen=True)
class _RawSketches:
    points: list[float]  # all x of a drawing, then all its y
    lengths: list[int]
    strokes: list[int]
    scales: list[tuple[float, float, float]]


def _pack_raw(raw: _RawSketches, names: list[str], keys: list[str]) -> Sketches:
    length = np.array(raw.lengths)
    per_drawing = np.array(raw.strokes)
    drawing_of_stroke = np.repeat(np.arange(len(names)), per_drawing)
    count_points = np.bincount(drawing_of_stroke, weights=length).astype(np.int64)
    flat = np.array(raw.points, dtype=np.float32)
    offset = np.concatenate([[0], np.cumsum(count_points)[:-1]])
    drawing_of_point = np.repeat(np.arange(len(names)), count_points)
    xs_at = np.arange(count_points.sum()) + offset[drawing_of_point]  # skips the y of earlier drawings
    scale = np.array(raw.scales, dtype=np.float32)[drawing_of_point]
    xs = (flat[xs_at] - scale[:, 0]) / scale[:, 2]
    ys = (flat[xs_at + count_points[drawing_of_point]] - scale[:, 1]) / scale[:, 2]
    first_stroke = np.concatenate([[0], np.cumsum(per_drawing)[:-1]])
    stroke_of_point = np.repeat(np.arange(len(length)), length)
    is_joined = np.flatnonzero(stroke_of_point[1:] == stroke_of_point[:-1])
    drawing_of_segment = drawing_of_point[is_joined]
    count = np.bincount(drawing_of_segment, minlength=len(names)).astype(np.int64)
    return Sketches(
        segments=np.stack([xs[is_joined], ys[is_joined], xs[is_joined + 1], ys[is_joined + 1]], axis=1),
        stroke=(stroke_of_point[is_joined] - first_stroke[drawing_of_segment]).astype(np.int16),
        start=np.concatenate([[0], np.cumsum(count)[:-1]]),
        count=count,
        name=names,
        key=keys,
        part=np.array([part_of(key) for key in keys], dtype=np.int8),
    )
