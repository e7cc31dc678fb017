"""All human sketches as lines on the device, and their classes; small enough to lie there as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.generator.lines import END, LIFT, ON, Lines
from training.generator.traces import Stroke, drawable
from training.sketches import PARTS, Sketches, read

LONGEST = 200  # points; drawings that need more are left out

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Album:
    """Drawing i has `count[i]` points from `start[i]` on."""

    tags: tuple[str, ...]
    tag: Whole  # index into tags
    part: NDArray[np.int8]
    start: Whole
    count: Whole
    points: torch.Tensor
    pen: torch.Tensor

    @property
    def device(self) -> torch.device:
        """Where it lies."""
        return self.points.device

    def of_part(self, part: str) -> Whole:
        """The drawings of one part."""
        return np.flatnonzero(self.part == PARTS.index(part))

    def lines(self, chosen: Whole) -> Lines:
        """Lay out some drawings."""
        start, count = (torch.from_numpy(value[chosen]).to(self.device) for value in (self.start, self.count))
        place = torch.arange(int(self.count[chosen].max()), device=self.device)
        at = torch.where(place < count[:, None], start[:, None] + place, 0)
        return Lines(self.points[at], self.pen[at].long(), count)


def read_album(folder: Path, device: torch.device, classes: int = 0, each: int = 0) -> Album:
    """Read both collections; only some of them for a quick try of everything."""
    sketches = read(folder)
    if each:
        sketches = sketches.first(each)
    tags = tuple(sorted(set(sketches.name)))
    if classes:
        tags = tags[:: -(-len(tags) // classes)]
    drawings = _drawings(sketches, set(tags))
    number = {tag: at for at, tag in enumerate(tags)}
    count = np.array([sum(map(len, strokes)) for _, strokes in drawings], dtype=np.int64)
    return Album(
        tags=tags,
        tag=np.array([number[sketches.name[at]] for at, _ in drawings]),
        part=sketches.part[np.array([at for at, _ in drawings])],
        start=np.cumsum(count) - count,
        count=count,
        points=torch.from_numpy(np.concatenate([_centred(strokes) for _, strokes in drawings])).to(device),
        pen=torch.from_numpy(np.concatenate([_pens(strokes) for _, strokes in drawings])).to(device),
    )


def _drawings(sketches: Sketches, wanted: set[str]) -> list[tuple[int, list[Stroke]]]:
    """Strokes of each drawing that is short enough."""
    found = []
    for at, name in enumerate(sketches.name):
        if name not in wanted:
            continue
        strokes = _strokes(sketches, at)
        if name.startswith("tu-berlin/"):
            strokes = drawable(strokes, LONGEST)
        if strokes and sum(map(len, strokes)) <= LONGEST:
            found.append((at, strokes))
    return found


def _strokes(sketches: Sketches, at: int) -> list[Stroke]:
    mine = slice(sketches.start[at], sketches.start[at] + sketches.count[at])
    segments = sketches.segments[mine].tolist()
    found: list[Stroke] = []
    last = -1
    for (ax, ay, bx, by), stroke in zip(segments, sketches.stroke[mine].tolist(), strict=True):
        if stroke != last:
            found.append([(ax, ay)])
            last = stroke
        found[-1].append((bx, by))
    return found


def _centred(strokes: Sequence[Stroke]) -> NDArray[np.float32]:
    points = np.array([point for stroke in strokes for point in stroke], dtype=np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - (low + high) / 2) * np.float32(2 / max((high - low).max(), 1e-6)))


def _pens(strokes: Sequence[Stroke]) -> NDArray[np.int8]:
    pens = np.full(sum(map(len, strokes)), ON, dtype=np.int8)
    pens[np.cumsum([len(stroke) for stroke in strokes]) - 1] = LIFT
    pens[-1] = END
    return pens
