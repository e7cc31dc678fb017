"""Sample strokes for the ink tests, and Hypothesis strategies for arbitrary marks."""

from hypothesis import strategies as st

from pictomania.ink import Clear, Erase, InkPiece, Mark, Point, Redo, Rotate, Sheet, Stroke, Undo
from pictomania.ink.stroke import LONG, MAX_PRESSURE


def line(*xs: int, width: int = 1) -> Stroke:
    """Make a horizontal stroke through these x coordinates."""
    return Stroke(width, tuple(Point(x, 10, 100, x) for x in xs))


A, B, C = line(1, 2, 3), line(4, 5), line(6)


def after(*marks: Mark) -> Sheet:
    """Return a sheet after all these marks."""
    sheet = Sheet()
    for place, mark in enumerate(marks):
        assert sheet.add(InkPiece(place, 0, (mark,))) is not None
    return sheet


coordinates = st.integers(0, LONG)
points = st.builds(Point, coordinates, coordinates, st.integers(0, MAX_PRESSURE), st.integers(0, 1000))
strokes = st.builds(
    lambda width, row: Stroke(width, tuple(sorted(row, key=lambda point: point.tick))),
    st.integers(0, 3),
    st.lists(points, min_size=1, max_size=30),
)
marks: st.SearchStrategy[Mark] = st.one_of(
    strokes,
    st.builds(Erase, st.lists(st.integers(0, 300), max_size=5).map(tuple)),
    st.just(Clear()),
    st.just(Undo()),
    st.just(Redo()),
    st.builds(Rotate, st.booleans()),
)
