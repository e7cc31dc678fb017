"""Decoding of a piece of ink without applying it to a sheet."""

from pictomania.ink import BadInk, InkPiece, Sheet
from pictomania.ink.codec import MAX_SHORT_POINTS, ByteReader, _read_mark
from pictomania.ink.marks import PackedMark, PackedPiece


def decode_piece(data: bytes, sheet: Sheet) -> InkPiece | None:
    """Decode a piece for a sheet, or raise `BadInk`; None if the sheet lacks the point it continues from."""
    reader = ByteReader(data)
    short = reader.byte()
    place, known = sheet.end if short else (reader.varint(), reader.varint())
    before = sheet.point_before(place, known)
    if before is None or (short and sheet.last is None):
        return None
    marks: list[PackedMark] = []
    if short and sheet.last is not None:
        if short > MAX_SHORT_POINTS:
            raise BadInk("too many points for the short form")
        marks.append(reader.stroke(sheet.last.width, short, before))
    while not reader.is_at_end:
        marks.append(_read_mark(reader, None if marks or not known else before))
    return PackedPiece(place, known, before, tuple(marks)).unpack()
