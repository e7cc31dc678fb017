"""What the tests of ink draw: lines with names, and any marks at all."""

from hypothesis import strategies as st

from pictomania.ink import Ink, Mark, Point, Redo, RubOut, Sheet, Stroke, Turn, Undo, Wipe
from pictomania.ink.stroke import HARDEST, LONG


def line(*xs: int, width: int = 1) -> Stroke:
    """Draw a level line through these."""
    return Stroke(width, tuple(Point(x, 10, 100, x) for x in xs))


A, B, C = line(1, 2, 3), line(4, 5), line(6)


def after(*marks: Mark) -> Sheet:
    """Make all these marks on an empty sheet."""
    sheet = Sheet()
    for place, mark in enumerate(marks):
        assert sheet.add(Ink(place, 0, (mark,))) is not None
    return sheet


coordinates = st.integers(0, LONG)
points = st.builds(Point, coordinates, coordinates, st.integers(0, HARDEST), st.integers(0, 1000))
strokes = st.builds(
    lambda width, row: Stroke(width, tuple(sorted(row, key=lambda point: point.tick))),
    st.integers(0, 3),
    st.lists(points, min_size=1, max_size=30),
)
marks: st.SearchStrategy[Mark] = st.one_of(
    strokes,
    st.builds(RubOut, st.lists(st.integers(0, 300), max_size=5).map(tuple)),
    st.just(Wipe()),
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Turn, st.booleans()),
)
