"""A client's sheets: drawing, receiving, and resynchronising after a lost connection."""

import pytest

from pictomania.client.paper import Paper
from pictomania.ink import Erase, Mark, Sheet, SheetFull, Stroke, Undo, apply_piece, encode_sheet, sheet
from pictomania.wire.frames import INK, SHEETS, decode_ink_from_client
from pictomania.wire.limits import MAX_FRAME_BYTES
from tests.server.support.ink_samples import grown, line, piece, wild


def _paper(*marks: Mark) -> Paper:
    """The second set of sheets for two seats, with marks on our own sheet."""
    paper = Paper()
    paper.switch_to(2, 2)
    if marks:
        paper.draw(*marks)
    return paper


def _sheet(*marks: Mark) -> Sheet:
    sheet = Sheet()
    apply_piece(piece(0, *marks), sheet)
    return sheet


def _apply(frames: list[bytes], sheet: Sheet) -> Sheet:
    """Apply frames to the server's copy of a sheet."""
    for frame in frames:
        number, ink = decode_ink_from_client(frame)
        assert number == 2
        apply_piece(ink, sheet)
    return sheet


def test_a_new_set_of_sheets_is_empty() -> None:
    """A set is new if its number is; in the lobby there is none."""
    paper = _paper(line())
    paper.receive(INK, 2, [(1, piece(0, line()))])
    paper.switch_to(2, 2)
    assert ([sheet.marks for sheet in paper.sheets], paper.mine.marks) == ([[], [line()]], [line()])
    paper.switch_to(2, 0)
    assert (paper.sheets, paper.mine.marks) == ([], [])
    paper.switch_to(3, 2)
    assert [sheet.marks for sheet in paper.sheets] == [[], []]


def test_ink_of_another_set_is_dropped() -> None:
    """Frames carry only the lowest byte of the set's number."""
    paper = _paper()
    paper.receive(INK, 1, [(1, piece(0, line()))])
    assert paper.sheets[1].is_empty
    paper.switch_to(258, 2)
    paper.receive(INK, 2, [(1, piece(0, line()))])
    assert paper.sheets[1].marks == [line()]


def test_all_sheets_replace_all_sheets() -> None:
    paper = _paper()
    paper.receive(INK, 2, [(0, piece(0, line())), (1, piece(0, line(9)))])
    paper.receive(SHEETS, 2, [(0, piece(0)), (1, piece(0, line(3)))])
    assert [sheet.marks for sheet in paper.sheets] == [[], [line(3)]]


def test_only_new_ink_is_sent() -> None:
    """The server ends up with the same sheet."""
    paper, theirs = _paper(), Sheet()
    for frames in (
        paper.draw(line()),
        paper.extend_line(line(since=line())),
        paper.draw(Undo(), line(3)),
        paper.extend_line(line(300, since=line(3))),
        paper.draw(Erase((0,))),
    ):
        assert len(frames) == 1
        _apply(frames, theirs)
    assert theirs.marks == paper.mine.marks
    assert theirs.marks == [grown(line(), line(since=line())), Undo(), line(303), Erase((0,))]
    assert paper.draw() == []


def test_extending_a_line_on_an_empty_sheet() -> None:
    paper = _paper()
    assert _apply(paper.extend_line(line()), Sheet()).marks == [line()]


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
def test_resync_sends_what_the_server_lacks(theirs: tuple[Mark, ...]) -> None:
    """Wherever the server's copy ends, it is complete afterwards."""
    whole = (line(5), Undo(), line(7), Undo())
    paper = _paper(*whole)
    sheet = paper.sheets[1] = _sheet(*theirs)
    frames = paper.resync(1)
    assert bool(frames) == (theirs != whole)
    assert _apply(frames, sheet).marks == list(whole)
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
def test_resync_adopts_a_sheet_that_diverged(theirs: tuple[Mark, ...]) -> None:
    """A server copy that is longer or different wins, and drawing continues from there."""
    mine = (line(5), Undo(), line(7)) if theirs != (line(4),) else (wild(5),)
    paper = _paper(*mine)
    paper.sheets[1] = _sheet(*theirs)
    assert paper.resync(1) == []
    assert encode_sheet(paper.mine) == encode_sheet(paper.sheets[1])
    assert _apply(paper.draw(line(2)), paper.sheets[1]).marks == [*theirs, line(2)]


def test_large_ink_is_split_into_frames() -> None:
    paper = _paper()
    lines = [wild(3_000) for _ in range(9)]
    frames = paper.draw(*lines)
    assert len(frames) > 2
    assert all(len(frame) <= MAX_FRAME_BYTES for frame in frames)
    assert encode_sheet(_apply(frames, Sheet())) == encode_sheet(paper.mine)
    theirs = paper.sheets[1] = _sheet(*lines[:1])
    frames = paper.resync(1)
    assert all(len(frame) <= MAX_FRAME_BYTES for frame in frames)
    assert encode_sheet(_apply(frames, theirs)) == encode_sheet(paper.mine)


def test_ink_beyond_the_limits_is_neither_drawn_nor_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_MARKS", 2)
    monkeypatch.setattr(sheet, "MAX_POINTS", 12)
    paper = _paper(line())
    with pytest.raises(SheetFull):
        paper.draw(Undo(), Undo())
    with pytest.raises(SheetFull):
        paper.extend_line(line(8, since=line()))
    assert paper.mine.marks == [line()]
    theirs = _sheet(line())
    for frame in (*paper.extend_line(line(7, since=line())), *paper.draw(Undo())):
        _, ink = decode_ink_from_client(frame)
        assert apply_piece(ink, theirs, bounded=True) is not None
    assert theirs.marks == paper.mine.marks == [line(12), Undo()]


def test_resync_adopts_a_sheet_beyond_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MAX_MARKS", 2)
    paper = _paper()
    paper.receive(SHEETS, 2, [(0, piece(0)), (1, piece(0, *[line()] * 3))])
    assert paper.resync(1) == []
    assert paper.mine.marks == [line()] * 3
    with pytest.raises(SheetFull):
        paper.draw(Undo())
