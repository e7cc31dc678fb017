"""Limits of a sheet that is being drawn; sheets stored before the limits existed still load."""

from collections.abc import Callable

import pytest

from pictomania.ink import (
    BadInk,
    Clear,
    Erase,
    InkPiece,
    Mark,
    Point,
    Redo,
    Rotate,
    Sheet,
    SheetFull,
    Stroke,
    Undo,
    apply_piece,
    encode_piece,
    encode_sheet,
)
from pictomania.ink import sheet as module
from pictomania.ink.sheet import (
    MAX_MARKS,
    MAX_POINTS,
    MAX_STROKE_POINTS,
    MAX_TOGGLED,
    MAX_TRAVEL,
)
from pictomania.ink.stroke import LONG
from tests.ink.sample_marks import A, B, C, after, line

MORE = bytes((1, 0x18, 2, 0))  # one tick later, one unit to the right, same pressure


def dots(count: int) -> list[Mark]:
    """Make strokes of one point each."""
    return [Stroke(0, (Point(number % LONG, 5, 9, 0),)) for number in range(count)]


def add(sheet: Sheet, *marks: Mark) -> None:
    """Append marks to a sheet as the server does."""
    assert apply_piece(encode_piece(InkPiece(len(sheet.marks), 0, marks)), sheet, bounded=True) is not None


def refuses(sheet: Sheet, *marks: Mark) -> bool:
    """Return whether a sheet is too full for these marks; check that nothing changes if it is."""
    before, copy = sheet.marks, Sheet()
    apply_piece(encode_sheet(sheet), copy)
    piece = InkPiece(len(before), 0, marks)
    try:
        apply_piece(encode_piece(piece), sheet, bounded=True)
    except SheetFull:
        assert sheet == copy
        assert sheet.strokes == copy.strokes
        with pytest.raises(SheetFull):
            copy.add(piece, bounded=True)
        assert sheet == copy
        return True
    return False


def test_a_full_sheet_is_not_bad_ink() -> None:
    """The client gets a refusal; bad ink closes the connection."""
    assert not issubclass(SheetFull, BadInk)


# Marks and points.


@pytest.mark.parametrize("mark", [C, Erase(()), Clear(), Undo(), Redo(), Rotate(landscape=True)])
def test_marks_are_limited(mark: Mark) -> None:
    sheet = Sheet()
    add(sheet, *[Rotate(landscape=False)] * (MAX_MARKS - 2), C)
    assert sheet.room == 1
    assert refuses(sheet, mark, mark)
    add(sheet, mark)
    assert refuses(sheet, mark)


def test_the_last_stroke_of_a_full_sheet_may_still_grow() -> None:
    sheet = Sheet()
    add(sheet, *[Rotate(landscape=False)] * (MAX_MARKS - 1), A)
    assert apply_piece(MORE, sheet, bounded=True) is MORE
    with pytest.raises(SheetFull):
        apply_piece(MORE + b"\x03", sheet, bounded=True)
    assert sheet.strokes == [line(1, 2, 3, 4)]


def test_a_flood_of_marks_is_not_decoded_to_the_end() -> None:
    """Decoding stops at the first mark that does not fit."""
    data = bytes(3) + b"\x03" * MAX_MARKS
    with pytest.raises(SheetFull):
        apply_piece(data + b"\x03\xff", Sheet(), bounded=True)
    with pytest.raises(BadInk, match="no such mark"):
        apply_piece(data + b"\xff", Sheet())


def test_points_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_POINTS", 6)
    sheet = after(A, B)
    assert refuses(sheet, line(1, 2))
    assert apply_piece(MORE, sheet, bounded=True) is MORE
    for data in (
        MORE,
        MORE + b"\x05\x01",
        encode_piece(InkPiece(2, 0, (C,))),
        encode_piece(InkPiece(1, 2, (line(6, 7),))),
    ):
        with pytest.raises(SheetFull):
            apply_piece(data, sheet, bounded=True)
        assert sheet == after(A, line(4, 5, 6))
    assert refuses(sheet, C)
    assert apply_piece(MORE, sheet) is MORE


