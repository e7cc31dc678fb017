"""The file of doodles that bots can draw."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass

from training.generator.data.sequences import DOWN, PenSequences
from training.generator.data.traces import PenStroke, simplify

SIDE = 255
TOLERANCE = 0.7  # of SIDE; how far a simplified line may stray


@dataclass(frozen=True)
class Doodle:
    """A drawing of a class; a lower rank is better."""

    word: str
    rank: int
    strokes: list[PenStroke]


def strokes_of(sequences: PenSequences) -> list[list[PenStroke]]:
    """Return strokes in integer coordinates, from 0 to 255 along the longer side."""
    sequences = sequences.fit()
    low = sequences.points.masked_fill(~sequences.mask()[..., None], float("inf")).amin(dim=1, keepdim=True)
    points = ((sequences.points - low) * (SIDE / 2)).cpu().tolist()
    pens = sequences.pen.cpu().tolist()
    counts = sequences.count.cpu().tolist()
    return [_strokes(points[at][:count], pens[at][:count]) for at, count in enumerate(counts)]


def _strokes(points: list[list[float]], pens: list[int]) -> list[PenStroke]:
    found: list[PenStroke] = []
    stroke: PenStroke = []
    for (x, y), pen in zip(points, pens, strict=True):
        stroke.append((x, y))
        if pen != DOWN:
            found.append(_round(simplify(stroke, TOLERANCE)))
            stroke = []
    return found


def _round(stroke: PenStroke) -> PenStroke:
    rounded = [(min(max(round(x), 0), SIDE), min(max(round(y), 0), SIDE)) for x, y in stroke]
    return [point for at, point in enumerate(rounded) if not at or point != rounded[at - 1]]


def encode(doodles: Sequence[Doodle]) -> bytes:
    """Encode as gzipped JSON lines, sorted by word; deterministic."""
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


def encode_within(doodles: Sequence[Doodle], max_bytes: int) -> tuple[list[Doodle], bytes]:
    """Drop the worst of each class until the file is small enough; return what is left, and the file."""
    kept = list(doodles)
    content = encode(kept)
    while len(content) > max_bytes and any(doodle.rank for doodle in kept):
        worst = max(doodle.rank for doodle in kept)
        kept = [doodle for doodle in kept if doodle.rank < worst]
        content = encode(kept)
    return kept, content
