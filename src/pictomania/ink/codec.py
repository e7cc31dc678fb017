"""Ink as bytes: points are delta-encoded as varints, usually three bytes each.

    piece    = count byte, points, mark …      short form: 1 to 127 more points of the last stroke, then marks
             | 0, place, known, mark …         long form: where the piece starts, as varints
    mark     = kind byte, then by kind
      stroke = width byte, count, points       of the first mark: only the points that are not known yet
      erase  = count, places
      rotate = 1 landscape, 0 portrait
    point    = head byte, dx, dy               zigzag varints, so that small steps of either sign are short
      head   = ticks since the last point (up to 14; 15: a varint follows) × 16
               + change of pressure + 8 (from 1 to 15; 0: the pressure follows as a byte)

A varint has seven bits per byte, lowest first. The first point that the receiver lacks is encoded as a
difference too: from the last one it has or, at the start of a stroke, from the corner of the sheet at no
pressure and tick 0.
"""

from enum import IntEnum
from typing import assert_never

from pictomania.ink.marks import (
    Clear,
    Erase,
    InkPiece,
    MissingInk,
    PackedMark,
    PackedPiece,
    Redo,
    Rotate,
    SheetFull,
    Undo,
    pack,
)
from pictomania.ink.sheet import MAX_STROKE_POINTS, Sheet
from pictomania.ink.stroke import (
    CORNER,
    BadInk,
    PackedStroke,
    Point,
    PointTuple,
    check_points,
    read_varint,
    skip_points,
    write_varint,
)

MAX_ERASED_AT_ONCE = 10_000
MAX_SHORT_POINTS = 127


class MarkKind(IntEnum):
    """The kind byte of each mark."""

    STROKE = 0
    ERASE = 1
    CLEAR = 2
    UNDO = 3
    REDO = 4
    ROTATE = 5


def encode_piece(piece: InkPiece, before: Point = CORNER, *, short: bool = False) -> bytes:
    """Encode a piece; `before` is the point that its first stroke continues from.

    `short` says that the receiver's stream ends exactly there, which allows the short form.
    """
    return _encode(pack(piece, before), short=short)


def encode_sheet(sheet: Sheet, place: int = 0, known: int = 0) -> bytes:
    """Encode a sheet's stream from a place on: the same as encoding `since`, but much faster."""
    return _encode(sheet.packed_since(place, known), short=False)


def _encode(piece: PackedPiece, *, short: bool) -> bytes:
    marks = piece.marks
    if short and piece.known and marks and isinstance(stroke := marks[0], PackedStroke) and _is_short(stroke):
        out = bytearray((stroke.count,))
        out += stroke.body
        marks = marks[1:]
    else:
        out = bytearray(1)
        write_varint(out, piece.place)
        write_varint(out, piece.known)
    for mark in marks:
        _write_mark(out, mark)
    return bytes(out)


def _is_short(stroke: PackedStroke) -> bool:
    return 1 <= stroke.count <= MAX_SHORT_POINTS


def _write_mark(out: bytearray, mark: PackedMark) -> None:
    match mark:
        case PackedStroke(width, count, body):
            out += bytes((MarkKind.STROKE, width))
            write_varint(out, count)
            out += body
        case Erase(strokes):
            out.append(MarkKind.ERASE)
            write_varint(out, len(strokes))
            for stroke in strokes:
                write_varint(out, stroke)
        case Clear():
            out.append(MarkKind.CLEAR)
        case Undo():
            out.append(MarkKind.UNDO)
        case Redo():
            out.append(MarkKind.REDO)
        case Rotate(landscape):
            out += bytes((MarkKind.ROTATE, landscape))
        case _:
            assert_never(mark)


class ByteReader:
    """Cursor over untrusted bytes."""

    def __init__(self, data: bytes) -> None:
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
            raise BadInk("truncated ink")
        self._at += 1
        return self._data[self._at - 1]

    def varint(self) -> int:
        """Read a varint."""
        number, self._at = read_varint(self._data, self._at)
        return number

    def stroke(self, width: int, count: int, before: PointTuple | None) -> PackedStroke:
        """Read the points of a new stroke, or of one that continues from a point."""
        start, rest, travel = self._at, count, 0
        end = CORNER if before is None else before
        if before is None and count:
            end, self._at, _ = check_points(self._data, self._at, 1, end)
            rest -= 1
        end, self._at, travel = check_points(self._data, self._at, rest, end)
        return PackedStroke(width, count, bytearray(self._data[start : self._at]), end, travel)

    def skip_points(self, count: int) -> None:
        """Skip points, wherever they lie."""
        self._at = skip_points(self._data, self._at, count)


