"""Makes up streams of ink, cut, sent twice and spoilt, and says what becomes of them; clients must agree."""

from collections.abc import Iterator
from random import Random

from pictomania.ink import (
    BadInk,
    Ink,
    Mark,
    Missing,
    Point,
    Redo,
    RubOut,
    Sheet,
    Stroke,
    Turn,
    Undo,
    Wipe,
    encode,
    take,
)
from pictomania.ink.stroke import HARDEST, LATEST, LONG

SHEETS = 300
PIECES = 12


def told(ink: Ink) -> dict[str, object]:
    """What a piece of ink says, as docs/wire.md puts it."""
    return {"place": ink.place, "known": ink.known, "marks": [told_mark(mark) for mark in ink.marks]}


def told_mark(mark: Mark) -> object:
    """What a mark says."""
    match mark:
        case Stroke(width, points):
            return {"width": width, "points": [list(point) for point in points]}
        case RubOut(strokes):
            return {"rub": list(strokes)}
        case Turn(across):
            return {"turn": "across" if across else "upright"}
        case _:
            return type(mark).__name__.lower()


def sheets(random: Random) -> Iterator[dict[str, object]]:
    """Draw sheets, send them in pieces, and write down what becomes of each piece and of the sheet."""
    for _ in range(SHEETS):
        whole, there = Sheet(), Sheet()
        whole.add(Ink(0, 0, tuple(_mark(random) for _ in range(random.randint(1, 12)))))
        pieces = [_sent(random, whole, there) for _ in range(PIECES)]
        yield {
            "pieces": pieces,
            "strokes": [told_mark(stroke) for stroke in there.strokes],
            "across": there.across,
            "end": list(there.end),
            "whole": encode(Ink(0, 0, tuple(there.marks))).hex(),
        }


def _sent(random: Random, whole: Sheet, there: Sheet) -> dict[str, object]:
    start = there.end if random.random() < 0.7 else _place(random, whole)
    ink = _cut(random, whole.since(*start))
    before = whole.before(ink.place, ink.known)
    if before is None:
        raise ValueError("a piece that begins nowhere")
    piece = encode(ink, before, goes_on=(ink.place, ink.known) == there.end and random.random() < 0.7)
    if random.random() < 0.2:
        piece = _spoilt(random, piece)
    try:
        outcome = "known" if take(piece, there) is None else "new"
    except Missing:
        outcome = "missing"
    except BadInk:
        outcome = "bad"
    return {"hex": piece.hex(), "outcome": outcome, "end": list(there.end)}


def _place(random: Random, sheet: Sheet) -> tuple[int, int]:
    place = random.randint(0, len(sheet.marks))
    return place, random.randint(0, len(sheet.line(place).points))


def _cut(random: Random, rest: Ink) -> Ink:
    marks = list(rest.marks[: random.randint(1, 4)])
    if marks and isinstance(last := marks[-1], Stroke):
        marks[-1] = Stroke(last.width, last.points[: random.randint(1, len(last.points))])
    return Ink(rest.place, rest.known, tuple(marks))


def _spoilt(random: Random, piece: bytes) -> bytes:
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
            RubOut(tuple(random.randint(0, 12) for _ in range(random.randint(0, 4)))),
            Wipe(),
            Undo(),
            Redo(),
            Turn(across=random.random() < 0.5),
        )
    )


def _points(random: Random) -> Iterator[Point]:
    x, y, pressure, tick = (
        random.randint(0, LONG),
        random.randint(0, LONG),
        random.randint(0, HARDEST),
        random.choice((0, 0, 700, LATEST - 9000)),
    )
    reach = random.choice((3, 80, LONG))
    for _ in range(random.choice((1, 5, 30, 140))):
        x = min(max(x + random.randint(-reach, reach), 0), LONG)
        y = min(max(y + random.randint(-reach, reach), 0), LONG)
        pressure = min(max(pressure + random.choice((0, 1, -1, 7, -7, 8, -8, 100)), 0), HARDEST)
        tick = min(tick + random.choice((0, 1, 2, 4, 14, 15, 16, 127, 128, 5000)), LATEST)
        yield Point(x, y, pressure, tick)
