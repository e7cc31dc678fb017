"""What is to be seen on a sheet after whatever was done to it."""

import pytest

from pictomania.ink import BadInk, Ink, Point, Redo, RubOut, Sheet, Stroke, Turn, Undo, Wipe
from pictomania.ink import sheet as module
from pictomania.ink.stroke import CORNER, LONG
from tests.ink.drawn import A, B, C, after, line


def test_lines_are_seen_in_the_order_they_were_drawn() -> None:
    sheet = after(A, B)
    assert sheet.strokes == [A, B]
    assert not sheet.is_empty
    assert Sheet().is_empty


@pytest.mark.rule("R16")
def test_rubbing_out_wiping_and_taking_back() -> None:
    assert after(A, B, RubOut((0,))).strokes == [B]
    assert after(A, B, RubOut((0,)), Undo()).strokes == [A, B]
    assert after(A, B, Wipe()).is_empty
    assert after(A, B, Wipe(), Undo()).strokes == [A, B]
    assert after(A, B, Wipe(), Undo(), Redo()).is_empty
    assert after(A, B, Undo()).strokes == [A]
    assert after(A, B, Undo(), Undo()).is_empty
    assert after(A, B, Undo(), Undo(), Redo()).strokes == [A]
    assert after(A, Undo(), B, Redo()).strokes == [B]  # a new line forgets what was taken back


def test_what_has_come_to_mean_nothing_does_nothing() -> None:
    assert after(Undo(), Redo(), Wipe(), RubOut((0, 7)), A).strokes == [A]
    assert after(A, RubOut((0,)), RubOut((0,)), Undo()).strokes == [A]
    assert after(A, Wipe(), Wipe(), Undo()).strokes == [A]


@pytest.mark.rule("R11")
def test_a_sheet_is_turned_while_it_is_empty() -> None:
    assert after(Turn(across=True)).across
    assert not after(Turn(across=True), A, Turn(across=False)).is_empty
    assert after(Turn(across=True), A, Turn(across=False)).across
    assert not after(Turn(across=True), A, Undo(), Turn(across=False)).across


def test_what_was_drawn_the_other_way_does_not_come_back() -> None:
    assert after(A, Wipe(), Turn(across=True), Undo()).is_empty
    assert after(A, Undo(), Turn(across=True), Redo()).is_empty
    assert after(A, Wipe(), Turn(across=False), Undo()).strokes == [A]  # nothing was turned


def test_a_line_grows() -> None:
    sheet = Sheet()
    assert sheet.end == (0, 0)
    assert sheet.add(Ink(0, 0, (line(1, 2),))) == Ink(0, 0, (line(1, 2),))
    assert sheet.end == (0, 2)
    assert sheet.add(Ink(0, 2, (line(3),))) == Ink(0, 2, (line(3),))
    assert sheet.strokes == [line(1, 2, 3)]
    assert sheet.add(Ink(0, 3, (line(4), B, Undo()))) == Ink(0, 3, (line(4), B, Undo()))
    assert sheet.strokes == [line(1, 2, 3, 4)]
    assert sheet.end == (3, 0)


def test_a_line_keeps_its_pencil() -> None:
    sheet = after(A)
    sheet.add(Ink(0, 3, (line(9, width=3),)))
    assert sheet.strokes == [line(1, 2, 3, 9)]


def test_what_comes_twice_counts_once() -> None:
    sheet = after(A, B)
    again = (
        Ink(0, 0, (A, B)),
        Ink(1, 0, (B,)),
        Ink(1, 1, (line(5),)),
        Ink(0, 1, (line(2, 3),)),
        Ink(1, 2, ()),
    )
    for ink in again:
        assert sheet.add(ink) is None
    assert sheet.strokes == [A, B]
    assert sheet.add(Ink(0, 0, (A, line(4, 5, 8), C))) == Ink(1, 2, (line(8), C))
    assert sheet.add(Ink(1, 1, (line(5, 8), C, Wipe()))) == Ink(3, 0, (Wipe(),))
    assert sheet.add(Ink(2, 0, (C, Wipe(), Undo()))) == Ink(4, 0, (Undo(),))
    assert sheet.strokes == [A, line(4, 5, 8), C]


def test_what_is_missing_is_not_made_up() -> None:
    sheet = after(A)
    assert sheet.add(Ink(2, 0, (B,))) is None
    assert sheet.add(Ink(0, 4, (line(9),))) is None
    assert sheet.strokes == [A]
    assert sheet.end == (0, 3)


def test_the_rest_of_the_stream() -> None:
    sheet = after(A, B, Wipe(), C)
    for place, known in ((0, 0), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (3, 0), (4, 0)):
        rest = sheet.since(place, known)
        copy = Sheet()
        copy.add(Ink(0, 0, tuple(sheet.marks[:place])))
        if known:
            copy.add(Ink(place, 0, (Stroke(1, sheet.since(place, 0).marks[0].points[:known]),)))  # type: ignore[union-attr]
        copy.add(rest)
        assert copy.marks == sheet.marks
        assert copy.strokes == sheet.strokes


def test_the_last_point_known() -> None:
    sheet = after(A, Wipe())
    assert sheet.before(0, 0) == sheet.before(5, 0) == CORNER
    assert sheet.before(0, 3) == A.points[2]
    assert sheet.before(0, 4) is None
    assert sheet.before(1, 1) is None
    assert sheet.before(2, 1) is None


@pytest.mark.parametrize(
    "mark",
    [
        Stroke(4, A.points),
        Stroke(1, ()),
        Stroke(1, (Point(LONG + 1, 0, 0, 0),)),
        Stroke(1, (Point(0, -1, 0, 0),)),
        Stroke(1, (Point(0, 0, 256, 0),)),
        Stroke(1, (Point(0, 0, 0, 5), Point(0, 0, 0, 4))),
        Stroke(1, (Point(0, 0, 0, 1 << 35),)),
        Stroke(1, A.points * 2000),
    ],
)
def test_what_nobody_can_have_drawn_changes_nothing(mark: Stroke) -> None:
    sheet = after(A)
    with pytest.raises(BadInk):
        sheet.add(Ink(1, 0, (B, mark)))
    assert sheet.strokes == [A]


def test_a_line_does_not_go_back_in_time_when_some_of_it_comes_again() -> None:
    sheet = after(line(1, 2, 6))
    with pytest.raises(BadInk, match="time"):
        sheet.add(Ink(0, 1, (line(2, 3, 4),)))
    assert sheet.strokes == [line(1, 2, 6)]


def test_sheets_are_the_same_if_the_same_was_done_to_them() -> None:
    assert after(A, Wipe(), B) == after(A, Wipe(), B)
    assert after(A) != after(B)
    assert after(A) != after(Undo())
    grown = after(line(1, 2))
    grown.add(Ink(0, 2, (line(3),)))
    assert grown == after(A)


def test_a_line_does_not_turn_into_something_else() -> None:
    with pytest.raises(BadInk):
        after(A).add(Ink(0, 0, (Wipe(), B)))


def test_a_line_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_POINTS_OF_A_STROKE", 3)
    with pytest.raises(BadInk, match="too long"):
        after(A).add(Ink(0, 3, (line(9),)))
