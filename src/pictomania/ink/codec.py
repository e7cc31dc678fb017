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

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from pictomania.ink.marks import BadInk, Ink, Mark, Redo, RubOut, Turn, Undo, Wipe
from pictomania.ink.sheet import Sheet
from pictomania.ink.stroke import CORNER, Point, Stroke

LONGEST_NUMBER = 5  # bytes
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
    out = bytearray()
    first, rest = ink.marks[:1], ink.marks[1:]
    if goes_on and ink.known and first and isinstance(line := first[0], Stroke) and _fits_short(line):
        out.append(len(line.points))
        _put_points(out, line.points, before)
    else:
        out.append(0)
        _put(out, ink.place)
        _put(out, ink.known)
        for mark in first:
            _put_mark(out, mark, before)
    for mark in rest:
        _put_mark(out, mark, CORNER)
    return bytes(out)


def _fits_short(line: Stroke) -> bool:
    return 1 <= len(line.points) <= MOST_POINTS_IN_SHORT


def _put_mark(out: bytearray, mark: Mark, before: Point) -> None:
    match mark:
        case Stroke(width, points):
            out += bytes((Kind.LINE, width))
            _put(out, len(points))
            _put_points(out, points, before)
        case RubOut(strokes):
            out.append(Kind.RUB)
            _put(out, len(strokes))
            for stroke in strokes:
                _put(out, stroke)
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


def _put_points(out: bytearray, points: Iterable[Point], before: Point) -> None:
    for point in points:
        _put_point(out, point, before)
        before = point


def _put_point(out: bytearray, point: Point, before: Point) -> None:
    ticks, press = point.tick - before.tick, point.pressure - before.pressure
    out.append(min(ticks, 15) << 4 | (press + 8 if -7 <= press <= 7 else 0))
    if ticks >= 15:
        _put(out, ticks)
    if not -7 <= press <= 7:
        out.append(point.pressure)
    for way in (point.x - before.x, point.y - before.y):
        _put(out, way << 1 if way >= 0 else -way * 2 - 1)


def _put(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


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
        """Read a number; one way of writing each, and not a large one."""
        number = 0
        for place in range(LONGEST_NUMBER):
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                if place and not byte:
                    raise BadInk("a number written longer than it is")
                return number
        raise BadInk("a number that is too large")

    def signed(self) -> int:
        """Read a number of either sign."""
        number = self.number()
        return -(number + 1 >> 1) if number & 1 else number >> 1


def decode(data: bytes, sheet: Sheet) -> Ink | None:
    """Read ink for a sheet, or raise `BadInk`; None where the point it goes on from is missing there."""
    reader = Reader(data)
    short = reader.byte()
    place, known = sheet.end if short else (reader.number(), reader.number())
    before = sheet.before(place, known)
    if before is None or (short and not known):
        return None
    marks: list[Mark] = []
    if short:
        if short > MOST_POINTS_IN_SHORT:
            raise BadInk("more points than can be said in short")
        marks.append(Stroke(sheet.line(place).width, _points(reader, short, before)))
    while not reader.is_at_end:
        marks.append(_mark(reader, CORNER if marks or not known else before))
    return Ink(place, known, tuple(marks))


def _mark(reader: Reader, before: Point) -> Mark:
    match reader.byte():
        case Kind.LINE:
            return _stroke(reader, before)
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


def _stroke(reader: Reader, before: Point) -> Stroke:
    width = reader.byte()
    return Stroke(width, _points(reader, _count(reader), before))


def _points(reader: Reader, count: int, before: Point) -> tuple[Point, ...]:
    points = []
    for _ in range(count):
        before = _point(reader, before)
        points.append(before)
    return tuple(points)


def _point(reader: Reader, before: Point) -> Point:
    head = reader.byte()
    ticks, press = head >> 4, head & 15
    if ticks == 15:
        ticks = reader.number()
    pressure = before.pressure + press - 8 if press else reader.byte()
    return Point(before.x + reader.signed(), before.y + reader.signed(), pressure, before.tick + ticks)
