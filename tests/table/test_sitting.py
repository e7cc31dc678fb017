"""Tests of `pictomania.table.sitting`; those of its deadlines are in `test_deadlines`."""

import pytest

from pictomania.ink import BadInk, Ink, Mark, Missing, Point, Redo, RubOut, Stroke, Undo, Wipe, encode, sheet
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.seat import Member
from pictomania.wire import from_client as said
from pictomania.wire.frames import INK, ink_to_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused
from tests.table.evening import LINE, NAMES, Evening, drawing, kinds

# Who is there.


def test_who_is_present_and_who_watches() -> None:
    evening = Evening(*NAMES[:3])
    wim = evening.comes("Wim", watch=True)
    sitting = evening.sitting
    assert (sorted(sitting.present), sitting.watchers) == ([0, 1, 2], [wim])
    evening.goes(evening.people[1])
    assert (sorted(sitting.present), sitting.watchers) == ([0, 2], [wim])
    assert sitting.with_key(wim.key) == [wim]
    assert [sitting.seat_of(member) for member in (*evening.people, wim)] == [0, 1, 2, None]


def test_the_heir_is_the_next_one_who_is_there_and_no_bot_if_there_are_people() -> None:
    evening = Evening()
    people = [evening.comes(name, bot=name == "Cleo") for name in NAMES[:4]]
    sitting = evening.sitting
    assert [sitting.heir(seat) for seat in range(4)] == [1, 3, 3, 0]
    evening.goes(people[3])
    assert [sitting.heir(seat) for seat in range(4)] == [1, 0, 0, 0]
    evening.goes(people[0])
    assert [sitting.heir(seat) for seat in range(4)] == [1, 2, 1, 1]
    evening.goes(people[1], people[2])
    assert [sitting.heir(seat) for seat in range(4)] == [0, 1, 2, 3]


# What happens.


def test_at_first_there_is_no_news() -> None:
    evening = Evening("Ada")
    evening.restarts()
    assert not evening.is_news()
    assert (evening.told(), evening.sitting.unstored, evening.sitting.next_at) == ([], [], None)


def test_what_happens_is_stored_in_order_and_told() -> None:
    evening = Evening("Ada")
    evening.is_news()
    evening.sitting.note(facts.Spoken(evening.now, "Ada", 0, "hello"))
    assert not evening.is_news()
    evening.sitting.do(facts.Renamed(evening.now, 0, "Adele"))
    assert evening.is_news()
    assert kinds(evening.store()) == ["Opened", "Sat", "Spoken", "Renamed"]
    assert evening.sitting.unstored == []


def test_chance_does_what_it_owes_at_once() -> None:
    evening = Evening(*NAMES[:3])
    evening.begins()
    assert evening.phase() is Phase.READING
    assert None not in evening.game.round.holder
    stop = evening.table.stop
    for member in evening.people:
        assert evening.asks(member, said.Ready(stop)) is None
    assert evening.phase() is Phase.DRAWING
    assert len(evening.game.round.hands) == 3
    acted = [fact.action for fact in evening.store() if isinstance(fact, facts.Acted)]
    assert acted == ["Lay"] * 3 + ["Ready"] * 3 + ["Deal"] * 3


# Ink.


def test_the_first_line_is_something_to_be_told_and_further_ones_are_not() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.is_news()
    assert evening.draws(ada)
    assert evening.is_news()
    assert evening.game.round.drawn == {0}
    evening.is_news()
    assert not evening.draws(ada)
    assert not evening.is_news()
    assert [seat for seat, _ in evening.sitting.fresh] == [0, 0]
    assert evening.table.sheets[0].strokes == [LINE, LINE]


def test_rubbing_out_the_last_line_is_something_to_be_told() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.draws(ada)
    assert evening.draws(ada, Undo())
    assert evening.game.round.drawn == frozenset()
    assert not evening.draws(ada, LINE, Wipe())  # empty before and after
    assert evening.game.round.drawn == frozenset()


