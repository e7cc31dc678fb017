"""The sheets as a client knows them: what is drawn is kept, and sent again from where the table's end."""

import pytest

from pictomania.client.paper import Paper
from pictomania.ink import Mark, RubOut, Sheet, SheetFull, Stroke, Undo, sheet, take, written
from pictomania.wire.frames import INK, SHEETS, heard_ink
from pictomania.wire.limits import LARGEST_FRAME
from tests.server.inks import grown, line, piece, wild


def _paper(*marks: Mark) -> Paper:
    """A second set of sheets for two, with something on the own one."""
    paper = Paper()
    paper.renew(2, 2)
    if marks:
        paper.draw(*marks)
    return paper


def _sheet(*marks: Mark) -> Sheet:
    sheet = Sheet()
    take(piece(0, *marks), sheet)
    return sheet


def _taken(frames: list[bytes], sheet: Sheet) -> Sheet:
    """What becomes of a sheet at the table."""
    for frame in frames:
        number, ink = heard_ink(frame)
        assert number == 2
        take(ink, sheet)
    return sheet


def test_new_sheets_are_empty() -> None:
    """But they are new only if their number is; and in the lobby there are none."""
    paper = _paper(line())
    paper.take(INK, 2, [(1, piece(0, line()))])
    paper.renew(2, 2)
    assert ([sheet.marks for sheet in paper.sheets], paper.mine.marks) == ([[], [line()]], [line()])
    paper.renew(2, 0)
    assert (paper.sheets, paper.mine.marks) == ([], [])
    paper.renew(3, 2)
    assert [sheet.marks for sheet in paper.sheets] == [[], []]


def test_ink_of_other_sheets_is_dropped() -> None:
    """Only the last byte of the number is told."""
    paper = _paper()
    paper.take(INK, 1, [(1, piece(0, line()))])
    assert paper.sheets[1].is_empty
    paper.renew(258, 2)
    paper.take(INK, 2, [(1, piece(0, line()))])
    assert paper.sheets[1].marks == [line()]


def test_all_sheets_replace_all_sheets() -> None:
    """Whatever was there."""
    paper = _paper()
    paper.take(INK, 2, [(0, piece(0, line())), (1, piece(0, line(9)))])
    paper.take(SHEETS, 2, [(0, piece(0)), (1, piece(0, line(3)))])
    assert [sheet.marks for sheet in paper.sheets] == [[], [line(3)]]


def test_drawing_piece_by_piece() -> None:
    """What is sent is what is new, and the table has the same in the end."""
    paper, theirs = _paper(), Sheet()
    for frames in (
        paper.draw(line()),
        paper.go_on(line(since=line())),
        paper.draw(Undo(), line(3)),
        paper.go_on(line(300, since=line(3))),
        paper.draw(RubOut((0,))),
    ):
        assert len(frames) == 1
        _taken(frames, theirs)
    assert theirs.marks == paper.mine.marks
    assert theirs.marks == [grown(line(), line(since=line())), Undo(), line(303), RubOut((0,))]
    assert paper.draw() == []


def test_a_line_that_begins_by_going_on() -> None:
    """On an empty sheet there is nothing to go on from."""
    paper = _paper()
    assert _taken(paper.go_on(line()), Sheet()).marks == [line()]


@pytest.mark.parametrize(
    "theirs",
    [
        (),
        (line(2),),
        (line(5),),
        (line(5), Undo()),
        (line(5), Undo(), line(1)),
        (line(5), Undo(), line(7)),
        (line(5), Undo(), line(7), Undo()),
    ],
)
def test_what_the_table_lacks(theirs: tuple[Mark, ...]) -> None:
    """Wherever its sheet ends, it is whole afterwards."""
    whole = (line(5), Undo(), line(7), Undo())
    paper = _paper(*whole)
    sheet = paper.sheets[1] = _sheet(*theirs)
    frames = paper.lacking(1)
    assert bool(frames) == (theirs != whole)
    assert _taken(frames, sheet).marks == list(whole)
    assert paper.mine.marks == list(whole)


@pytest.mark.parametrize(
    "theirs",
    [
        (line(5), Undo(), line(9)),
        (line(5), Undo(), line(7), Undo()),
        (line(4),),
        (wild(3),),
        (Undo(),),
        (line(5), Undo(), Undo()),
        (line(5), Undo(), Stroke(2, line(3).points)),
    ],
    ids=[
        "longer",
        "more",
        "another shorter one",
        "another line",
        "no line",
        "another mark",
        "another pencil",
    ],
)
def test_what_was_drawn_elsewhere(theirs: tuple[Mark, ...]) -> None:
    """What the table has counts, as far as it is more or not the same; and one goes on from there."""
    mine = (line(5), Undo(), line(7)) if theirs != (line(4),) else (wild(5),)
    paper = _paper(*mine)
    paper.sheets[1] = _sheet(*theirs)
    assert paper.lacking(1) == []
    assert written(paper.mine) == written(paper.sheets[1])
    assert _taken(paper.draw(line(2)), paper.sheets[1]).marks == [*theirs, line(2)]


def test_more_than_fits_into_a_frame() -> None:
    """It is sent in several, each of which says where it belongs."""
    paper = _paper()
    lines = [wild(3_000) for _ in range(9)]
    frames = paper.draw(*lines)
    assert len(frames) > 2
    assert all(len(frame) <= LARGEST_FRAME for frame in frames)
    assert written(_taken(frames, Sheet())) == written(paper.mine)
    theirs = paper.sheets[1] = _sheet(*lines[:1])
    frames = paper.lacking(1)
    assert all(len(frame) <= LARGEST_FRAME for frame in frames)
    assert written(_taken(frames, theirs)) == written(paper.mine)


def test_what_does_not_fit_is_neither_drawn_nor_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the server would refuse it."""
    monkeypatch.setattr(sheet, "MOST_MARKS", 2)
    monkeypatch.setattr(sheet, "MOST_POINTS", 12)
    paper = _paper(line())
    with pytest.raises(SheetFull):
        paper.draw(Undo(), Undo())
    with pytest.raises(SheetFull):
        paper.go_on(line(8, since=line()))
    assert paper.mine.marks == [line()]
    theirs = _sheet(line())
    for frame in (*paper.go_on(line(7, since=line())), *paper.draw(Undo())):
        _, ink = heard_ink(frame)
        assert take(ink, theirs, bounded=True) is not None
    assert theirs.marks == paper.mine.marks == [line(12), Undo()]


def test_a_sheet_that_was_fuller_than_any_may_be_now_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_MARKS", 2)
    paper = _paper()
    paper.take(SHEETS, 2, [(0, piece(0)), (1, piece(0, *[line()] * 3))])
    assert paper.lacking(1) == []
    assert paper.mine.marks == [line()] * 3
    with pytest.raises(SheetFull):
        paper.draw(Undo())
