"""Reader of drawings in the format of the Quick, Draw! dataset: JSON lines, plain or gzipped."""

import gzip
import zlib
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np

from pictomania.bots.evaluation import LabelledDrawing, find_ideas
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

GZIP = b"\x1f\x8b"
MAX_BYTES = 2**30
MAX_COORDINATE = 1e6  # in any unit


class QuickDrawing(msgspec.Struct):
    """One line of a file: the word, and for each stroke all x, all y and optionally all times."""

    word: str
    drawing: list[list[list[float]]]


Skipped = dict[str, list[int]]  # line numbers, by the reason
_decoder = msgspec.json.Decoder(QuickDrawing)


def read_drawings(file: str) -> tuple[list[LabelledDrawing], Skipped]:
    """Return the drawings of words on our cards, and the line numbers of all others by reason."""
    drawings: list[LabelledDrawing] = []
    skipped: Skipped = {}
    for number, line in enumerate(_read(file).removeprefix(BOM_UTF8).splitlines(), start=1):
        if line.strip():
            drawing = _parse(line)
            if isinstance(drawing, str):
                skipped.setdefault(drawing, []).append(number)
            else:
                drawings.append(drawing)
    return drawings, skipped


def _read(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if raw.startswith(GZIP):
            with gzip.GzipFile(fileobj=BytesIO(raw)) as unpacked:
                raw = unpacked.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(printable(file), f"cannot be read: {reason}") from None
    if len(raw) > MAX_BYTES:
        raise InputError(printable(file), f"larger than {MAX_BYTES // 2**20} MB")
    return raw


def _parse(raw: bytes) -> LabelledDrawing | str:
    """Return the drawing, or the reason to skip it."""
    try:
        line = _decoder.decode(raw)
    except msgspec.ValidationError:
        return "not a word and a drawing"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "not JSON"
    spots = find_ideas(line.word)
    if not spots:
        return "no idea of our cards"
    strokes = [stroke for stroke in line.drawing if len(stroke) >= 2 and stroke[0]]
    if not strokes:
        return "nothing drawn"
    if any(len(stroke[0]) != len(stroke[1]) for stroke in strokes):
        return "not as many x as y"
    points = tuple(np.array(stroke[:2]).T for stroke in strokes)
    if any(np.abs(stroke).max() > MAX_COORDINATE for stroke in points):
        return "too far away"
    return LabelledDrawing(tuple(stroke.astype(np.float32) for stroke in points), spots)