def test_a_piece_that_comes_twice_counts_once() -> None:
    evening = drawing()
    ada = evening.people[0]
    assert evening.draws(ada, place=0)
    assert not evening.draws(ada, place=0)
    assert len(evening.sitting.fresh) == 1
    assert evening.table.sheets[0].strokes == [LINE]


def test_ink_is_dropped_where_the_sheet_cannot_change() -> None:
    piece = encode(Ink(0, 0, (LINE,)))
    evening = Evening(*NAMES[:3])
    assert not evening.sitting.drew(0, piece, evening.now)
    evening.until(Phase.READING)
    assert not evening.sitting.drew(0, piece, evening.now)
    evening.until(Phase.DRAWING)
    stop = evening.table.stop
    evening.asks(evening.people[0], said.Finish(stop))
    evening.asks(evening.people[1], said.Guess(stop, 2, 1))
    assert not evening.sitting.drew(0, piece, evening.now)  # finished (R15)
    assert not evening.sitting.drew(1, piece, evening.now)  # frozen (R13)
    assert evening.sitting.drew(2, piece, evening.now)
    assert [sheet.is_empty for sheet in evening.table.sheets] == [True, True, False]


def test_ink_that_nobody_can_have_drawn_or_that_has_a_gap_changes_nothing() -> None:
    evening = drawing()
    evening.store()
    with pytest.raises(BadInk):
        evening.sitting.drew(0, b"\0\0\0\xff", evening.now)
    with pytest.raises(Missing):
        evening.draws(evening.people[0], place=7)
    assert (evening.sitting.fresh, evening.sitting.has_unstored_ink) == ([], False)
    assert evening.sitting.unstored == []


@pytest.mark.rule("R16")
def test_where_nothing_may_be_rubbed_out_nothing_can_be() -> None:
    evening = drawing(settings=Settings(erasing=False))
    ada = evening.people[0]
    evening.draws(ada)
    with pytest.raises(BadInk):
        evening.draws(ada, Undo())
    assert evening.game.round.drawn == {0}


def test_ink_is_stored_before_whatever_happens_next_and_only_once() -> None:
    evening = drawing()
    evening.store()
    evening.stored.clear()
    ada, ben, _ = evening.people
    evening.draws(ada)
    evening.draws(ada)
    evening.draws(ben)
    assert len(evening.sitting.unstored) == 4  # the first line of Ben's took along what came before
    evening.now += 5
    evening.draws(ben)
    evening.asks(ben, said.Guess(evening.table.stop, 0, 1))
    assert not evening.sitting.has_unstored_ink
    evening.sitting.settle_ink(evening.now + 9)  # nothing is left
    happened = evening.store()
    assert kinds(happened) == ["Inked", "Acted", "Inked", "Acted", "Inked", "Acted"]
    assert happened[-2].at == evening.now


def test_ink_that_is_stored_by_itself_moves_the_time_of_the_table_on() -> None:
    evening = drawing()
    evening.draws(evening.people[0])
    evening.draws(evening.people[0])
    evening.sitting.settle_ink(evening.now + 700)
    assert evening.table.at == evening.now + 700


def test_a_line_that_grows_is_the_same_after_a_restart() -> None:
    evening = drawing()
    points = [Point(10 * step, 5 * step, 100 + step, step) for step in range(9)]
    pieces = [Ink(0, 0, (Stroke(2, tuple(points[:3])),)), Ink(0, 3, (Stroke(2, tuple(points[3:6])),))]
    evening.sitting.drew(1, encode(pieces[0]), evening.now)
    evening.sitting.drew(1, encode(pieces[1], points[2], goes_on=True), evening.now)
    evening.sitting.settle_ink(evening.now)
    evening.sitting.drew(1, encode(Ink(0, 6, (Stroke(2, tuple(points[6:])),)), points[5]), evening.now)
    sheets = evening.table.sheets
    assert sheets[1].strokes == [Stroke(2, tuple(points))]
    evening.restarts()
    assert evening.table.sheets == sheets
    assert evening.game.round.drawn == {1}


