"""Tests of `pictomania.table.session`; those of its deadlines are in `clock/`."""

import pytest

from pictomania.ink import (
    BadInk,
    Clear,
    Erase,
    InkPiece,
    Mark,
    MissingInk,
    Point,
    Redo,
    Stroke,
    Undo,
    encode_piece,
    sheet,
)
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.frames import INK, encode_ink_to_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import RequestRefused
from tests.table.support.harness import LINE, NAMES, TableHarness, drawing_phase, fact_names

# Members.


def test_present_players_and_watchers() -> None:
    harness = TableHarness(*NAMES[:3])
    wim = harness.join("Wim", watch=True)
    session = harness.session
    assert (sorted(session.present), session.watchers) == ([0, 1, 2], [wim])
    harness.disconnect(harness.players[1])
    assert (sorted(session.present), session.watchers) == ([0, 2], [wim])
    assert session.with_key(wim.key) == [wim]
    assert [session.seat_of(member) for member in (*harness.players, wim)] == [0, 1, 2, None]


def test_the_next_host_is_the_next_present_seat_people_before_bots() -> None:
    harness = TableHarness()
    people = [harness.join(name, bot=name == "Cleo") for name in NAMES[:4]]
    session = harness.session
    assert [session.next_host(seat) for seat in range(4)] == [1, 3, 3, 0]
    harness.disconnect(people[3])
    assert [session.next_host(seat) for seat in range(4)] == [1, 0, 0, 0]
    harness.disconnect(people[0])
    assert [session.next_host(seat) for seat in range(4)] == [1, 2, 1, 1]
    harness.disconnect(people[1], people[2])
    assert [session.next_host(seat) for seat in range(4)] == [0, 1, 2, 3]


# Facts.


def test_a_new_session_has_no_output() -> None:
    harness = TableHarness("Ada")
    harness.restart()
    assert not harness.take_changed()
    assert (harness.take_mail(), harness.unstored, harness.session.next_tick_at) == ([], [], None)


def test_facts_are_stored_in_order_and_change_the_state() -> None:
    harness = TableHarness("Ada")
    harness.take_changed()
    harness.session.record_quietly(facts.ChatSent(harness.now, "Ada", 0, "hello"))
    assert not harness.take_changed()
    harness.session.record(facts.NameChanged(harness.now, 0, "Adele"))
    assert harness.take_changed()
    assert fact_names(harness.store()) == ["TableOpened", "SeatTaken", "ChatSent", "NameChanged"]
    assert harness.unstored == []


def test_chance_events_are_resolved_at_once() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.begin()
    assert harness.phase() is Phase.READING
    assert None not in harness.game.round.holder
    stop = harness.table.stop
    for member in harness.players:
        assert harness.request(member, from_client.Ready(stop)) is None
    assert harness.phase() is Phase.DRAWING
    assert len(harness.game.round.hands) == 3
    acted = [fact.action for fact in harness.store() if isinstance(fact, facts.ActionTaken)]
    assert acted == ["Lay"] * 3 + ["Ready"] * 3 + ["Deal"] * 3


# Ink.


def test_only_the_first_stroke_changes_the_state() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.take_changed()
    assert harness.draw(ada)
    assert harness.take_changed()
    assert harness.game.round.drawn == {0}
    harness.take_changed()
    assert not harness.draw(ada)
    assert not harness.take_changed()
    assert [seat for seat, _ in harness.ink] == [0, 0]
    assert harness.table.sheets[0].strokes == [LINE, LINE]


def test_emptying_the_sheet_changes_the_state() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.draw(ada)
    assert harness.draw(ada, Undo())
    assert harness.game.round.drawn == frozenset()
    assert not harness.draw(ada, LINE, Clear())  # empty before and after
    assert harness.game.round.drawn == frozenset()


def test_a_duplicate_piece_counts_once() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    assert harness.draw(ada, place=0)
    assert not harness.draw(ada, place=0)
    assert len(harness.ink) == 1
    assert harness.table.sheets[0].strokes == [LINE]


