"""Any ink survives encoding and decoding, and any bytes decode or are rejected."""

from math import cos, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.ink import BadInk, InkPiece, Mark, Point, Sheet, Stroke, Undo, encode_piece
from pictomania.ink.stroke import CORNER, LONG, MAX_PRESSURE
from tests.ink.decoding import decode_piece
from tests.ink.sample_marks import marks


@given(st.integers(0, 10_000), st.lists(marks, max_size=8))
def test_a_piece_survives_a_round_trip(place: int, row: list[Mark]) -> None:
    piece = InkPiece(place, 0, tuple(row))
    assert decode_piece(encode_piece(piece), Sheet()) == piece


def test_every_step_survives_a_round_trip() -> None:
    """Steps of every size in both directions, every change of pressure, and many ticks."""
    for step in range(LONG + 1):
        start, end = Point(0, LONG, 0, 0), Point(step, LONG - step, step // 16, step)
        piece = InkPiece(0, 0, (Stroke(1, (start, end, Point(0, LONG, 0, step))),))
        assert decode_piece(encode_piece(piece), Sheet()) == piece


@pytest.mark.parametrize(
    "point",
    [
        Point(LONG + 1, 0, 9, 1),
        Point(-1, 0, 9, 1),
        Point(0, LONG + 1, 9, 1),
        Point(0, -1, 9, 1),
        Point(0, 0, MAX_PRESSURE + 1, 1),
        Point(0, 0, -1, 1),
    ],
)
def test_a_point_off_the_sheet_is_rejected(point: Point) -> None:
    near = Point(
        min(max(point.x, 0), LONG), min(max(point.y, 0), LONG), min(max(point.pressure, 0), MAX_PRESSURE), 0
    )
    decode_piece(encode_piece(InkPiece(0, 0, (Stroke(1, (near,)),))), Sheet())
    with pytest.raises(BadInk, match="off the sheet"):
        decode_piece(encode_piece(InkPiece(0, 0, (Stroke(1, (near, point)),))), Sheet())


@given(st.lists(marks, min_size=1, max_size=12), st.data())
def test_a_stream_in_pieces_gives_the_same_sheet(row: list[Mark], data: st.DataObject) -> None:
    """However it is split, and even if parts are sent twice."""
    whole, received = Sheet(), Sheet()
    whole.add(InkPiece(0, 0, tuple(row)))
    while received.end != whole.end or received.marks != whole.marks:
        place, known = received.end
        back = data.draw(st.integers(0, place))
        start = (back, 0) if back < place else (place, data.draw(st.integers(0, known)))
        rest = whole.since(*start)
        most = max(1, len(rest.marks))
        piece = InkPiece(rest.place, rest.known, rest.marks[: data.draw(st.integers(1, most)) + place - back])
        before = received.point_before(piece.place, piece.known)
        assert before is not None
        assert decode_piece(encode_piece(piece, before), received) == piece
        if received.end == (piece.place, piece.known):
            assert decode_piece(encode_piece(piece, before, short=True), received) == piece
        received.add(piece)
    assert received.strokes == whole.strokes


@given(st.binary(max_size=60))
def test_any_bytes_decode_or_are_rejected(data: bytes) -> None:
    try:
        piece = decode_piece(data, Sheet())
    except BadInk:
        return
    if piece is not None:
        assert decode_piece(encode_piece(piece), Sheet()) == piece


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
def test_malformed_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(BadInk):
        decode_piece(data, Sheet())


def test_a_piece_that_continues_from_a_missing_point() -> None:
    more = InkPiece(0, 3, (Stroke(1, (Point(1, 1, 1, 1),)),))
    assert decode_piece(encode_piece(more), Sheet()) is None
    assert decode_piece(encode_piece(more, short=True), Sheet()) is None


def test_a_continued_stroke_has_a_short_form() -> None:
    sheet = Sheet()
    sheet.add(InkPiece(0, 0, (Stroke(2, (Point(5, 5, 100, 1),)),)))
    more = InkPiece(0, 1, (Stroke(2, (Point(7, 4, 101, 3), Point(9, 4, 101, 4))), Undo()))
    short = encode_piece(more, Point(5, 5, 100, 1), short=True)
    assert short == bytes((2, 2 << 4 | 9, 4, 1, 1 << 4 | 8, 4, 0, 3))
    assert decode_piece(short, sheet) == more
    assert decode_piece(encode_piece(more, Point(5, 5, 100, 1)), sheet) == more


def test_the_short_form_has_a_limit() -> None:
    sheet = Sheet()
    sheet.add(InkPiece(0, 0, (Stroke(1, (Point(1, 1, 1, 1),)),)))
    with pytest.raises(BadInk, match="short form"):
        decode_piece(b"\x80" + b"\x18\x00\x00" * 128, sheet)
    long = InkPiece(0, 1, (Stroke(1, (Point(1, 1, 1, 1),) * 128),))
    assert decode_piece(encode_piece(long, Point(1, 1, 1, 1), short=True), sheet) == long


def handwriting(random: Random, hertz: int) -> list[Stroke]:
    """Draw loops at the speed of people at a table: up to two sheet widths a second, mostly below one."""
    strokes = []
    tick = 0.0
    for _ in range(12):
        speed = random.choice((0.32, 0.5, 0.82, 1.29, 1.96)) * LONG  # measured on people in a hurry
        x, y, direction, turn = (random.uniform(800, 3000) for _ in "xyab")
        pressure, row = 120.0, []
        for _ in range(int(random.uniform(0.3, 1.5) * hertz)):
            direction += random.gauss(turn % 3 - 1.5, 2) / hertz * 4
            x = min(max(x + cos(direction) * speed / hertz, 0), LONG)
            y = min(max(y + sin(direction) * speed / hertz, 0), LONG)
            pressure = min(max(pressure + random.gauss(0, 3), 0), MAX_PRESSURE)
            tick += 1000 / hertz / 4
            row.append(Point(round(x), round(y), round(pressure), int(tick)))
        strokes.append(Stroke(1, tuple(row)))
        tick += 120
    return strokes


@pytest.mark.parametrize("hertz", [60, 120, 240])
def test_ordinary_handwriting_takes_at_most_four_bytes_per_point(hertz: int) -> None:
    """Sent about thirty times per second by a client that has missed nothing."""
    size = count = 0
    for place, stroke in enumerate(handwriting(Random(hertz), hertz)):
        step = hertz // 30
        for known in range(0, len(stroke.points), step):
            points = stroke.points[known : known + step]
            before = stroke.points[known - 1] if known else CORNER
            size += len(encode_piece(InkPiece(place, known, (Stroke(1, points),)), before, short=True))
            count += len(points)
    assert size / count <= 4
