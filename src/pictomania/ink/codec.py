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

from pictomania.ink.marks import (
    Ink,
    Missing,
    Packed,
    PackedMark,
    Redo,
    RubOut,
    SheetFull,
    Turn,
    Undo,
    Wipe,
    packed,
)
from pictomania.ink.sheet import MOST_POINTS_OF_A_STROKE, Sheet
from pictomania.ink.stroke import (
    CORNER,
    BadInk,
    Line,
    Point,
    Row,
    check_points,
    read_number,
    skip_points,
    write_number,
)

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
    def at(self) -> int:
        """How many bytes have been read."""
        return self._at

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

    def line(self, width: int, count: int, before: Row | None) -> Line:
        """Read the points of a line that goes on from a point, or begins."""
        begun, rest, travel = self._at, count, 0
        end = CORNER if before is None else before
        if before is None and count:
            end, self._at, _ = check_points(self._data, self._at, 1, end)
            rest -= 1
        end, self._at, travel = check_points(self._data, self._at, rest, end)
        return Line(width, count, bytearray(self._data[begun : self._at]), end, travel)

    def skip_points(self, count: int) -> None:
        """Go past points, wherever they lie."""
        self._at = skip_points(self._data, self._at, count)


def take(data: bytes, sheet: Sheet, *, erasing: bool = True, bounded: bool = False) -> bytes | None:
    """Read ink, add what is new of it to a sheet, and return what to pass on; None where nothing is new.

    That is for sheets that ended exactly where this one did: `data` itself if all of it was new. Raise
    `Missing` where some of the stream in between is missing here; raise `BadInk` where no honest client could
    have sent it, which includes taking anything off the sheet unless that is allowed; raise `SheetFull` where
    a bounded sheet has no room for all of it; change nothing then.

    The cost grows with the data, wherever it claims to belong, and not with the sheet.
    """
    line = sheet.last
    if line is not None and data and 0 < (count := data[0]) <= MOST_POINTS_IN_SHORT:
        end, at, travel = check_points(data, 1, count, line.end)
        if at == len(data):  # as nearly always
            sheet.grow(line, count, data[1:], end, travel, bounded)
            return data
    news, is_all_new = _news(data, sheet, bounded)
    if not erasing and any(isinstance(mark, RubOut | Wipe | Undo | Redo) for mark in news.marks):
        raise BadInk("something taken off a sheet on which everything stays")
    if not news.marks:
        return None
    sheet.add_packed(news, bounded=bounded)
    return data if is_all_new else _written(news, goes_on=True)


def cut(data: bytes, sheet: Sheet, size: int, marks: int) -> tuple[bytes, bytes]:
    """Cut a piece in two after so many marks, or the one that reaches `size`; taking both is taking it all.

    The second one is empty where nothing is left. Raise `BadInk` where the first cannot be read.
    """
    reader = Reader(data)
    place, _ = sheet.end
    if short := reader.byte():
        reader.skip_points(min(short, MOST_POINTS_IN_SHORT))
        place += 1
    else:
        place = reader.number()
        reader.number()
    for _ in range(marks):
        if reader.is_at_end:
            break
        _skip_mark(reader)
        place += 1
        if reader.at >= size:
            break
    if reader.is_at_end:
        return data, b""
    rest = bytearray(1)
    write_number(rest, place)
    write_number(rest, 0)
    return data[: reader.at], bytes(rest) + data[reader.at :]


def _news(data: bytes, sheet: Sheet, bounded: bool) -> tuple[Packed, bool]:
    """Read what goes on where a sheet ends; True: that is all there is, and nothing was known here.

    Marks that are known are skipped unread, and so are known points of the last line. Its other points go on
    from where the line ends here, so nothing needs to be looked up. For an honest sender that is the same; of
    anybody else it becomes some other possible line.
    """
    reader = Reader(data)
    place, known = sheet.end
    last = sheet.last
    more: Line | None = None  # of the last line
    if short := reader.byte():
        if last is None:
            raise Missing
        if short > MOST_POINTS_IN_SHORT:
            raise BadInk("more points than can be said in short")
        more, is_all_new = reader.line(last.width, short, last.end), True
    else:
        start = reader.number(), reader.number()
        if not sheet.has(*start):
            raise Missing
        more, is_all_new = _catch_up(reader, sheet, *start)
    room = sheet.room if bounded else len(data)
    marks: list[PackedMark] = []
    while not reader.is_at_end:
        if len(marks) >= room:
            raise SheetFull  # before the rest is read
        marks.append(_mark(reader, None))
    if last is not None and more is not None:
        return Packed(place, known, last.end, (more, *marks)), is_all_new
    return Packed(place + (last is not None), 0, CORNER, tuple(marks)), is_all_new


def _catch_up(reader: Reader, sheet: Sheet, start: int, has: int) -> tuple[Line | None, bool]:
    """Skip what a sheet has; the new points of its last line, and whether nothing had to be skipped."""
    place, known = sheet.end
    last = sheet.last
    for _ in range(start, place):
        if not reader.is_at_end:
            _skip_mark(reader)
    if last is None or start > place or reader.is_at_end:
        return None, start >= place
    if reader.byte() != Kind.LINE:
        raise BadInk("another mark in the place of a line")
    width, count = reader.byte(), _length(reader)
    again = min(known - has if start == place else known, count)
    reader.skip_points(again)
    if again == count:
        return None, False
    return reader.line(width, count - again, last.end), not again


def decode(data: bytes, sheet: Sheet) -> Ink | None:
    """Read ink for a sheet, or raise `BadInk`; None where the point it goes on from is missing there."""
    reader = Reader(data)
    short = reader.byte()
    place, known = sheet.end if short else (reader.number(), reader.number())
    before = sheet.before(place, known)
    if before is None or (short and sheet.last is None):
        return None
    marks: list[PackedMark] = []
    if short and sheet.last is not None:
        if short > MOST_POINTS_IN_SHORT:
            raise BadInk("more points than can be said in short")
        marks.append(reader.line(sheet.last.width, short, before))
    while not reader.is_at_end:
        marks.append(_mark(reader, None if marks or not known else before))
    return Packed(place, known, before, tuple(marks)).ink()


def _mark(reader: Reader, before: Row | None) -> PackedMark:
    kind = reader.byte()
    if kind == Kind.LINE:
        return reader.line(reader.byte(), _length(reader), before)
    return _other_mark(reader, kind)


def _skip_mark(reader: Reader) -> None:
    kind = reader.byte()
    if kind == Kind.LINE:
        reader.byte()
        reader.skip_points(_length(reader))
    else:
        _other_mark(reader, kind)


def _other_mark(reader: Reader, kind: int) -> PackedMark:
    match kind:
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


def _length(reader: Reader) -> int:
    count = reader.number()
    if count > MOST_POINTS_OF_A_STROKE:
        raise BadInk("a line that is too long")
    return count


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