def test_ink_is_dropped_where_the_sheet_cannot_change() -> None:
    piece = encode_piece(InkPiece(0, 0, (LINE,)))
    harness = TableHarness(*NAMES[:3])
    assert not harness.session.draw(0, piece, harness.now)
    harness.play_until(Phase.READING)
    assert not harness.session.draw(0, piece, harness.now)
    harness.play_until(Phase.DRAWING)
    stop = harness.table.stop
    harness.request(harness.players[0], from_client.Finish(stop))
    harness.request(harness.players[1], from_client.Guess(stop, 2, 1))
    assert not harness.session.draw(0, piece, harness.now)  # finished (R15)
    assert not harness.session.draw(1, piece, harness.now)  # frozen (R13)
    assert harness.session.draw(2, piece, harness.now)
    assert [sheet.is_empty for sheet in harness.table.sheets] == [True, True, False]


def test_invalid_ink_and_ink_after_a_gap_change_nothing() -> None:
    harness = drawing_phase()
    harness.store()
    with pytest.raises(BadInk):
        harness.session.draw(0, b"\0\0\0\xff", harness.now)
    with pytest.raises(MissingInk):
        harness.draw(harness.players[0], place=7)
    assert (harness.ink, harness.session.has_unstored_ink) == ([], False)
    assert harness.unstored == []


@pytest.mark.rule("R16")
def test_undo_is_refused_where_erasing_is_off() -> None:
    harness = drawing_phase(settings=Settings(erasing=False))
    ada = harness.players[0]
    harness.draw(ada)
    with pytest.raises(BadInk):
        harness.draw(ada, Undo())
    assert harness.game.round.drawn == {0}


def test_ink_is_stored_once_and_before_the_next_fact() -> None:
    harness = drawing_phase()
    harness.store()
    harness.stored.clear()
    ada, ben, _ = harness.players
    harness.draw(ada)
    harness.draw(ada)
    harness.draw(ben)
    assert len(harness.unstored) == 4  # Ben's first stroke flushed the ink before it
    harness.now += 5
    harness.draw(ben)
    harness.request(ben, from_client.Guess(harness.table.stop, 0, 1))
    assert not harness.session.has_unstored_ink
    harness.session.flush_ink(harness.now + 9)  # nothing to flush
    happened = harness.store()
    assert fact_names(happened) == ["InkDrawn", "ActionTaken"] * 3
    assert happened[-2].at == harness.now


def test_flushing_ink_advances_the_time_of_the_table() -> None:
    harness = drawing_phase()
    harness.draw(harness.players[0])
    harness.draw(harness.players[0])
    harness.session.flush_ink(harness.now + 700)
    assert harness.table.at == harness.now + 700


def test_a_growing_stroke_is_the_same_after_a_restart() -> None:
    harness = drawing_phase()
    points = [Point(10 * step, 5 * step, 100 + step, step) for step in range(9)]
    pieces = [
        InkPiece(0, 0, (Stroke(2, tuple(points[:3])),)),
        InkPiece(0, 3, (Stroke(2, tuple(points[3:6])),)),
    ]
    harness.session.draw(1, encode_piece(pieces[0]), harness.now)
    harness.session.draw(1, encode_piece(pieces[1], points[2], short=True), harness.now)
    harness.session.flush_ink(harness.now)
    harness.session.draw(
        1, encode_piece(InkPiece(0, 6, (Stroke(2, tuple(points[6:])),)), points[5]), harness.now
    )
    sheets = harness.table.sheets
    assert sheets[1].strokes == [Stroke(2, tuple(points))]
    harness.restart()
    assert harness.table.sheets == sheets
    assert harness.game.round.drawn == {1}


# Full sheets.


