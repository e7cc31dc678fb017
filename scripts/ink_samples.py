"""Random streams of ink, split, repeated and corrupted, with the resulting sheets; clients must agree."""

from collections.abc import Iterator
from random import Random

from pictomania.ink import (
    BadInk,
    Clear,
    Erase,
    InkPiece,
    Mark,
    MissingInk,
    Point,
    Redo,
    Rotate,
    Sheet,
    Stroke,
    Undo,
    apply_piece,
    encode_piece,
)
from pictomania.ink.stroke import LONG, MAX_PRESSURE, MAX_TICK

SHEETS = 300
PIECES = 12


def piece_as_json(ink: InkPiece) -> dict[str, object]:
    """Return a piece of ink in the notation of docs/wire.md."""
    return {"place": ink.place, "known": ink.known, "marks": [mark_as_json(mark) for mark in ink.marks]}


def mark_as_json(mark: Mark) -> object:
    """Return a mark in the notation of docs/wire.md."""
    match mark:
        case Stroke(width, points):
            return {"width": width, "points": [list(point) for point in points]}
        case Erase(strokes):
            return {"erase": list(strokes)}
        case Rotate(landscape):
            return {"rotate": "landscape" if landscape else "portrait"}
        case _:
            return type(mark).__name__.lower()


def sheets(random: Random) -> Iterator[dict[str, object]]:
    """Yield sheets sent in pieces, with the outcome of each piece and the resulting sheet."""
    for _ in range(SHEETS):
        source, received = Sheet(), Sheet()
        source.add(InkPiece(0, 0, tuple(_mark(random) for _ in range(random.randint(1, 12)))))
        pieces = [_send(random, source, received) for _ in range(PIECES)]
        yield {
            "pieces": pieces,
            "strokes": [mark_as_json(stroke) for stroke in received.strokes],
            "landscape": received.is_landscape,
            "end": list(received.end),
            "whole": encode_piece(InkPiece(0, 0, tuple(received.marks))).hex(),
        }


def _send(random: Random, source: Sheet, received: Sheet) -> dict[str, object]:
    start = received.end if random.random() < 0.7 else _place(random, source)
    ink = _cut(random, source.since(*start))
    before = source.point_before(ink.place, ink.known)
    if before is None:
        raise ValueError("the piece has no starting point")
    piece = encode_piece(ink, before, short=(ink.place, ink.known) == received.end and random.random() < 0.7)
    if random.random() < 0.2:
        piece = _corrupt(random, piece)
    try:
        outcome = "known" if apply_piece(piece, received) is None else "new"
    except MissingInk:
        outcome = "missing"
    except BadInk:
        outcome = "bad"
    return {"hex": piece.hex(), "outcome": outcome, "end": list(received.end)}


def _place(random: Random, sheet: Sheet) -> tuple[int, int]:
    place = random.randint(0, len(sheet.marks))
    return place, random.randint(0, len(sheet.stroke_at(place).points))


def _cut(random: Random, rest: InkPiece) -> InkPiece:
    marks = list(rest.marks[: random.randint(1, 4)])
    if marks and isinstance(last := marks[-1], Stroke):
        marks[-1] = Stroke(last.width, last.points[: random.randint(1, len(last.points))])
    return InkPiece(rest.place, rest.known, tuple(marks))


def _corrupt(random: Random, piece: bytes) -> bytes:
    at = random.randrange(len(piece))
    byte = bytes((random.choice((0, 1, 0x7F, 0x80, 0xFF, random.randrange(256))),))
    return random.choice(
        (piece[:at], piece[:at] + byte + piece[at:], piece[:at] + byte + piece[at + 1 :], piece + byte)
    )


def _mark(random: Random) -> Mark:
    if random.random() < 0.5:
        return Stroke(random.randint(0, 3), tuple(_points(random)))
    return random.choice(
        (
            Erase(tuple(random.randint(0, 12) for _ in range(random.randint(0, 4)))),
            Clear(),
            Undo(),
            Redo(),
            Rotate(landscape=random.random() < 0.5),
        )
    )


def _points(random: Random) -> Iterator[Point]:
    x, y, pressure, tick = (
        random.randint(0, LONG),
        random.randint(0, LONG),
        random.randint(0, MAX_PRESSURE),
        random.choice((0, 0, 700, MAX_TICK - 9000)),
    )
    reach = random.choice((3, 80, LONG))
    for _ in range(random.choice((1, 5, 30, 140))):
        x = min(max(x + random.randint(-reach, reach), 0), LONG)
        y = min(max(y + random.randint(-reach, reach), 0), LONG)
        pressure = min(max(pressure + random.choice((0, 1, -1, 7, -7, 8, -8, 100)), 0), MAX_PRESSURE)
        tick = min(tick + random.choice((0, 1, 2, 4, 14, 15, 16, 127, 128, 5000)), MAX_TICK)
        yield Point(x, y, pressure, tick)
