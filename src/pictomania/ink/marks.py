"""What an artist does to a sheet, in the order it was done: the one stream that is sent, stored and replayed.

A mark is known by its place in the stream. The last one may still be a line that grows.
"""

from dataclasses import dataclass

from pictomania.ink.stroke import CORNER, Line, Row, Stroke, line_of


@dataclass(frozen=True, slots=True)
class RubOut:
    """Rub out whole lines, by their places in the stream (R16)."""

    strokes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wipe:
    """Rub out everything (R16)."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last change that was not taken back yet, a wipe included."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was taken back last."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the sheet upright or across, while it is empty (R11)."""

    across: bool


Mark = Stroke | RubOut | Wipe | Undo | Redo | Turn
PackedMark = Line | RubOut | Wipe | Undo | Redo | Turn


@dataclass(frozen=True, slots=True)
class Ink:
    """A piece of the stream from a place on; of the first mark, if it is a line, so many points are known."""

    place: int
    known: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """Ink with its lines as bytes; the first goes on from a point `before`, unless none of it is known."""

    place: int
    known: int
    before: Row
    marks: tuple[PackedMark, ...]

    def ink(self) -> Ink:
        """Unpack it."""
        marks: list[Mark] = []
        before = self.before
        for mark in self.marks:
            marks.append(mark.stroke(before) if isinstance(mark, Line) else mark)
            before = CORNER
        return Ink(self.place, self.known, tuple(marks))


def packed(ink: Ink, before: Row) -> Packed:
    """Pack ink, without asking whether it can have been drawn."""
    marks: list[PackedMark] = []
    goes_on_from = before if ink.known else None
    for mark in ink.marks:
        marks.append(line_of(mark, goes_on_from) if isinstance(mark, Stroke) else mark)
        goes_on_from = None
    return Packed(ink.place, ink.known, before, tuple(marks))


class Missing(Exception):  # noqa: N818
    """Ink that goes on from what has not come here; `Sheet.end` says where to go on instead."""


class SheetFull(Exception):  # noqa: N818
    """Ink that an honest client may well send, but that does not fit on the sheet any more."""
