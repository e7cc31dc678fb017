"""Drawings in a file, one on each line, as the Quick, Draw! collection writes them; plain or packed."""

import gzip
import zlib
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np

from pictomania.bots.exam import Paper, spots_of
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

GZIP = b"\x1f\x8b"
MOST_BYTES = 2**30
FARTHEST = 1e6  # of a point from the origin, in whatever unit


class Line(msgspec.Struct):
    """A line: what it shows, and for each stroke all x, all y and, if you like, all times."""

    word: str
    drawing: list[list[list[float]]]


Skipped = dict[str, list[int]]  # numbers of lines, by what is wrong with them
_decoder = msgspec.json.Decoder(Line)


def papers_in(file: str) -> tuple[list[Paper], Skipped]:
    """Read drawings of what our cards have; of the others the numbers of their lines, by what is wrong."""
    papers: list[Paper] = []
    skipped: Skipped = {}
    for number, line in enumerate(_raw(file).removeprefix(BOM_UTF8).splitlines(), start=1):
        if line.strip():
            paper = _paper(line)
            if isinstance(paper, str):
                skipped.setdefault(paper, []).append(number)
            else:
                papers.append(paper)
    return papers, skipped


def _raw(file: str) -> bytes:
    try:
        with Path(file).open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
        if raw.startswith(GZIP):
            with gzip.GzipFile(fileobj=BytesIO(raw)) as packed:
                raw = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(printable(file), f"cannot be read: {why}") from None
    if len(raw) > MOST_BYTES:
        raise InputError(printable(file), f"is too large: at most {MOST_BYTES // 2**20} MB are read")
    return raw


def _paper(raw: bytes) -> Paper | str:
    try:
        line = _decoder.decode(raw)
    except msgspec.ValidationError:
        return "not a word and a drawing"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "not JSON"
    spots = spots_of(line.word)
    if not spots:
        return "no idea of our cards"
    strokes = [stroke for stroke in line.drawing if len(stroke) >= 2 and stroke[0]]
    if not strokes:
        return "nothing drawn"
    if any(len(stroke[0]) != len(stroke[1]) for stroke in strokes):
        return "not as many x as y"
    points = tuple(np.array(stroke[:2]).T for stroke in strokes)
    if any(np.abs(stroke).max() > FARTHEST for stroke in points):
        return "too far away"
    return Paper(tuple(stroke.astype(np.float32) for stroke in points), spots)
