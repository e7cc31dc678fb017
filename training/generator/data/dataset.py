"""The human sketches as pen sequences, kept on the device as a whole, and their classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from pictomania.bots.arrays import FloatArray, IntArray
from training.data.sketches import PARTS, Sketches, read_sketches
from training.generator.data.sequences import DOWN, END, LIFT, PenSequences
from training.generator.data.traces import PenStroke, make_drawable

MAX_POINTS = 200  # longer drawings are left out


@dataclass(frozen=True)
class SequenceDataset:
    """Packed drawings: drawing i has `count[i]` points from index `start[i]`."""

    tags: tuple[str, ...]
    tag: IntArray  # index into tags
    part: NDArray[np.int8]
    start: IntArray
    count: IntArray
    points: torch.Tensor
    pen: torch.Tensor

    @property
    def device(self) -> torch.device:
        """The device of the tensors."""
        return self.points.device

    def of_part(self, part: str) -> IntArray:
        """Return the indices of the drawings in one part."""
        return np.flatnonzero(self.part == PARTS.index(part))

    def sequences(self, chosen: IntArray) -> PenSequences:
        """Gather some drawings."""
        start, count = (torch.from_numpy(value[chosen]).to(self.device) for value in (self.start, self.count))
        place = torch.arange(int(self.count[chosen].max()), device=self.device)
        at = torch.where(place < count[:, None], start[:, None] + place, 0)
        return PenSequences(self.points[at], self.pen[at].long(), count)


def load_dataset(folder: Path, device: torch.device, classes: int = 0, each: int = 0) -> SequenceDataset:
    """Read both collections; `classes` and `each` limit them for a quick test run."""
    sketches = read_sketches(folder)
    if each:
        sketches = sketches.first(each)
    tags = tuple(sorted(set(sketches.name)))
    if classes:
        tags = tags[:: -(-len(tags) // classes)]
    drawings = _short_drawings(sketches, set(tags))
    number = {tag: at for at, tag in enumerate(tags)}
    count = np.array([sum(map(len, strokes)) for _, strokes in drawings], dtype=np.int64)
    return SequenceDataset(
        tags=tags,
        tag=np.array([number[sketches.name[at]] for at, _ in drawings]),
        part=sketches.part[np.array([at for at, _ in drawings])],
        start=np.cumsum(count) - count,
        count=count,
        points=torch.from_numpy(np.concatenate([_normalise(strokes) for _, strokes in drawings])).to(device),
        pen=torch.from_numpy(np.concatenate([_pen_states(strokes) for _, strokes in drawings])).to(device),
    )


def _short_drawings(sketches: Sketches, wanted: set[str]) -> list[tuple[int, list[PenStroke]]]:
    """Return the index and strokes of each wanted drawing that is short enough."""
    found = []
    for at, name in enumerate(sketches.name):
        if name not in wanted:
            continue
        strokes = _strokes(sketches, at)
        if name.startswith("tu-berlin/"):
            strokes = make_drawable(strokes, MAX_POINTS)
        if strokes and sum(map(len, strokes)) <= MAX_POINTS:
            found.append((at, strokes))
    return found


def _strokes(sketches: Sketches, at: int) -> list[PenStroke]:
    rows = slice(sketches.start[at], sketches.start[at] + sketches.count[at])
    segments = sketches.segments[rows].tolist()
    found: list[PenStroke] = []
    last = -1
    for (ax, ay, bx, by), stroke in zip(segments, sketches.stroke[rows].tolist(), strict=True):
        if stroke != last:
            found.append([(ax, ay)])
            last = stroke
        found[-1].append((bx, by))
    return found


def _normalise(strokes: Sequence[PenStroke]) -> FloatArray:
    """Centre and scale the points to the square from -1 to 1."""
    points = np.array([point for stroke in strokes for point in stroke], dtype=np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - (low + high) / 2) * np.float32(2 / max((high - low).max(), 1e-6)))


def _pen_states(strokes: Sequence[PenStroke]) -> NDArray[np.int8]:
    pens = np.full(sum(map(len, strokes)), DOWN, dtype=np.int8)
    pens[np.cumsum([len(stroke) for stroke in strokes]) - 1] = LIFT
    pens[-1] = END
    return pens
