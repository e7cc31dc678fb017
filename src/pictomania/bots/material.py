"""Drawings to draw from: lines of icons, taken from other projects at build time, and doodles of our own.

See material/CREDITS.md for where they come from.
"""

import gzip
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from pictomania.bots.picture import Floats

FILES = ("doodles.ndjson.gz", "icons.ndjson.gz", "openmoji.ndjson.gz")
SIZE = 255  # of the box that drawings are stored in

Doodle = list[Floats]  # the points of each line, in a box whose longer side is 1


class Kept(msgspec.Struct):
    """A drawing as it is stored."""

    word: str
    drawing: msgspec.Raw


_lines = msgspec.json.Decoder(Kept)
_strokes = msgspec.json.Decoder(list[tuple[list[int], list[int]]])


def drawings(tag: str) -> list[Doodle]:
    """All drawings of one name."""
    return [_doodle(raw) for raw in _read().get(tag, ())]


def names() -> list[str]:
    """The names of all drawings."""
    return sorted(_read())


@cache
def _read() -> dict[str, list[bytes]]:
    """Keep drawings packed: a bot needs one of thousands."""
    found: dict[str, list[bytes]] = {}
    folder = files("pictomania.bots").joinpath("material")
    for name in FILES:
        for line in gzip.decompress(folder.joinpath(name).read_bytes()).splitlines():
            kept = _lines.decode(line)
            found.setdefault(kept.word, []).append(bytes(kept.drawing))
    return found


def _doodle(raw: bytes) -> Doodle:
    return [np.array(stroke, dtype=np.float32).T / np.float32(SIZE) for stroke in _strokes.decode(raw)]
