"""Ink as bytes and back, for any ink; and anything as ink, or refused."""

from math import cos, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.ink import BadInk, Ink, Mark, Point, Sheet, Stroke, Undo, decode, encode
from pictomania.ink.stroke import CORNER, HARDEST, LONG
from tests.ink.drawn import marks


@given(st.integers(0, 10_000), st.lists(marks, max_size=8))
def test_ink_survives(place: int, row: list[Mark]) -> None:
    ink = Ink(place, 0, tuple(row))
    assert decode(encode(ink), Sheet()) == ink


def test_every_step_survives() -> None:
    """Steps of all sizes both ways, of all changes of pressure, and of many ticks."""
    for far in range(LONG + 1):
        start, end = Point(0, LONG, 0, 0), Point(far, LONG - far, far // 16, far)
        ink = Ink(0, 0, (Stroke(1, (start, end, Point(0, LONG, 0, far))),))
        assert decode(encode(ink), Sheet()) == ink


@pytest.mark.parametrize(
    "point",
    [
        Point(LONG + 1, 0, 9, 1),
        Point(-1, 0, 9, 1),
        Point(0, LONG + 1, 9, 1),
        Point(0, -1, 9, 1),
        Point(0, 0, HARDEST + 1, 1),
        Point(0, 0, -1, 1),
    ],
)
def test_a_step_off_the_sheet(point: Point) -> None:
    near = Point(
        min(max(point.x, 0), LONG), min(max(point.y, 0), LONG), min(max(point.pressure, 0), HARDEST), 0
    )
    decode(encode(Ink(0, 0, (Stroke(1, (near,)),))), Sheet())
    with pytest.raises(BadInk, match="off the sheet"):
        decode(encode(Ink(0, 0, (Stroke(1, (near, point)),))), Sheet())


@given(st.lists(marks, min_size=1, max_size=12), st.data())
def test_a_stream_in_pieces_gives_the_same_sheet(row: list[Mark], data: st.DataObject) -> None:
    """However it is cut, and whatever is sent twice, the sheet becomes the same."""
    whole, received = Sheet(), Sheet()
    whole.add(Ink(0, 0, tuple(row)))
    while received.end != whole.end or received.marks != whole.marks:
        place, known = received.end
        back = data.draw(st.integers(0, place))
        start = (back, 0) if back < place else (place, data.draw(st.integers(0, known)))
        rest = whole.since(*start)
        most = max(1, len(rest.marks))
        piece = Ink(rest.place, rest.known, rest.marks[: data.draw(st.integers(1, most)) + place - back])
        before = received.before(piece.place, piece.known)
        assert before is not None
        assert decode(encode(piece, before), received) == piece
        if received.end == (piece.place, piece.known):
            assert decode(encode(piece, before, goes_on=True), received) == piece
        received.add(piece)
    assert received.strokes == whole.strokes


@given(st.binary(max_size=60))
def test_any_bytes_are_ink_or_refused(data: bytes) -> None:
    try:
        ink = decode(data, Sheet())
    except BadInk:
        return
    if ink is not None:
        assert decode(encode(ink), Sheet()) == ink


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x00\x00",
        b"\x00\x00\x00\x06",
        b"\x00\x00\x00\x05\x02",
        b"\x00\x80\x00\x00",
        b"\x00\xff\xff\xff\xff\xff\x01\x00",
        b"\x00\x00\x00\x00\x01\x01",
        b"\x00\x00\x00\x01\xff\xff\x03",
        b"\x00\x00\x00\x00\x01\x01\x18\x00\x80",
        b"\x00\x00\x00\x00\x01\x01\x18\x00\x80\x00",
        b"\x00\x00\x00\x00\x01\x01\x18\x00\x80\x80\x01",
        b"\x00\x00\x00\x00\x01\x01\x18\x00\x01",
        b"\x00\x00\x00\x00\x01\x01\x17\x00\x00",
        b"\x00\x00\x00\x00\x01\x01\xf8\x80\x00\x00\x00",
    ],
)
def test_bytes_that_are_no_ink(data: bytes) -> None:
    with pytest.raises(BadInk):
        decode(data, Sheet())


def test_ink_that_goes_on_from_a_point_that_is_missing() -> None:
    more = Ink(0, 3, (Stroke(1, (Point(1, 1, 1, 1),)),))
    assert decode(encode(more), Sheet()) is None
    assert decode(encode(more, goes_on=True), Sheet()) is None


def test_a_line_that_goes_on_is_said_in_short() -> None:
    sheet = Sheet()
    sheet.add(Ink(0, 0, (Stroke(2, (Point(5, 5, 100, 1),)),)))
    more = Ink(0, 1, (Stroke(2, (Point(7, 4, 101, 3), Point(9, 4, 101, 4))), Undo()))
    short = encode(more, Point(5, 5, 100, 1), goes_on=True)
    assert short == bytes((2, 2 << 4 | 9, 4, 1, 1 << 4 | 8, 4, 0, 3))
    assert decode(short, sheet) == more
    assert decode(encode(more, Point(5, 5, 100, 1)), sheet) == more


def test_no_more_in_short_than_fits() -> None:
    sheet = Sheet()
    sheet.add(Ink(0, 0, (Stroke(1, (Point(1, 1, 1, 1),)),)))
    with pytest.raises(BadInk, match="in short"):
        decode(b"\x80" + b"\x18\x00\x00" * 128, sheet)
    long = Ink(0, 1, (Stroke(1, (Point(1, 1, 1, 1),) * 128),))
    assert decode(encode(long, Point(1, 1, 1, 1), goes_on=True), sheet) == long


def handwriting(random: Random, hertz: int) -> list[Stroke]:
    """Draw loops at the pace of people at a table: up to two box widths a second, mostly less than one."""
    strokes = []
    tick = 0.0
    for _ in range(12):
        speed = random.choice((0.32, 0.5, 0.82, 1.29, 1.96)) * LONG  # measured of people in a hurry
        x, y, way, turn = (random.uniform(800, 3000) for _ in "xyab")
        pressure, row = 120.0, []
        for _ in range(int(random.uniform(0.3, 1.5) * hertz)):
            way += random.gauss(turn % 3 - 1.5, 2) / hertz * 4
            x = min(max(x + cos(way) * speed / hertz, 0), LONG)
            y = min(max(y + sin(way) * speed / hertz, 0), LONG)
            pressure = min(max(pressure + random.gauss(0, 3), 0), HARDEST)
            tick += 1000 / hertz / 4
            row.append(Point(round(x), round(y), round(pressure), int(tick)))
        strokes.append(Stroke(1, tuple(row)))
        tick += 120
    return strokes


@pytest.mark.parametrize("hertz", [60, 120, 240])
def test_ordinary_handwriting_takes_at_most_four_bytes_a_point(hertz: int) -> None:
    """Sent about thirty times a second, by whoever is connected and has missed nothing."""
    size = count = 0
    for place, stroke in enumerate(handwriting(Random(hertz), hertz)):
        step = hertz // 30
        for known in range(0, len(stroke.points), step):
            points = stroke.points[known : known + step]
            before = stroke.points[known - 1] if known else CORNER
            size += len(encode(Ink(place, known, (Stroke(1, points),)), before, goes_on=True))
            count += len(points)
    assert size / count <= 4
