"""The drawings that bots copy: our own doodles, and icons converted to strokes at build time.

See drawings/CREDITS.md for their sources.
"""

import gzip
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

from pictomania.bots.arrays import Polylines

FILES = ("doodles.ndjson.gz", "icons.ndjson.gz", "openmoji.ndjson.gz")
SIZE = 255  # longer side of a stored drawing


class StoredDrawing(msgspec.Struct):
    """One line of a file; the strokes are decoded on demand."""

    word: str
    drawing: msgspec.Raw


_line_decoder = msgspec.json.Decoder(StoredDrawing)
_stroke_decoder = msgspec.json.Decoder(list[tuple[list[int], list[int]]])


def drawings(tag: str) -> list[Polylines]:
    """Return all drawings with a tag, scaled so that the longer side is 1."""
    return [_decode(raw) for raw in _raw_drawings().get(tag, ())]


def tags() -> list[str]:
    """List the tags of all drawings."""
    return sorted(_raw_drawings())


@cache
def _raw_drawings() -> dict[str, list[bytes]]:
    """Read all files but leave the strokes encoded: a bot needs one drawing out of thousands."""
    found: dict[str, list[bytes]] = {}
    folder = files("pictomania.bots").joinpath("drawings")
    for name in FILES:
        for line in gzip.decompress(folder.joinpath(name).read_bytes()).splitlines():
            stored = _line_decoder.decode(line)
            found.setdefault(stored.word, []).append(bytes(stored.drawing))
    return found


def _decode(raw: bytes) -> Polylines:
    return [np.array(stroke, dtype=np.float32).T / np.float32(SIZE) for stroke in _stroke_decoder.decode(raw)]
