"""Tests of `pictomania.table.waits`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.rules import Colour
from pictomania.table import facts
from pictomania.table.table import Table
from pictomania.table.waits import (
    HEARTBEAT_MS,
    LEAST_MS,
    LONGEST_STEP_MS,
    Clock,
    Kind,
    Span,
    Wait,
    waits,
)
from pictomania.words import Language

HURRY = Wait(Kind.HURRY, 1)
LIMIT = Wait(Kind.LIMIT, 1)
AWAY = Wait(Kind.AWAY, 2)
HOUR = 3_600_000


def running(found: dict[Wait, Span], now: int = 0) -> Clock:
    """A clock that has just begun to run."""
    clock = Clock()
    clock.wind(found, now, running=True)
    return clock


def looked_at(clock: Clock, begin: int, end: int, step: int = HEARTBEAT_MS) -> list[Wait]:
    """Look at a clock again and again, and gather what comes due."""
    return [wait for now in range(begin, end + 1, step) for wait in clock.due(now)]


def test_a_wait_comes_due_once_when_its_time_is_up() -> None:
    clock = running({HURRY: Span(60_000)})
    assert looked_at(clock, 0, 59_000) == []
    assert clock.due(59_999) == []
    assert not clock.is_up(HURRY)
    assert clock.due(60_000) == [HURRY]
    assert clock.is_up(HURRY)
    assert clock.due(60_001) == []


def test_what_is_not_waited_for_any_more_is_forgotten_and_may_begin_anew() -> None:
    clock = running({HURRY: Span(10_000)})
    looked_at(clock, 0, 9_000)
    clock.wind({}, 9_000, running=True)
    assert clock.next_at() is None
    clock.wind({HURRY: Span(10_000)}, 9_000, running=True)
    assert looked_at(clock, 9_000, 18_000) == []
    assert clock.due(19_000) == [HURRY]
    clock.wind({}, 19_000, running=True)
    assert not clock.is_up(HURRY)


def test_time_passes_however_much_happens_meanwhile() -> None:
    clock = running({HURRY: Span(10_000)})
    for now in range(0, 10_000, 100):
        clock.wind({HURRY: Span(10_000)}, now, running=True)
    assert clock.due(9_999) == []
    assert clock.due(10_000) == [HURRY]


def test_some_of_a_wait_may_have_passed_before_it_is_noticed() -> None:
    clock = running({HURRY: Span(60_000, 50_000)})
    assert clock.due(LONGEST_STEP_MS) == []
    assert clock.due(2 * LONGEST_STEP_MS) == [HURRY]


@pytest.mark.rule("D5")
def test_the_clock_stands_still_while_nobody_is_there() -> None:
    clock = running({HURRY: Span(60_000)})
    looked_at(clock, 0, 20_000)
    clock.wind({HURRY: Span(60_000)}, 20_000, running=False)
    assert clock.next_at() is None
    assert looked_at(clock, HOUR, HOUR + 60_000) == []
    assert clock.next_at() is None
    assert clock.shown(HOUR) == (Kind.HURRY, 40_000)
    clock.wind({HURRY: Span(60_000)}, HOUR, running=False)
    clock.wind({HURRY: Span(60_000)}, 2 * HOUR, running=True)
    assert clock.shown(2 * HOUR) == (Kind.HURRY, 40_000)
    assert looked_at(clock, 2 * HOUR, 2 * HOUR + 39_000) == []
    assert clock.due(2 * HOUR + 40_000) == [HURRY]


def test_what_begins_as_somebody_comes_back_lasts_no_longer_than_it_should() -> None:
    clock = running({})
    clock.wind({AWAY: Span(20_000)}, 0, running=False)
    clock.wind({AWAY: Span(20_000), LIMIT: Span(30_000)}, HOUR, running=True)
    assert looked_at(clock, HOUR, HOUR + 30_000) == [AWAY, LIMIT]


@pytest.mark.rule("D5")
def test_nothing_ends_moments_after_somebody_has_come() -> None:
    clock = Clock()
    clock.wind({HURRY: Span(60_000, 59_999), LIMIT: Span(60_000, 2 * HOUR)}, 0, running=False)
    clock.wind({HURRY: Span(60_000, 59_999), LIMIT: Span(60_000, 2 * HOUR)}, HOUR, running=True)
    assert clock.due(HOUR + LEAST_MS - 1) == []
    assert clock.due(HOUR + LEAST_MS) == [HURRY, LIMIT]


def test_a_running_clock_wants_to_be_looked_at_when_something_is_due_and_now_and_then() -> None:
    clock = running({HURRY: Span(60_000), AWAY: Span(20_300)}, now=500)
    assert clock.next_at() == 500 + HEARTBEAT_MS
    looked_at(clock, 500, 20_500)
    assert clock.next_at() == 20_800
    assert clock.due(20_800) == [AWAY]
    assert clock.next_at() == 20_800 + HEARTBEAT_MS
    assert looked_at(clock, 20_800, 60_800) == [HURRY]
    assert clock.next_at() is None


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR])
def test_nothing_ends_early_or_late_because_the_clock_outside_jumps(jump: int) -> None:
    clock = running({HURRY: Span(60_000)}, now=HOUR)
    looked_at(clock, HOUR, HOUR + 30_000)
    assert looked_at(clock, HOUR + jump + 30_000, HOUR + jump + 58_000) == []
    assert clock.shown(HOUR + jump + 58_000) in ((Kind.HURRY, 1_000), (Kind.HURRY, 2_000))
    assert looked_at(clock, HOUR + jump + 59_000, HOUR + jump + 60_000) == [HURRY]


@given(
    steps=st.lists(
        st.tuples(
            st.integers(0, HEARTBEAT_MS),  # time that passes
            st.one_of(st.just(0), st.integers(LONGEST_STEP_MS, 10**13), st.integers(-(10**13), 0)),  # a jump
        ),
        min_size=30,
        max_size=60,
    )
)
@settings(max_examples=40)
def test_however_often_it_jumps_a_jump_counts_for_a_heartbeat_at_most(steps: list[tuple[int, int]]) -> None:
    clock = running({HURRY: Span(20_000)})
    now = passed = jumps = 0
    for step, jump in steps:
        now += step + jump
        passed += step
        jumps += jump != 0
        due = clock.due(now)
        if due:
            assert passed + jumps * HEARTBEAT_MS >= 20_000
            return
        assert passed - jumps * HEARTBEAT_MS < 20_000


def test_players_see_what_ends_first_of_what_concerns_them() -> None:
    assert Clock().shown(0) is None
    clock = running({AWAY: Span(1_000), HURRY: Span(60_000), LIMIT: Span(50_000)})
    assert clock.shown(0) == (Kind.LIMIT, 50_000)
    assert clock.shown(2_500) == (Kind.LIMIT, 47_500)
    looked_at(clock, 0, 60_000)
    assert clock.shown(61_000) == (Kind.LIMIT, 0)
    assert running({AWAY: Span(1_000)}).shown(0) is None


# What is waited for before a game; the rest is told by whole evenings in `test_sitting`.


def lobby(*bots: bool) -> Table:
    """A lobby with people and bots, the first one the host."""
    table = Table("ABCDEFGH")
    for seat, bot in enumerate(bots):
        colour = tuple(Colour)[seat]
        table.apply(facts.Sat(1, seat, f"P{seat}", colour, Language.EN, f"{seat}", bot))
    return table


@pytest.mark.parametrize(
    ("bots", "present", "host_is_waited_for"),
    [
        ((), (), False),
        ((False, False), (0, 1), False),
        ((False, False), (1,), True),
        ((False, False), (), False),
        ((True, False), (0, 1), True),  # a bot cannot begin a game
        ((True, False), (0,), False),
        ((True, True), (1,), True),
    ],
)
def test_in_the_lobby_only_the_host_is_waited_for(
    bots: tuple[bool, ...], present: tuple[int, ...], host_is_waited_for: bool
) -> None:
    found = waits(lobby(*bots), frozenset(present))
    assert set(found) == ({Wait(Kind.HOST, 0)} if host_is_waited_for else set())
