"""What fits on a sheet that an artist draws now, and that what was stored before still loads."""

from collections.abc import Callable

import pytest

from pictomania.ink import (
    BadInk,
    Ink,
    Mark,
    Point,
    Redo,
    RubOut,
    Sheet,
    SheetFull,
    Stroke,
    Turn,
    Undo,
    Wipe,
    encode,
    take,
    written,
)
from pictomania.ink import sheet as module
from pictomania.ink.sheet import (
    MOST_MARKS,
    MOST_POINTS,
    MOST_POINTS_OF_A_STROKE,
    MOST_TOGGLED,
    MOST_TRAVEL,
)
from pictomania.ink.stroke import LONG
from tests.ink.drawn import A, B, C, after, line

MORE = bytes((1, 0x18, 2, 0))  # a tick later and one to the right, pressed as before


def dots(count: int) -> list[Mark]:
    """Lines of one point each."""
    return [Stroke(0, (Point(number % LONG, 5, 9, 0),)) for number in range(count)]


def add(sheet: Sheet, *marks: Mark) -> None:
    """Take marks at the end of a sheet as a server does."""
    assert take(encode(Ink(len(sheet.marks), 0, marks)), sheet, bounded=True) is not None


def refuses(sheet: Sheet, *marks: Mark) -> bool:
    """Is there no room for these marks, read or added; and does nothing change then?"""
    before, copy = sheet.marks, Sheet()
    take(written(sheet), copy)
    ink = Ink(len(before), 0, marks)
    try:
        take(encode(ink), sheet, bounded=True)
    except SheetFull:
        assert sheet == copy
        assert sheet.strokes == copy.strokes
        with pytest.raises(SheetFull):
            copy.add(ink, bounded=True)
        assert sheet == copy
        return True
    return False


def test_being_full_is_no_fault() -> None:
    """It is told politely, where bad ink ends a connection."""
    assert not issubclass(SheetFull, BadInk)


# Marks and points.


@pytest.mark.parametrize("mark", [C, RubOut(()), Wipe(), Undo(), Redo(), Turn(across=True)])
def test_marks_have_an_end(mark: Mark) -> None:
    sheet = Sheet()
    add(sheet, *[Turn(across=False)] * (MOST_MARKS - 2), C)
    assert sheet.room == 1
    assert refuses(sheet, mark, mark)
    add(sheet, mark)
    assert refuses(sheet, mark)


def test_the_last_line_of_a_full_sheet_may_grow() -> None:
    sheet = Sheet()
    add(sheet, *[Turn(across=False)] * (MOST_MARKS - 1), A)
    assert take(MORE, sheet, bounded=True) is MORE
    with pytest.raises(SheetFull):
        take(MORE + b"\x03", sheet, bounded=True)
    assert sheet.strokes == [line(1, 2, 3, 4)]


def test_a_flood_of_marks_is_not_read_to_its_end() -> None:
    """Behind what does not fit nothing is looked at."""
    data = bytes(3) + b"\x03" * MOST_MARKS
    with pytest.raises(SheetFull):
        take(data + b"\x03\xff", Sheet(), bounded=True)
    with pytest.raises(BadInk, match="no such mark"):
        take(data + b"\xff", Sheet())


def test_points_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_POINTS", 6)
    sheet = after(A, B)
    assert refuses(sheet, line(1, 2))
    assert take(MORE, sheet, bounded=True) is MORE
    for data in (MORE, MORE + b"\x05\x01", encode(Ink(2, 0, (C,))), encode(Ink(1, 2, (line(6, 7),)))):
        with pytest.raises(SheetFull):
            take(data, sheet, bounded=True)
        assert sheet == after(A, line(4, 5, 6))
    assert refuses(sheet, C)
    assert take(MORE, sheet) is MORE


def test_a_long_line_is_begun_anew_not_refused_politely() -> None:
    """Every client knows how long a line may be."""
    whole = Stroke(1, (Point(1, 1, 1, 1),) * MOST_POINTS_OF_A_STROKE)
    sheet = after(whole)
    for data in (b"\x01\x18\x00\x00", b"\x01\x18\x00\x00\x03", b"\x00\x01\x00\x00\x01\xa1\x1f"):
        for bounded in (False, True):
            with pytest.raises(BadInk, match="too long"):
                take(data, sheet, bounded=bounded)
    assert sheet == after(whole)


# Travel.


def jumps(count: int, step: int = 4000, begin: int = 0) -> Stroke:
    """A line to and fro."""
    return Stroke(1, tuple(Point(begin + step * (at % 2), begin, 9, 0) for at in range(count + 1)))