@pytest.fixture
def small_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit sheets to three marks."""
    monkeypatch.setattr(sheet, "MAX_MARKS", 3)


def take_ink_refusals(harness: TableHarness) -> list[tuple[list[Member], str]]:
    """Take all mail; return to whom it refuses ink, and why."""
    letters = [(list(mail.to), mail.message) for mail in harness.take_mail()]
    return [
        (to, told.reason) for to, told in letters if isinstance(told, RequestRefused) and told.about == "ink"
    ]


@pytest.mark.usefixtures("small_sheets")
def test_an_artist_with_a_full_sheet_is_told_once() -> None:
    harness = drawing_phase()
    ada, ben, _ = harness.players
    harness.draw(ada, LINE, LINE)
    harness.store()
    begun = (len(harness.ink), harness.table.sheets[0].marks)
    assert harness.draw(ada, LINE, LINE)
    assert take_ink_refusals(harness) == [([ada], "pencil-used-up")]
    for piece in (LINE,), (LINE, LINE), (Undo(),):  # some of them would fit
        assert not harness.draw(ada, *piece)
    assert not harness.draw(ada, place=9)  # continues what was dropped
    assert not harness.session.draw(0, b"\0\0\0\xff", harness.now)
    assert (take_ink_refusals(harness), harness.unstored, harness.session.has_unstored_ink) == ([], [], False)
    assert (len(harness.ink), harness.table.sheets[0].marks) == begun
    assert harness.draw(ben)  # others can draw


@pytest.mark.usefixtures("small_sheets")
def test_the_next_sheet_has_room_again() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.draw(ada, *[LINE] * 4)
    harness.play_until(Phase.SCORES)
    harness.play_until(Phase.DRAWING)
    take_ink_refusals(harness)
    assert harness.draw(ada)
    assert harness.table.sheets[0].strokes == [LINE]
    harness.draw(ada, *[LINE] * 3)
    assert take_ink_refusals(harness) == [([ada], "pencil-used-up")]


@pytest.mark.usefixtures("small_sheets")
def test_a_full_sheet_is_still_full_after_a_restart() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.draw(ada, LINE, LINE, LINE)
    harness.draw(ada)
    sheets = harness.table.sheets
    harness.restart()
    assert harness.table.sheets == sheets
    ada = harness.join("Ada")
    take_ink_refusals(harness)
    assert harness.draw(ada)
    assert take_ink_refusals(harness) == [([ada], "pencil-used-up")]
    assert harness.table.sheets == sheets


@pytest.mark.usefixtures("small_sheets")
def test_ink_that_is_sent_again_for_a_full_sheet_is_dropped() -> None:
    """Silently: otherwise the client would resync again and again."""
    harness = drawing_phase()
    ada = harness.players[0]
    harness.draw(ada, LINE, LINE)
    harness.draw(ada, LINE, LINE)
    harness.disconnect(ada)
    ada = harness.join("Ada")
    take_ink_refusals(harness)
    for place in (1, 2, 4):  # known, refused, and continuing what was refused
        assert not harness.draw(ada, LINE, LINE, place=place)
    assert take_ink_refusals(harness) == []
    assert harness.table.sheets[0].strokes == [LINE, LINE]


def test_stored_sheets_over_the_limits_can_be_loaded() -> None:
    """With 3,000 marks, 20,000 strokes erased, and strokes from corner to corner."""
    harness = drawing_phase()
    corners = tuple(Point(4095 * (step % 2), 4095 * (step % 2), 99, step) for step in range(4_000))
    marks: list[Mark] = [*[LINE] * 997, *[Erase(tuple(range(10_000)))] * 2]
    for _ in range(1_000):
        marks += Undo(), Redo()
    marks.append(Stroke(1, corners))
    frame = encode_ink_to_client(INK, harness.table.paper, [(0, encode_piece(InkPiece(0, 0, tuple(marks))))])
    harness.session.record_quietly(facts.InkDrawn(harness.now, frame))
    harness.restart()
    assert harness.table.sheets[0].marks == marks


def test_closing_a_sheet_twice_has_no_effect() -> None:
    """The artist is told once."""
    harness = drawing_phase()
    assert harness.session.close_sheet(0)
    assert not harness.session.close_sheet(0)
    assert not harness.draw(harness.players[0])
    assert len([mail for mail in harness.take_mail() if isinstance(mail.message, RequestRefused)]) == 1
