"""Drawings: strokes on a fixed grid, the stream of marks an artist makes, its encoding and its renderings.

Knows nothing of rules, seats or sockets; has no clock and no randomness of its own.
"""

from pictomania.ink.codec import apply_piece, encode_piece, encode_sheet, split_piece
from pictomania.ink.marks import Clear, Erase, InkPiece, Mark, MissingInk, Redo, Rotate, SheetFull, Undo
from pictomania.ink.sheet import Sheet
from pictomania.ink.stroke import BadInk, Point, Stroke
from pictomania.ink.svg import svg

__all__ = [
    "BadInk",
    "Clear",
    "Erase",
    "InkPiece",
    "Mark",
    "MissingInk",
    "Point",
    "Redo",
    "Rotate",
    "Sheet",
    "SheetFull",
    "Stroke",
    "Undo",
    "apply_piece",
    "encode_piece",
    "encode_sheet",
    "split_piece",
    "svg",
]
