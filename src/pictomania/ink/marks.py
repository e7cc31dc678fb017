"""What an artist does to a sheet, in the order it was done: the one stream that is sent, stored and replayed.

A mark is known by its place in the stream. The last one may still be a line that grows.
"""

from dataclasses import dataclass

from pictomania.ink.stroke import Stroke


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


@dataclass(frozen=True, slots=True)
class Ink:
    """A piece of the stream from a place on; of the first mark, if it is a line, so many points are known."""

    place: int
    known: int
    marks: tuple[Mark, ...]


class BadInk(Exception):  # noqa: N818 (facts are past participles or plain adjectives here)
    """Ink that no honest client sends."""