def test_an_overlong_stroke_is_bad_ink() -> None:
    """Every client knows the limit and starts a new stroke in time."""
    whole = Stroke(1, (Point(1, 1, 1, 1),) * MAX_STROKE_POINTS)
    sheet = after(whole)
    for data in (b"\x01\x18\x00\x00", b"\x01\x18\x00\x00\x03", b"\x00\x01\x00\x00\x01\xa1\x1f"):
        for bounded in (False, True):
            with pytest.raises(BadInk, match="too long"):
                apply_piece(data, sheet, bounded=bounded)
    assert sheet == after(whole)


# Travel.


def jumps(count: int, step: int = 4000, start: int = 0) -> Stroke:
    """Make a stroke that jumps back and forth."""
    return Stroke(1, tuple(Point(start + step * (at % 2), start, 9, 0) for at in range(count + 1)))


@pytest.mark.parametrize(
    ("stroke", "travel"),
    [
        (jumps(5, 64), 3 * 64),  # the way back is -64, a short step
        (jumps(5, 65), 5 * 65),
        (jumps(5, 63), 0),
        (jumps(0, start=4000), 0),
        (jumps(2, 100, start=3000), 200),
        (Stroke(1, (Point(0, 4095, 0, 0), Point(70, 0, 0, 0), Point(0, 60, 0, 0))), 70 + 4095 + 70),
    ],
)
def test_only_long_steps_within_a_stroke_count_as_travel(
    stroke: Stroke, travel: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is decoded as a whole or in pieces, or added as points."""
    points = stroke.points
    pieces = [encode_piece(InkPiece(0, 0, (Stroke(1, points[:1]),)))]
    for known in range(1, len(points)):
        more = InkPiece(0, known, (Stroke(1, points[known : known + 1]),))
        pieces.append(encode_piece(more, points[known - 1], short=known % 2 == 0))
    methods: tuple[Callable[[Sheet], object], ...] = (
        lambda sheet: sheet.add(InkPiece(0, 0, (stroke,)), bounded=True),
        lambda sheet: apply_piece(encode_piece(InkPiece(0, 0, (stroke,))), sheet, bounded=True),
        lambda sheet: [apply_piece(piece, sheet, bounded=True) for piece in pieces],
    )
    for method in methods:
        monkeypatch.setattr(module, "MAX_TRAVEL", travel)
        method(Sheet())
        monkeypatch.setattr(module, "MAX_TRAVEL", travel - 1)
        if travel:
            with pytest.raises(SheetFull):
                method(Sheet())


def test_travel_is_limited() -> None:
    sheet = Sheet()
    for _ in range(MAX_TRAVEL // 4_000 // 500):
        add(sheet, jumps(500))
    assert refuses(sheet, jumps(1))
    with pytest.raises(SheetFull):
        apply_piece(
            encode_piece(InkPiece(sheet.end[0], 501, (jumps(1),)), Point(0, 0, 9, 0), short=True),
            sheet,
            bounded=True,
        )
    add(sheet, jumps(500, 63))


# Toggling strokes.


@pytest.mark.parametrize(
    ("marks", "toggled"),
    [
        ((A, B, C), 0),
        ((A, Undo()), 1),
        ((A, Undo(), Redo()), 2),
        ((Undo(), Redo(), Clear()), 0),
        ((A, B, C, Clear()), 3),
        ((A, B, C, Clear(), Undo(), Redo()), 9),
        ((A, B, Erase((0, 1))), 2),
        ((A, B, Erase((0, 0, 7, 9))), 4),
        ((A, B, Erase((0, 7, 9)), Undo()), 4),
        ((Erase((0, 7, 9)), Undo()), 3),
        ((A, Clear(), Rotate(landscape=True), Undo()), 1),
    ],
)
def test_strokes_toggled_by_each_mark(
    marks: tuple[Mark, ...], toggled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_TOGGLED", toggled)
    for pieces in ([marks], [(mark,) for mark in marks]):
        sheet = Sheet()
        for piece in pieces:
            add(sheet, *piece)
        assert sheet == after(*marks)
    monkeypatch.setattr(module, "MAX_TOGGLED", toggled - 1)
    assert not toggled or refuses(Sheet(), *marks)


@pytest.mark.parametrize("last", [Undo(), Redo(), Clear(), Erase((0,))])
def test_a_piece_that_does_not_fit_changes_nothing(last: Mark, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much of it would have fitted."""
    before = (Rotate(landscape=True), A, B, C, Undo(), Clear(), Undo(), Redo())
    piece = (
        Undo(),
        Redo(),
        Undo(),
        line(7),
        Erase((1, 2)),
        Undo(),
        Clear(),
        Rotate(landscape=False),
        line(8),
        last,
    )
    for most in range(15):
        monkeypatch.setattr(module, "MAX_TOGGLED", MAX_TOGGLED)
        sheet = after(*before)
        monkeypatch.setattr(module, "MAX_TOGGLED", 7 + most)
        fits = not refuses(sheet, *piece)
        assert fits == (most >= 14 - isinstance(last, Redo))
        assert sheet == after(*before, *(piece if fits else ()))


def test_a_piece_that_does_not_fit_does_not_extend_the_last_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TOGGLED", 0)
    sheet = after(A)
    with pytest.raises(SheetFull):
        apply_piece(MORE + b"\x03", sheet, bounded=True)
    assert sheet == after(A)


def test_repeated_erasing_is_limited() -> None:
    sheet = after(A)
    for _ in range(MAX_TOGGLED // 10_000):
        add(sheet, Erase(tuple(range(10_000))))
    assert refuses(sheet, Erase((0,)))
    assert refuses(sheet, B, Undo())
    add(sheet, Erase(()), B)


def test_repeated_clearing_and_undoing_is_limited() -> None:
    sheet = Sheet()
    back_and_forth: list[Mark] = [Undo(), Redo()]
    add(sheet, *dots(2_500), Clear(), *back_and_forth * 19, Undo())
    assert refuses(sheet, Redo())
    assert refuses(sheet, Clear())
    assert sheet.visible_count == 2_500


# Sheets stored before these limits existed.


def test_a_stored_sheet_over_the_limits_loads_but_takes_nothing_more() -> None:
    """All of this was once within the limits."""
    back_and_forth: list[Mark] = [Undo(), Redo()]
    marks: list[Mark] = [*dots(1_500), *[Erase(tuple(range(10_000)))] * 2, *back_and_forth * 200]
    marks += [jumps(3_900), Clear(), *back_and_forth * 548]
    assert len(marks) == 3_000
    whole, sheet = encode_piece(InkPiece(0, 0, tuple(marks))), Sheet()
    assert apply_piece(whole, sheet) is whole
    assert sheet.marks == marks
    assert refuses(sheet, A)
    copy = Sheet()
    apply_piece(encode_sheet(sheet), copy)
    assert copy == sheet


def test_a_stored_sheet_over_every_limit_loads() -> None:
    sheet = Sheet()
    for place in range(31):
        apply_piece(encode_piece(InkPiece(place, 0, (jumps(3_999),))), sheet)
    apply_piece(
        encode_piece(InkPiece(31, 0, (*[Erase(tuple(range(10_000)))] * 11, *[Clear()] * 6_000))), sheet
    )
    assert sheet.room < 0
    for mark in (A, Clear()):
        assert refuses(sheet, mark)
        assert apply_piece(encode_piece(InkPiece(len(sheet.marks), 0, (mark,))), sheet) is not None
    assert MAX_POINTS < 31 * 4_000
