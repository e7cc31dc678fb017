"""What is visible on a sheet after a sequence of marks."""

import pytest

from pictomania.ink import BadInk, Clear, Erase, InkPiece, Point, Redo, Rotate, Sheet, Stroke, Undo
from pictomania.ink import sheet as module
from pictomania.ink.stroke import CORNER, LONG
from tests.ink.sample_marks import A, B, C, after, line


def test_strokes_are_visible_in_drawing_order() -> None:
    sheet = after(A, B)
    assert sheet.strokes == [A, B]
    assert not sheet.is_empty
    assert Sheet().is_empty


@pytest.mark.rule("R16")
def test_erasing_clearing_undo_and_redo() -> None:
    assert after(A, B, Erase((0,))).strokes == [B]
    assert after(A, B, Erase((0,)), Undo()).strokes == [A, B]
    assert after(A, B, Clear()).is_empty
    assert after(A, B, Clear(), Undo()).strokes == [A, B]
    assert after(A, B, Clear(), Undo(), Redo()).is_empty
    assert after(A, B, Undo()).strokes == [A]
    assert after(A, B, Undo(), Undo()).is_empty
    assert after(A, B, Undo(), Undo(), Redo()).strokes == [A]
    assert after(A, Undo(), B, Redo()).strokes == [B]  # a new stroke empties the redo stack


def test_marks_without_effect_do_nothing() -> None:
    assert after(Undo(), Redo(), Clear(), Erase((0, 7)), A).strokes == [A]
    assert after(A, Erase((0,)), Erase((0,)), Undo()).strokes == [A]
    assert after(A, Clear(), Clear(), Undo()).strokes == [A]


@pytest.mark.rule("R11")
def test_only_an_empty_sheet_can_be_turned() -> None:
    assert after(Rotate(landscape=True)).is_landscape
    assert not after(Rotate(landscape=True), A, Rotate(landscape=False)).is_empty
    assert after(Rotate(landscape=True), A, Rotate(landscape=False)).is_landscape
    assert not after(Rotate(landscape=True), A, Undo(), Rotate(landscape=False)).is_landscape


def test_turning_the_sheet_forgets_erased_strokes() -> None:
    assert after(A, Clear(), Rotate(landscape=True), Undo()).is_empty
    assert after(A, Undo(), Rotate(landscape=True), Redo()).is_empty
    assert after(A, Clear(), Rotate(landscape=False), Undo()).strokes == [A]  # it was in portrait already


def test_a_stroke_grows() -> None:
    sheet = Sheet()
    assert sheet.end == (0, 0)
    assert sheet.add(InkPiece(0, 0, (line(1, 2),))) == InkPiece(0, 0, (line(1, 2),))
    assert sheet.end == (0, 2)
    assert sheet.add(InkPiece(0, 2, (line(3),))) == InkPiece(0, 2, (line(3),))
    assert sheet.strokes == [line(1, 2, 3)]
    assert sheet.add(InkPiece(0, 3, (line(4), B, Undo()))) == InkPiece(0, 3, (line(4), B, Undo()))
    assert sheet.strokes == [line(1, 2, 3, 4)]
    assert sheet.end == (3, 0)


def test_a_stroke_keeps_its_pencil() -> None:
    sheet = after(A)
    sheet.add(InkPiece(0, 3, (line(9, width=3),)))
    assert sheet.strokes == [line(1, 2, 3, 9)]


def test_repeated_pieces_count_once() -> None:
    sheet = after(A, B)
    repeated = (
        InkPiece(0, 0, (A, B)),
        InkPiece(1, 0, (B,)),
        InkPiece(1, 1, (line(5),)),
        InkPiece(0, 1, (line(2, 3),)),
        InkPiece(1, 2, ()),
    )
    for piece in repeated:
        assert sheet.add(piece) is None
    assert sheet.strokes == [A, B]
    assert sheet.add(InkPiece(0, 0, (A, line(4, 5, 8), C))) == InkPiece(1, 2, (line(8), C))
    assert sheet.add(InkPiece(1, 1, (line(5, 8), C, Clear()))) == InkPiece(3, 0, (Clear(),))
    assert sheet.add(InkPiece(2, 0, (C, Clear(), Undo()))) == InkPiece(4, 0, (Undo(),))
    assert sheet.strokes == [A, line(4, 5, 8), C]


def test_a_piece_after_a_gap_is_ignored() -> None:
    sheet = after(A)
    assert sheet.add(InkPiece(2, 0, (B,))) is None
    assert sheet.add(InkPiece(0, 4, (line(9),))) is None
    assert sheet.strokes == [A]
    assert sheet.end == (0, 3)


def test_since_returns_the_rest_of_the_stream() -> None:
    sheet = after(A, B, Clear(), C)
    for place, known in ((0, 0), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (3, 0), (4, 0)):
        rest = sheet.since(place, known)
        copy = Sheet()
        copy.add(InkPiece(0, 0, tuple(sheet.marks[:place])))
        if known:
            copy.add(InkPiece(place, 0, (Stroke(1, sheet.since(place, 0).marks[0].points[:known]),)))  # type: ignore[union-attr]
        copy.add(rest)
        assert copy.marks == sheet.marks
        assert copy.strokes == sheet.strokes


def test_the_point_that_a_piece_continues_from() -> None:
    sheet = after(A, Clear())
    assert sheet.point_before(0, 0) == sheet.point_before(5, 0) == CORNER
    assert sheet.point_before(0, 3) == A.points[2]
    assert sheet.point_before(0, 4) is None
    assert sheet.point_before(1, 1) is None
    assert sheet.point_before(2, 1) is None


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
def test_an_invalid_stroke_changes_nothing(mark: Stroke) -> None:
    sheet = after(A)
    with pytest.raises(BadInk):
        sheet.add(InkPiece(1, 0, (B, mark)))
    assert sheet.strokes == [A]


def test_time_never_runs_backwards_in_a_partly_repeated_stroke() -> None:
    sheet = after(line(1, 2, 6))
    with pytest.raises(BadInk, match="time"):
        sheet.add(InkPiece(0, 1, (line(2, 3, 4),)))
    assert sheet.strokes == [line(1, 2, 6)]


def test_sheets_with_the_same_marks_are_equal() -> None:
    assert after(A, Clear(), B) == after(A, Clear(), B)
    assert after(A) != after(B)
    assert after(A) != after(Undo())
    grown = after(line(1, 2))
    grown.add(InkPiece(0, 2, (line(3),)))
    assert grown == after(A)


def test_another_mark_cannot_replace_a_stroke() -> None:
    with pytest.raises(BadInk):
        after(A).add(InkPiece(0, 0, (Clear(), B)))


def test_the_length_of_a_stroke_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_STROKE_POINTS", 3)
    with pytest.raises(BadInk, match="too long"):
        after(A).add(InkPiece(0, 3, (line(9),)))
