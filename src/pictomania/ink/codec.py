"""Ink as bytes: differences from point to point in as few bytes as they need, usually three.

    ink    = count byte, points, mark …           in short: 1 to 127 more points of the last line, then marks
           | 0, place, known, mark …              where it belongs: numbers of seven bits a byte, lowest first
    mark   = kind byte, then by kind
      line = width byte, count, points            of the first mark: those that are not known yet
      rub  = count, places
      turn = 1 across, 0 upright
    point  = head byte, dx, dy                    zigzag, so that small ones of either sign are short
      head = ticks since the last point (up to 14; 15: a number follows) × 16
             + change of pressure + 8 (from 1 to 15; 0: the pressure follows as a byte)

The first point that a receiver does not know is given as a difference too, from the last one known or, at the
start of a line, from the corner of the sheet at no pressure and tick 0.
"""

from enum import IntEnum
from typing import assert_never

from pictomania.ink.marks import Ink, Missing, Packed, PackedMark, Redo, RubOut, Turn, Undo, Wipe, packed
from pictomania.ink.sheet import Sheet
from pictomania.ink.stroke import CORNER, BadInk, Line, Point, Row, read_number, read_points, write_number

MOST_MARKS_AT_ONCE = 10_000
MOST_POINTS_IN_SHORT = 127


class Kind(IntEnum):
    """The kinds of marks, as their bytes."""

    LINE = 0
    RUB = 1
    WIPE = 2
    UNDO = 3
    REDO = 4
    TURN = 5


def encode(ink: Ink, before: Point = CORNER, *, goes_on: bool = False) -> bytes:
    """Write ink down; `before` is the last point known of a line that goes on.

    `goes_on` says that the receiver's stream ends exactly there, which saves saying where it belongs.
    """
    return _written(packed(ink, before), goes_on=goes_on)


def written(sheet: Sheet, place: int = 0, known: int = 0) -> bytes:
    """Write down what comes after a place in the stream of a sheet: `encode` of `since`, but much faster."""
    return _written(sheet.packed_since(place, known), goes_on=False)


def _written(ink: Packed, *, goes_on: bool) -> bytes:
    marks = ink.marks
    if goes_on and ink.known and marks and isinstance(line := marks[0], Line) and _fits_short(line):
        out = bytearray((line.count,))
        out += line.body
        marks = marks[1:]
    else:
        out = bytearray(1)
        write_number(out, ink.place)
        write_number(out, ink.known)
    for mark in marks:
        _write_mark(out, mark)
    return bytes(out)


def _fits_short(line: Line) -> bool:
    return 1 <= line.count <= MOST_POINTS_IN_SHORT


def _write_mark(out: bytearray, mark: PackedMark) -> None:
    match mark:
        case Line(width, count, body):
            out += bytes((Kind.LINE, width))
            write_number(out, count)
            out += body
        case RubOut(strokes):
            out.append(Kind.RUB)
            write_number(out, len(strokes))
            for stroke in strokes:
                write_number(out, stroke)
        case Wipe():
            out.append(Kind.WIPE)
        case Undo():
            out.append(Kind.UNDO)
        case Redo():
            out.append(Kind.REDO)
        case Turn(across):
            out += bytes((Kind.TURN, across))
        case _:
            assert_never(mark)


class Reader:
    """Goes through bytes that may be anything."""

    def __init__(self, data: bytes) -> None:
        """Begin at the first byte."""
        self._data = data
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        """Has everything been read?"""
        return self._at == len(self._data)

    def byte(self) -> int:
        """Read one byte."""
        if self.is_at_end:
            raise BadInk("ink that breaks off")
        self._at += 1
        return self._data[self._at - 1]

    def number(self) -> int:
        """Read a number."""
        number, self._at = read_number(self._data, self._at)
        return number

    def line(self, width: int, count: int, before: Row) -> Line:
        """Read the points of a line."""
        begun = self._at
        points, self._at = read_points(self._data, begun, count, before)
        return Line(width, count, bytearray(self._data[begun : self._at]), points[-1] if points else before)


def take(data: bytes, sheet: Sheet, erasing: bool = True) -> bytes | None:
    """Read ink, add what is new of it to a sheet, and return what to pass on; None where nothing is new.

    That is for sheets that ended exactly where this one did: `data` itself if all of it was new. Raise
    `Missing` where some of the stream in between is missing here; raise `BadInk` where no honest client could
    have sent it, which includes taking anything off the sheet unless that is allowed; change nothing then.
    """
    line = sheet.last
    if line is not None and data and 0 < (count := data[0]) <= MOST_POINTS_IN_SHORT:
        points, end = read_points(data, 1, count, line.end)
        if end == len(data):  # as nearly always
            sheet.grow(line, count, data[1:], points[-1])
            return data
    ink = _read(data, sheet)
    if ink is None:
        raise Missing
    if not erasing and any(isinstance(mark, RubOut | Wipe | Undo | Redo) for mark in ink.marks):
        raise BadInk("something taken off a sheet on which everything stays")
    news = sheet.add_packed(ink)
    if news is None:
        return None
    return data if news is ink else _written(news, goes_on=True)


def decode(data: bytes, sheet: Sheet) -> Ink | None:
    """Read ink for a sheet, or raise `BadInk`; None where the point it goes on from is missing there."""
    ink = _read(data, sheet)
    return None if ink is None else ink.ink()


def _read(data: bytes, sheet: Sheet) -> Packed | None:
    reader = Reader(data)
    short = reader.byte()
    place, known = sheet.end if short else (reader.number(), reader.number())
    before = sheet.before(place, known)
    if before is None:
        return None
    marks: list[PackedMark] = []
    if short:
        if sheet.last is None:
            return None
        if short > MOST_POINTS_IN_SHORT:
            raise BadInk("more points than can be said in short")
        marks.append(reader.line(sheet.last.width, short, before))
    while not reader.is_at_end:
        marks.append(_mark(reader, CORNER if marks else before))
    return Packed(place, known, before, tuple(marks))


def _mark(reader: Reader, before: Row) -> PackedMark:
    match reader.byte():
        case Kind.LINE:
            return reader.line(reader.byte(), _count(reader), before)
        case Kind.RUB:
            return RubOut(tuple(reader.number() for _ in range(_count(reader))))
        case Kind.WIPE:
            return Wipe()
        case Kind.UNDO:
            return Undo()
        case Kind.REDO:
            return Redo()
        case Kind.TURN:
            return Turn(_flag(reader))
        case _:
            raise BadInk("no such mark")


def _count(reader: Reader) -> int:
    count = reader.number()
    if count > MOST_MARKS_AT_ONCE:
        raise BadInk("more at once than anybody draws")
    return count


def _flag(reader: Reader) -> bool:
    byte = reader.byte()
    if byte > 1:
        raise BadInk("neither upright nor across")
    return byte == 1
