"""The file of drawings that bots can draw."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass

from training.generator.lines import ON, Lines
from training.generator.traces import Stroke, thinned

SIDE = 255
STRAY = 0.7  # of SIDE; points that matter less are left out


@dataclass(frozen=True)
class Doodle:
    """A drawing of a class; of two with the same word the one with the smaller rank is worth more."""

    word: str
    rank: int
    strokes: list[Stroke]


def strokes_of(lines: Lines) -> list[list[Stroke]]:
    """Strokes in whole numbers: the longer side is 255, and both begin at 0."""
    lines = lines.fitted()
    low = lines.points.masked_fill(~lines.there()[..., None], float("inf")).amin(dim=1, keepdim=True)
    points = ((lines.points - low) * (SIDE / 2)).cpu().tolist()
    pens = lines.pen.cpu().tolist()
    counts = lines.count.cpu().tolist()
    return [_strokes(points[at][:count], pens[at][:count]) for at, count in enumerate(counts)]


def _strokes(points: list[list[float]], pens: list[int]) -> list[Stroke]:
    found: list[Stroke] = []
    line: Stroke = []
    for (x, y), pen in zip(points, pens, strict=True):
        line.append((x, y))
        if pen != ON:
            found.append(_rounded(thinned(line, STRAY)))
            line = []
    return found


def _rounded(stroke: Stroke) -> Stroke:
    whole = [(min(max(round(x), 0), SIDE), min(max(round(y), 0), SIDE)) for x, y in stroke]
    return [point for at, point in enumerate(whole) if not at or point != whole[at - 1]]


def packed(doodles: Sequence[Doodle]) -> bytes:
    """One JSON object a line, by word; the same bytes whenever the drawings are the same."""
    ordered = sorted(doodles, key=lambda doodle: (doodle.word, doodle.rank))
    lines = [
        json.dumps(
            {
                "word": doodle.word,
                "drawing": [[[x for x, _ in s], [y for _, y in s]] for s in doodle.strokes],
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for doodle in ordered
    ]
    return gzip.compress("".join(line + "\n" for line in lines).encode(), compresslevel=9, mtime=0)


def fitting(doodles: Sequence[Doodle], most: int) -> tuple[list[Doodle], bytes]:
    """Leave out the last of each class until the file is small enough."""
    kept = list(doodles)
    content = packed(kept)
    while len(content) > most and any(doodle.rank for doodle in kept):
        last = max(doodle.rank for doodle in kept)
        kept = [doodle for doodle in kept if doodle.rank < last]
        content = packed(kept)
    return kept, content