# A sheet that is full.


@pytest.fixture
def small_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets with room for three marks."""
    monkeypatch.setattr(sheet, "MOST_MARKS", 3)


def _refused(evening: Evening) -> list[tuple[list[Member], str]]:
    """Whose ink was refused since the last time somebody asked."""
    letters = [(list(letter.to), letter.message) for letter in evening.told()]
    return [(to, told.reason) for to, told in letters if isinstance(told, Refused) and told.about == "ink"]


@pytest.mark.usefixtures("small_sheets")
def test_whose_sheet_is_full_is_told_once_and_then_dropped() -> None:
    evening = drawing()
    ada, ben, _ = evening.people
    evening.draws(ada, LINE, LINE)
    evening.store()
    begun = (len(evening.sitting.fresh), evening.table.sheets[0].marks)
    assert evening.draws(ada, LINE, LINE)
    assert _refused(evening) == [([ada], "pencil-used-up")]
    for piece in (LINE,), (LINE, LINE), (Undo(),):  # some of which would fit
        assert not evening.draws(ada, *piece)
    assert not evening.draws(ada, place=9)  # which would go on from what was dropped
    assert not evening.sitting.drew(0, b"\0\0\0\xff", evening.now)
    assert (_refused(evening), evening.sitting.unstored, evening.sitting.has_unstored_ink) == ([], [], False)
    assert (len(evening.sitting.fresh), evening.table.sheets[0].marks) == begun
    assert evening.draws(ben)  # others go on


@pytest.mark.usefixtures("small_sheets")
def test_new_sheets_have_room_again() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.draws(ada, *[LINE] * 4)
    evening.until(Phase.SCORES)
    evening.until(Phase.DRAWING)
    _refused(evening)
    assert evening.draws(ada)
    assert evening.table.sheets[0].strokes == [LINE]
    evening.draws(ada, *[LINE] * 3)
    assert _refused(evening) == [([ada], "pencil-used-up")]


@pytest.mark.usefixtures("small_sheets")
def test_a_full_sheet_is_read_back_as_it_was_and_is_full_again() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.draws(ada, LINE, LINE, LINE)
    evening.draws(ada)
    sheets = evening.table.sheets
    evening.restarts()
    assert evening.table.sheets == sheets
    ada = evening.comes("Ada")
    _refused(evening)
    assert evening.draws(ada)
    assert _refused(evening) == [([ada], "pencil-used-up")]
    assert evening.table.sheets == sheets


@pytest.mark.usefixtures("small_sheets")
def test_coming_back_to_a_full_sheet_and_sending_the_rest_ends_there() -> None:
    """What is sent again is dropped without a word, so nobody is welcomed over and over for it."""
    evening = drawing()
    ada = evening.people[0]
    evening.draws(ada, LINE, LINE)
    evening.draws(ada, LINE, LINE)
    evening.goes(ada)
    ada = evening.comes("Ada")
    _refused(evening)
    for place in (1, 2, 4):  # what it has, what was refused, and what goes on from that
        assert not evening.draws(ada, LINE, LINE, place=place)
    assert _refused(evening) == []
    assert evening.table.sheets[0].strokes == [LINE, LINE]


def test_sheets_that_were_stored_without_bounds_are_read_back() -> None:
    """With three thousand marks, twenty thousand lines rubbed out, and lines from corner to corner."""
    evening = drawing()
    corners = tuple(Point(4095 * (step % 2), 4095 * (step % 2), 99, step) for step in range(4_000))
    marks: list[Mark] = [*[LINE] * 997, *[RubOut(tuple(range(10_000)))] * 2]
    for _ in range(1_000):
        marks += Undo(), Redo()
    marks.append(Stroke(1, corners))
    frame = ink_to_client(INK, evening.table.paper, [(0, encode(Ink(0, 0, tuple(marks))))])
    evening.sitting.note(facts.Inked(evening.now, frame))
    evening.restarts()
    assert evening.table.sheets[0].marks == marks


# Votes to go on without somebody who is away.


@pytest.mark.rule("D5")
def test_more_than_half_of_those_who_are_there_can_go_on_without_somebody() -> None:
    evening = drawing(*NAMES[:4])
    ada, ben, cleo, dov = evening.people
    evening.goes(dov)
    assert evening.asks(ada, said.Dismiss(3)) == "not-away"
    evening.waits(19.9)
    assert evening.asks(ada, said.Dismiss(3)) == "not-away"
    assert evening.state(ada).may.dismiss == ()
    evening.waits(0.1)
    assert evening.state(ada).may.dismiss == (3,)
    assert evening.asks(ada, said.Dismiss(3)) is None
    assert evening.asks(ada, said.Dismiss(3)) == "not-away"  # once is enough
    assert evening.state(ben).seats[3].dismissed_by == (0,)
    assert evening.finished() == []
    evening.goes(ben)  # of two, one is not more than half
    assert evening.finished() == []
    assert evening.asks(cleo, said.Dismiss(3)) is None
    assert (evening.finished(), evening.game.round.tokens[3]) == ([3], None)
    assert evening.asks(cleo, said.Dismiss(3)) == "not-away"  # has finished


def test_bots_have_no_say_in_that_where_there_are_people() -> None:
    evening = Evening("Ada", "Ben")
    for name in ("Smudge", "Inky"):
        evening.comes(name, bot=True)
    evening.until(Phase.DRAWING)
    ada, ben, *_ = evening.people
    evening.goes(ben)
    evening.waits(20)
    evening.asks(ada, said.Dismiss(1))
    assert evening.finished() == [1]


def test_votes_of_people_who_have_gone_do_not_count() -> None:
    evening = drawing(*NAMES[:4])
    ada, ben, cleo, dov = evening.people
    evening.goes(dov)
    evening.waits(20)
    evening.asks(ada, said.Dismiss(3))
    evening.goes(ada)
    evening.asks(ben, said.Dismiss(3))
    assert evening.finished() == []
    evening.asks(cleo, said.Dismiss(3))
    assert evening.finished() == [3]


def test_who_comes_back_in_time_is_not_dismissed() -> None:
    evening = drawing()
    ada, _, cleo = evening.people
    evening.goes(cleo)
    evening.waits(25)
    assert evening.sitting.is_away(2)
    evening.comes("Cleo")
    assert not evening.sitting.is_away(2)
    assert evening.asks(ada, said.Dismiss(2)) == "not-away"


def test_votes_are_forgotten_when_the_absent_one_comes_back() -> None:
    evening = drawing(*NAMES[:4])
    ada, ben, _, dov = evening.people
    evening.goes(dov)
    evening.waits(20)
    evening.asks(ada, said.Dismiss(3))
    dov = evening.comes("Dov")
    assert evening.state(ada).seats[3].dismissed_by == ()
    evening.goes(dov)
    evening.waits(20)
    evening.asks(ben, said.Dismiss(3))
    assert evening.finished() == []


def test_a_vote_about_somebody_who_has_finished_meanwhile_finishes_nobody() -> None:
    evening = drawing()
    evening.asks(evening.people[2], said.Finish(evening.table.stop))
    evening.sitting.do(facts.Dismissed(evening.now, 0, 2))
    evening.sitting.do(facts.Dismissed(evening.now, 1, 2))
    evening.sitting.finish_dismissed(2, evening.now)
    assert evening.finished() == [2]
    evening.until(Phase.OVER)
    evening.sitting.finish_dismissed(2, evening.now)
    evening.sitting.do(facts.Returned(evening.now, 99, 9))
    evening.sitting.finish_dismissed(2, evening.now)


def test_a_pencil_is_used_up_once() -> None:
    """Nobody is told again and again."""
    evening = drawing()
    assert evening.sitting.use_up(0)
    assert not evening.sitting.use_up(0)
    assert not evening.draws(evening.people[0])
    assert len([letter for letter in evening.told() if isinstance(letter.message, Refused)]) == 1
