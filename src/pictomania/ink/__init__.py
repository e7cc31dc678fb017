"""What is on a sheet: lines on a fixed grid, the stream of marks an artist makes, its bytes, its pictures.

Knows nothing of rules, seats or sockets; has no clock and no chance of its own.
"""

from pictomania.ink.codec import cut, decode, encode, take, written
from pictomania.ink.marks import Ink, Mark, Missing, Redo, RubOut, SheetFull, Turn, Undo, Wipe
from pictomania.ink.sheet import Sheet
from pictomania.ink.stroke import BadInk, Point, Stroke
from pictomania.ink.svg import svg

__all__ = [
    "BadInk",
    "Ink",
    "Mark",
    "Missing",
    "Point",
    "Redo",
    "RubOut",
    "Sheet",
    "SheetFull",
    "Stroke",
    "Turn",
    "Undo",
    "Wipe",
    "cut",
    "decode",
    "encode",
    "svg",
    "take",
    "written",
]