@pytest.mark.parametrize(
    ("stroke", "travel"),
    [
        (jumps(5, 64), 3 * 64),  # back is -64, which is short
        (jumps(5, 65), 5 * 65),
        (jumps(5, 63), 0),
        (jumps(0, begin=4000), 0),
        (jumps(2, 100, begin=3000), 200),
        (Stroke(1, (Point(0, 4095, 0, 0), Point(70, 0, 0, 0), Point(0, 60, 0, 0))), 70 + 4095 + 70),
    ],
)
def test_only_long_steps_within_a_line_are_travel(
    stroke: Stroke, travel: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same whether it is read as a whole or in pieces, or added."""
    points = stroke.points
    pieces = [encode(Ink(0, 0, (Stroke(1, points[:1]),)))]
    for known in range(1, len(points)):
        more = Ink(0, known, (Stroke(1, points[known : known + 1]),))
        pieces.append(encode(more, points[known - 1], goes_on=known % 2 == 0))
    ways: tuple[Callable[[Sheet], object], ...] = (
        lambda sheet: sheet.add(Ink(0, 0, (stroke,)), bounded=True),
        lambda sheet: take(encode(Ink(0, 0, (stroke,))), sheet, bounded=True),
        lambda sheet: [take(piece, sheet, bounded=True) for piece in pieces],
    )
    for way in ways:
        monkeypatch.setattr(module, "MOST_TRAVEL", travel)
        way(Sheet())
        monkeypatch.setattr(module, "MOST_TRAVEL", travel - 1)
        if travel:
            with pytest.raises(SheetFull):
                way(Sheet())


def test_travel_has_an_end() -> None:
    sheet = Sheet()
    for _ in range(MOST_TRAVEL // 4_000 // 500):
        add(sheet, jumps(500))
    assert refuses(sheet, jumps(1))
    with pytest.raises(SheetFull):
        take(
            encode(Ink(sheet.end[0], 501, (jumps(1),)), Point(0, 0, 9, 0), goes_on=True), sheet, bounded=True
        )
    add(sheet, jumps(500, 63))


# Lines put on and taken off.


@pytest.mark.parametrize(
    ("marks", "toggled"),
    [
        ((A, B, C), 0),
        ((A, Undo()), 1),
        ((A, Undo(), Redo()), 2),
        ((Undo(), Redo(), Wipe()), 0),
        ((A, B, C, Wipe()), 3),
        ((A, B, C, Wipe(), Undo(), Redo()), 9),
        ((A, B, RubOut((0, 1))), 2),
        ((A, B, RubOut((0, 0, 7, 9))), 4),
        ((A, B, RubOut((0, 7, 9)), Undo()), 4),
        ((RubOut((0, 7, 9)), Undo()), 3),
        ((A, Wipe(), Turn(across=True), Undo()), 1),
    ],
)
def test_what_counts_as_taken_off_or_put_on(
    marks: tuple[Mark, ...], toggled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_TOGGLED", toggled)
    for pieces in ([marks], [(mark,) for mark in marks]):
        sheet = Sheet()
        for piece in pieces:
            add(sheet, *piece)
        assert sheet == after(*marks)
    monkeypatch.setattr(module, "MOST_TOGGLED", toggled - 1)
    assert not toggled or refuses(Sheet(), *marks)


@pytest.mark.parametrize("last", [Undo(), Redo(), Wipe(), RubOut((0,))])
def test_a_piece_that_turns_out_not_to_fit_changes_nothing(
    last: Mark, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much of it would have, in the piece and on the sheet."""
    begun = (Turn(across=True), A, B, C, Undo(), Wipe(), Undo(), Redo())
    piece = (
        Undo(),
        Redo(),
        Undo(),
        line(7),
        RubOut((1, 2)),
        Undo(),
        Wipe(),
        Turn(across=False),
        line(8),
        last,
    )
    for most in range(15):
        monkeypatch.setattr(module, "MOST_TOGGLED", MOST_TOGGLED)
        sheet = after(*begun)
        monkeypatch.setattr(module, "MOST_TOGGLED", 7 + most)
        fits = not refuses(sheet, *piece)
        assert fits == (most >= 14 - isinstance(last, Redo))
        assert sheet == after(*begun, *(piece if fits else ()))


def test_a_piece_that_does_not_fit_does_not_let_a_line_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TOGGLED", 0)
    sheet = after(A)
    with pytest.raises(SheetFull):
        take(MORE + b"\x03", sheet, bounded=True)
    assert sheet == after(A)


def test_rubbing_out_over_and_over_has_an_end() -> None:
    sheet = after(A)
    for _ in range(MOST_TOGGLED // 10_000):
        add(sheet, RubOut(tuple(range(10_000))))
    assert refuses(sheet, RubOut((0,)))
    assert refuses(sheet, B, Undo())
    add(sheet, RubOut(()), B)


def test_wiping_and_taking_back_have_an_end() -> None:
    sheet = Sheet()
    to_and_fro: list[Mark] = [Undo(), Redo()]
    add(sheet, *dots(2_500), Wipe(), *to_and_fro * 19, Undo())
    assert refuses(sheet, Redo())
    assert refuses(sheet, Wipe())
    assert sheet.lines_shown == 2_500


# What was stored before there were these bounds.


def test_what_was_stored_loads_whatever_there_is_of_it() -> None:
    """All of this fitted on a sheet once, some of it does not now; so nothing more does."""
    to_and_fro: list[Mark] = [Undo(), Redo()]
    marks: list[Mark] = [*dots(1_500), *[RubOut(tuple(range(10_000)))] * 2, *to_and_fro * 200]
    marks += [jumps(3_900), Wipe(), *to_and_fro * 548]
    assert len(marks) == 3_000
    whole, sheet = encode(Ink(0, 0, tuple(marks))), Sheet()
    assert take(whole, sheet) is whole
    assert sheet.marks == marks
    assert refuses(sheet, A)
    copy = Sheet()
    take(written(sheet), copy)
    assert copy == sheet


def test_sheets_may_be_over_every_bound_if_they_are_read_back() -> None:
    sheet = Sheet()
    for _ in range(31):
        take(encode(Ink(len(sheet.marks), 0, (jumps(3_999),))), sheet)
    take(encode(Ink(31, 0, (*[RubOut(tuple(range(10_000)))] * 11, *[Wipe()] * 6_000))), sheet)
    assert sheet.room < 0
    for mark in (A, Wipe()):
        assert refuses(sheet, mark)
        assert take(encode(Ink(len(sheet.marks), 0, (mark,))), sheet) is not None
    assert MOST_POINTS < 31 * 4_000
