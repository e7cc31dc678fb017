"""Drawings in a file, one on each line, as the Quick, Draw! collection writes them; plain or packed."""

import gzip
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np

from pictomania.bots.exam import Paper, spots_of
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

GZIP = b"\x1f\x8b"
MOST_BYTES = 2**30


class Line(msgspec.Struct):
    """A line: what it shows, and for each stroke all x, all y and, if you like, all times."""

    word: str
    drawing: list[list[list[float]]]


_decoder = msgspec.json.Decoder(Line)


def papers_in(file: str) -> tuple[list[Paper], Counter[str]]:
    """Read drawings of what our cards have; the others are counted by why they were skipped."""
    papers: list[Paper] = []
    skipped: Counter[str] = Counter()
    for line in _raw(file).splitlines():
        if line.strip():
            paper = _paper(line)
            if isinstance(paper, str):
                skipped[paper] += 1
            else:
                papers.append(paper)
    return papers, skipped


def _raw(file: str) -> bytes:
    try:
        raw = Path(file).read_bytes()
        if raw.startswith(GZIP):
            with gzip.open(file) as packed:
                raw = packed.read(MOST_BYTES)
    except (OSError, EOFError) as error:
        raise InputError(
            printable(file), f"cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    return raw


def _paper(raw: bytes) -> Paper | str:
    try:
        line = _decoder.decode(raw)
    except msgspec.ValidationError:
        return "not a word and a drawing"
    except msgspec.DecodeError:
        return "not JSON"
    spots = spots_of(line.word)
    if not spots:
        return "no idea of our cards"
    strokes = [stroke for stroke in line.drawing if len(stroke) >= 2 and stroke[0]]
    if not strokes:
        return "nothing drawn"
    if any(len(stroke[0]) != len(stroke[1]) for stroke in strokes):
        return "not as many x as y"
    return Paper(tuple(np.array(stroke[:2], dtype=np.float32).T for stroke in strokes), spots)
