"""Marks: what an artist does to a sheet, in order. This one stream is sent, stored and replayed.

A mark is identified by its place in the stream. If the last mark is a stroke, it may still grow.
"""

from dataclasses import dataclass

from pictomania.ink.stroke import CORNER, PackedStroke, PointTuple, Stroke, pack_stroke


@dataclass(frozen=True, slots=True)
class Erase:
    """Erase whole strokes, given by their places in the stream (R16)."""

    strokes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """Erase everything (R16)."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last change that is still in effect, a clear included."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo the change that was undone last."""


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn the sheet to portrait or landscape while it is empty (R11)."""

    landscape: bool


Mark = Stroke | Erase | Clear | Undo | Redo | Rotate
PackedMark = PackedStroke | Erase | Clear | Undo | Redo | Rotate


@dataclass(frozen=True, slots=True)
class InkPiece:
    """A piece of the stream, starting at `place`.

    If the first mark continues a stroke, the receiver already has the first `known` points of that stroke.
    """

    place: int
    known: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PackedPiece:
    """A piece with its strokes encoded; if `known` is not 0, the first stroke continues from `before`."""

    place: int
    known: int
    before: PointTuple
    marks: tuple[PackedMark, ...]

    def unpack(self) -> InkPiece:
        """Decode the strokes."""
        marks: list[Mark] = []
        before = self.before
        for mark in self.marks:
            marks.append(mark.unpack(before) if isinstance(mark, PackedStroke) else mark)
            before = CORNER
        return InkPiece(self.place, self.known, tuple(marks))


def pack(piece: InkPiece, before: PointTuple) -> PackedPiece:
    """Encode the strokes of a piece without validating them."""
    marks: list[PackedMark] = []
    continues_from = before if piece.known else None
    for mark in piece.marks:
        marks.append(pack_stroke(mark, continues_from) if isinstance(mark, Stroke) else mark)
        continues_from = None
    return PackedPiece(piece.place, piece.known, before, tuple(marks))


class MissingInk(Exception):  # noqa: N818
    """A piece that continues from ink the sheet does not have; resume from `Sheet.end` instead."""


class SheetFull(Exception):  # noqa: N818
    """Valid ink that exceeds the limits of a sheet."""
