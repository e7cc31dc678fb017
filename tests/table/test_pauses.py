"""Tests of the clock of a table while nobody is there, after a restart, and when time itself jumps (D5)."""

import pytest

from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.wire import from_client as said
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Clock, ClockKind
from tests.table.evening import HOUR, NAMES, Evening, clock, drawing, finish

pytestmark = pytest.mark.rule("D5")


def test_the_clock_stands_still_while_nobody_is_there_and_goes_on_then() -> None:
    evening = drawing(settings=Settings(drawing_s=100))
    evening.waits(40)
    evening.goes(*evening.people)
    evening.waits(HOUR)
    assert evening.phase() is Phase.DRAWING
    evening.comes("Ben")
    assert clock(evening) == Clock(ClockKind.LIMIT, 60_000)
    evening.waits(59.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD


def test_watchers_and_bots_do_not_make_the_clock_run() -> None:
    evening = Evening("Ada", "Ben", settings=Settings(drawing_s=100))
    evening.comes("Bot", bot=True)
    evening.comes("Wim", watch=True)
    evening.until(Phase.DRAWING)
    evening.goes(*evening.people)
    evening.waits(HOUR)
    assert evening.phase() is Phase.DRAWING
    assert evening.sitting.next_at is None


def test_bots_among_themselves_have_a_clock_that_runs() -> None:
    evening = Evening(settings=Settings(drawing_s=100))
    for name in NAMES[:3]:
        evening.comes(name, bot=True)
    evening.until(Phase.DRAWING)
    evening.waits(100)
    assert evening.phase() is Phase.WORD


def test_bots_play_on_without_people_who_left_for_good() -> None:
    evening = Evening("Ada", settings=Settings(drawing_s=100))
    for name in NAMES[1:3]:
        evening.comes(name, bot=True)
    evening.until(Phase.DRAWING)
    assert evening.asks(evening.people[0], said.Leave()) is None
    evening.waits(100)
    assert evening.phase() is Phase.WORD


def test_a_host_who_did_not_come_back_is_succeeded_as_soon_as_any_other() -> None:
    evening = drawing()
    evening.goes(*evening.people)
    evening.waits(HOUR)
    ben = evening.comes("Ben")
    evening.waits(30)
    assert evening.state(ben).host == 1


@pytest.mark.parametrize("after", [0.0, HOUR, 24 * HOUR, -HOUR])
def test_after_a_restart_what_was_left_is_left(after: float) -> None:
    evening = drawing(settings=Settings(drawing_s=100))
    evening.waits(40)
    evening.draws(evening.people[0])
    evening.restarts(after)
    evening.waits(50)
    assert evening.phase() is Phase.DRAWING
    evening.people = [evening.comes(name) for name in NAMES[:3]]
    assert clock(evening) == Clock(ClockKind.LIMIT, 60_000)
    evening.waits(59.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD


@pytest.mark.parametrize("after", [0.0, HOUR, -HOUR])
def test_after_a_restart_at_least_five_seconds_are_left(after: float) -> None:
    evening = drawing()
    finish(evening, 0, 1)
    evening.waits(58)
    evening.sitting.note(facts.Spoken(evening.now, "Wim", None, "psst", watchers_only=True))
    evening.restarts(after)
    evening.people = [evening.comes(name) for name in NAMES[:3]]
    assert clock(evening) == Clock(ClockKind.HURRY, 5_000)
    evening.waits(4.9)
    assert evening.phase() is Phase.DRAWING
    evening.waits(0.1)
    assert evening.phase() is Phase.WORD


def test_the_first_thing_that_happens_after_a_restart_takes_no_time_away() -> None:
    evening = drawing(settings=Settings(drawing_s=100))
    assert evening.asks(evening.people[1], said.Leave()) is None
    evening.waits(40)
    evening.draws(evening.people[0])
    evening.restarts(HOUR)
    ben = evening.comes("Ben")  # who sits down again
    assert evening.state(ben).clock == Clock(ClockKind.LIMIT, 60_000)


def test_after_a_restart_those_who_are_away_are_waited_for_as_usual() -> None:
    evening = drawing()
    evening.restarts(24 * HOUR)
    evening.comes("Ben")
    evening.waits(20)
    assert evening.sitting.is_away(2)
    evening.waits(10)
    assert evening.table.host == 1


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 1000 * HOUR, -1000 * HOUR])
def test_no_round_ends_early_or_hangs_because_a_clock_jumps(jump: float) -> None:
    evening = drawing(settings=Settings(drawing_s=100))
    evening.waits(40)
    evening.now += round(jump * 1000)
    evening.sitting.tick(evening.now)
    assert evening.phase() is Phase.DRAWING
    evening.draws(evening.people[0])
    assert evening.asks(evening.people[0], said.Guess(evening.table.stop, 1, 1)) is None
    evening.waits(58)
    assert evening.phase() is Phase.DRAWING
    evening.waits(2)
    assert evening.phase() is Phase.WORD


def test_a_hurry_that_begins_after_a_jump_lasts_as_long_as_any_other() -> None:
    evening = drawing()
    evening.now -= round(HOUR * 1000)
    finish(evening, 0, 1)
    assert clock(evening) == Clock(ClockKind.HURRY, 60_000)
    evening.waits(60)
    assert evening.phase() is Phase.WORD