def apply_piece(data: bytes, sheet: Sheet, *, erasing: bool = True, bounded: bool = False) -> bytes | None:
    """Decode a piece, add its new part to a sheet, and return what to broadcast; None if nothing is new.

    The result is for sheets that ended exactly where this one did; it is `data` itself if all of it was new.
    Raise `MissingInk` if the sheet lacks earlier ink, `BadInk` if no honest client could have sent the piece
    (for example, erasing when `erasing` is off), and `SheetFull` if a bounded sheet has no room for all of
    it; change nothing then.

    The cost grows with the size of the data, wherever it claims to start, and not with the sheet.
    """
    last = sheet.last
    if last is not None and data and 0 < (count := data[0]) <= MAX_SHORT_POINTS:
        end, at, travel = check_points(data, 1, count, last.end)
        if at == len(data):  # nearly always
            sheet.extend(last, count, data[1:], end, travel, bounded)
            return data
    new, is_all_new = _new_part(data, sheet, bounded)
    if not erasing and any(isinstance(mark, Erase | Clear | Undo | Redo) for mark in new.marks):
        raise BadInk("erasing where erasing is off")
    if not new.marks:
        return None
    sheet.add_packed(new, bounded=bounded)
    return data if is_all_new else _encode(new, short=True)


def split_piece(data: bytes, sheet: Sheet, size: int, marks: int) -> tuple[bytes, bytes]:
    """Split a piece after `marks` marks, or after the mark that reaches `size` bytes.

    Applying both parts equals applying the whole. The second part is empty if nothing is left. Raise `BadInk`
    if the first part cannot be decoded.
    """
    reader = ByteReader(data)
    place, _ = sheet.end
    if short := reader.byte():
        reader.skip_points(min(short, MAX_SHORT_POINTS))
        place += 1
    else:
        place = reader.varint()
        reader.varint()
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
    write_varint(rest, place)
    write_varint(rest, 0)
    return data[: reader.at], bytes(rest) + data[reader.at :]


def _new_part(data: bytes, sheet: Sheet, bounded: bool) -> tuple[PackedPiece, bool]:
    """Decode what continues a sheet; True if that is the whole piece.

    Marks that the sheet has are skipped unread, and so are the points it has of its last stroke. The other
    points of that stroke continue from where it ends here, so nothing needs to be looked up. For an honest
    sender that is the same; a dishonest one gets some other valid stroke.
    """
    reader = ByteReader(data)
    place, known = sheet.end
    last = sheet.last
    more: PackedStroke | None = None  # continuation of the last stroke
    if short := reader.byte():
        if last is None:
            raise MissingInk
        if short > MAX_SHORT_POINTS:
            raise BadInk("too many points for the short form")
        more, is_all_new = reader.stroke(last.width, short, last.end), True
    else:
        start = reader.varint(), reader.varint()
        if not sheet.has(*start):
            raise MissingInk
        more, is_all_new = _catch_up(reader, sheet, *start)
    room = sheet.room if bounded else len(data)
    marks: list[PackedMark] = []
    while not reader.is_at_end:
        if len(marks) >= room:
            raise SheetFull  # before decoding the rest
        marks.append(_read_mark(reader, None))
    if last is not None and more is not None:
        return PackedPiece(place, known, last.end, (more, *marks)), is_all_new
    return PackedPiece(place + (last is not None), 0, CORNER, tuple(marks)), is_all_new


def _catch_up(reader: ByteReader, sheet: Sheet, start: int, has: int) -> tuple[PackedStroke | None, bool]:
    """Skip what a sheet has; return the new points of its last stroke and whether nothing was skipped."""
    place, known = sheet.end
    last = sheet.last
    for _ in range(start, place):
        if not reader.is_at_end:
            _skip_mark(reader)
    if last is None or start > place or reader.is_at_end:
        return None, start >= place
    if reader.byte() != MarkKind.STROKE:
        raise BadInk("another mark in place of a stroke")
    width, count = reader.byte(), _read_length(reader)
    repeated = min(known - has if start == place else known, count)
    reader.skip_points(repeated)
    if repeated == count:
        return None, False
    return reader.stroke(width, count - repeated, last.end), not repeated


def _read_mark(reader: ByteReader, before: PointTuple | None) -> PackedMark:
    kind = reader.byte()
    if kind == MarkKind.STROKE:
        return reader.stroke(reader.byte(), _read_length(reader), before)
    return _read_other_mark(reader, kind)


def _skip_mark(reader: ByteReader) -> None:
    kind = reader.byte()
    if kind == MarkKind.STROKE:
        reader.byte()
        reader.skip_points(_read_length(reader))
    else:
        _read_other_mark(reader, kind)


def _read_other_mark(reader: ByteReader, kind: int) -> PackedMark:
    match kind:
        case MarkKind.ERASE:
            return Erase(tuple(reader.varint() for _ in range(_read_count(reader))))
        case MarkKind.CLEAR:
            return Clear()
        case MarkKind.UNDO:
            return Undo()
        case MarkKind.REDO:
            return Redo()
        case MarkKind.ROTATE:
            return Rotate(_read_flag(reader))
        case _:
            raise BadInk("no such mark")


def _read_length(reader: ByteReader) -> int:
    count = reader.varint()
    if count > MAX_STROKE_POINTS:
        raise BadInk("a stroke that is too long")
    return count


def _read_count(reader: ByteReader) -> int:
    count = reader.varint()
    if count > MAX_ERASED_AT_ONCE:
        raise BadInk("too many strokes erased at once")
    return count


def _read_flag(reader: ByteReader) -> bool:
    byte = reader.byte()
    if byte > 1:
        raise BadInk("neither portrait nor landscape")
    return byte == 1
