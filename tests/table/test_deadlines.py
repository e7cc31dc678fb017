"""Tests of what a table waits for, and for how long, over whole evenings (D5)."""

import pytest

from pictomania.rules import EditionName, Fault, Phase
from pictomania.wire import from_client as said
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Clock, ClockKind
from tests.table.evening import HOUR, NAMES, Evening, clock, drawing, finish

pytestmark = pytest.mark.rule("D5")


def ready(evening: Evening, *seats: int) -> None:
    """Let these be ready."""
    stop = evening.table.stop
    for seat in seats:
        assert evening.asks(evening.people[seat], said.Ready(stop)) is None


def drawn(settings: Settings | None = None) -> Evening:
    """Three people have drawn, and the reveal begins."""
    evening = drawing(settings=settings)
    for member in evening.people:
        evening.draws(member)
    evening.until(Phase.WORD)
    return evening


# Drawing.


def test_there_is_no_limit_unless_somebody_sets_one() -> None:
    evening = drawing()
    finish(evening, 0)
    evening.waits(5 * HOUR)
    assert (evening.phase(), clock(evening), evening.sitting.next_at) == (Phase.DRAWING, None, None)


def test_a_limit_ends_the_drawing_and_whoever_is_late_gets_no_token() -> None:
    evening = drawing(settings=Settings(drawing_s=90))
    evening.draws(evening.people[0])
    assert evening.asks(evening.people[0], said.Finish(evening.table.stop, 2)) is None
    evening.waits(60)
    assert clock(evening) == Clock(ClockKind.LIMIT, 30_000)
    evening.waits(29.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD
    assert evening.game.round.tokens == (2, None, None)


@pytest.mark.rule("R37")
def test_the_last_one_has_a_minute() -> None:
    evening = drawing()
    evening.waits(1000)
    finish(evening, 0)
    evening.waits(1000)
    finish(evening, 2)
    assert clock(evening) == Clock(ClockKind.HURRY, 60_000)
    evening.waits(59.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD


def test_the_last_one_has_as_long_as_was_settled_or_for_ever() -> None:
    evening = drawing(settings=Settings(hurry_s=5))
    finish(evening, 0, 1)
    evening.waits(5)
    assert evening.phase() is Phase.WORD
    evening = drawing(settings=Settings(hurry_s=None))
    finish(evening, 0, 1)
    evening.waits(HOUR)
    assert evening.phase() is Phase.DRAWING


# The reveal.


def test_a_limit_for_every_stop_of_the_reveal() -> None:
    evening = drawn(Settings(reveal_s=10))
    phases = []
    while evening.game.phase in (Phase.WORD, Phase.PILE):
        phases.append(evening.phase())
        evening.waits(9.9)
        assert evening.game.phase is phases[-1]
        evening.waits(0.1)
    assert phases == [Phase.WORD, Phase.PILE] * 3
    evening.waits(HOUR)
    assert evening.phase() is Phase.SCORES  # the host starts the next round


def test_once_most_are_ready_the_others_should_be() -> None:
    evening = drawn()
    ready(evening, 0)
    assert clock(evening) is None
    ready(evening, 1)
    assert clock(evening) == Clock(ClockKind.HURRY, 20_000)
    evening.waits(19.9)
    assert evening.phase() is Phase.WORD
    evening.waits(0.1)
    assert evening.phase() is Phase.PILE
    assert clock(evening) is None


def test_half_are_not_most() -> None:
    evening = drawing(*NAMES[:4])
    evening.until(Phase.WORD)
    ready(evening, 0, 1)
    assert clock(evening) is None
    ready(evening, 2)
    assert clock(evening) == Clock(ClockKind.HURRY, 20_000)


def test_the_rush_is_shorter_where_people_are_quick_and_there_is_none_where_they_are_not() -> None:
    evening = drawn(Settings(hurry_s=7))
    ready(evening, 0, 1)
    assert clock(evening) == Clock(ClockKind.HURRY, 7_000)
    evening = drawn(Settings(hurry_s=None))
    ready(evening, 0, 1)
    evening.waits(HOUR)
    assert evening.phase() is Phase.WORD


def test_praising_is_rushed_but_has_no_limit() -> None:
    evening = drawn(Settings(reveal_s=10))
    evening.until(Phase.PRAISING)
    evening.waits(HOUR)
    assert evening.phase() is Phase.PRAISING
    ready(evening, 0, 1)
    evening.waits(20)
    assert evening.phase() is Phase.OVER


@pytest.mark.parametrize("phase", [Phase.READING, Phase.SCORES])
def test_most_do_not_wait_for_ever_for_one_who_reads(phase: Phase) -> None:
    evening = Evening(*NAMES[:3])
    evening.until(phase)
    ready(evening, 1)
    assert clock(evening) is None
    ready(evening, 2)
    assert clock(evening) == Clock(ClockKind.HURRY, 60_000)
    evening.waits(60)
    assert evening.phase() is not phase


def test_a_host_who_sleeps_does_not_keep_all_from_playing() -> None:
    evening = Evening(*NAMES[:3], settings=Settings(levels="ask"))
    evening.until(Phase.CHOOSING)
    assert clock(evening) == Clock(ClockKind.HURRY, 60_000)
    evening.waits(60)
    assert evening.phase() is Phase.READING


@pytest.mark.rule("D2")
def test_who_does_not_vote_in_time_has_voted_no() -> None:
    evening = drawn()
    stop = evening.table.stop
    assert evening.asks(evening.people[1], said.Object(stop, Fault.WRITING)) is None
    assert clock(evening) == Clock(ClockKind.VOTE, 60_000)
    evening.waits(60)
    assert (evening.phase(), evening.game.round.motion, evening.game.round.faults[0]) == (
        Phase.WORD,
        None,
        None,
    )
    evening = drawn(Settings(hurry_s=None))
    assert evening.asks(evening.people[1], said.Object(evening.table.stop, Fault.WRITING)) is None
    evening.waits(HOUR)
    assert evening.game.round.motion is not None


# Those who are not there.


def test_nobody_who_is_there_waits_long_for_those_who_are_not() -> None:
    evening = drawn()
    evening.goes(evening.people[2])
    evening.waits(HOUR)
    assert evening.phase() is Phase.WORD  # others are waited for
    ready(evening, 0, 1)
    assert clock(evening) == Clock(ClockKind.NOBODY, 10_000)
    evening.waits(9.9)
    assert evening.phase() is Phase.WORD
    evening.waits(0.1)
    assert evening.phase() is Phase.PILE


def test_those_who_got_up_are_not_waited_for() -> None:
    """Neither to draw nor to look."""
    evening = Evening(*NAMES[:4])
    evening.until(Phase.READING)
    evening.asks(evening.people[3], said.Leave())
    for phase in (Phase.READING, Phase.DRAWING, Phase.WORD):
        assert evening.phase() is phase
        for seat in (0, 1, 2):
            wish = said.Finish if phase is Phase.DRAWING else said.Ready
            assert evening.asks(evening.people[seat], wish(evening.table.stop)) is None
        assert clock(evening) == Clock(ClockKind.NOBODY, 1_000)
        evening.waits(1)


def test_those_who_are_not_there_have_a_minute_to_come_back_and_draw() -> None:
    evening = drawing(settings=Settings(hurry_s=None))
    finish(evening, 0)
    evening.goes(*evening.people[1:])
    assert clock(evening) == Clock(ClockKind.NOBODY, 60_000)
    evening.waits(59)
    evening.comes("Ben")
    assert clock(evening) is None
    evening.waits(100)
    evening.goes(evening.sitting.members[-1])
    evening.waits(59.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD


def test_a_level_is_chosen_for_a_host_who_is_not_there() -> None:
    evening = Evening(*NAMES[:3], settings=Settings(EditionName.FIRST))
    evening.begins()
    assert evening.phase() is Phase.CHOOSING
    evening.goes(evening.people[0])
    evening.waits(10)
    assert (evening.phase(), evening.game.round.level) == (Phase.READING, 1)


def test_two_waits_that_end_together_move_the_table_on_once() -> None:
    evening = drawn(Settings(reveal_s=10))
    evening.goes(evening.people[2])
    ready(evening, 0, 1)
    assert clock(evening) == Clock(ClockKind.LIMIT, 10_000)  # and nobody who is there is waited for
    evening.waits(10)
    assert (evening.phase(), evening.game.round.artist) == (Phase.PILE, 0)


def test_those_who_left_are_not_waited_for_in_the_drawing() -> None:
    evening = drawing()
    assert evening.asks(evening.people[1], said.Leave()) is None
    assert evening.finished() == [1]


def test_everybody_is_told_when_more_can_be_done_about_those_who_are_away() -> None:
    evening = drawing()
    evening.goes(evening.people[2])
    evening.is_news()
    evening.waits(19.9)
    assert not evening.is_news()
    evening.waits(0.1)
    assert evening.is_news()
    evening.waits(99.9)
    assert not evening.is_news()
    assert not evening.sitting.is_free(2)
    evening.waits(0.1)
    assert evening.is_news()
    assert evening.sitting.is_free(2)


def test_time_in_the_lobby_does_not_count_as_being_away_from_the_game() -> None:
    evening = Evening(*NAMES[:4])
    evening.goes(evening.people[2], evening.people[3])
    evening.waits(HOUR)
    assert evening.asks(evening.people[0], said.Remove("Cleo")) is None  # the other one moves up
    evening.begins()
    evening.waits(119)
    assert not evening.sitting.is_free(2)
    evening.waits(1)
    assert evening.sitting.is_free(2)


# The host.


def test_a_host_who_is_away_for_half_a_minute_is_succeeded_by_the_next_one_who_is_there() -> None:
    evening = Evening(*NAMES[:4])
    evening.goes(evening.people[0], evening.people[1])
    evening.waits(29.9)
    assert evening.table.host == 0
    evening.waits(0.1)
    assert evening.state(evening.people[2]).host == 2
    evening.comes("Ada")
    evening.waits(HOUR)
    assert evening.state(evening.people[2]).host == 2


def test_in_a_game_too_and_a_host_who_comes_back_in_time_stays_the_host() -> None:
    evening = drawing()
    evening.goes(evening.people[0])
    evening.waits(29)
    ada = evening.comes("Ada")
    evening.waits(29)
    assert evening.table.host == 0
    evening.goes(ada)
    evening.waits(30)
    assert (evening.state(evening.people[1]).host, evening.game.host) == (1, 1)


def test_a_bot_is_the_host_only_as_long_as_there_is_nobody_else() -> None:
    evening = Evening()
    bot = evening.comes("Bot", bot=True)
    assert evening.table.host == 0
    evening.comes("Ada")
    evening.waits(30)
    assert evening.state(bot).host == 1
