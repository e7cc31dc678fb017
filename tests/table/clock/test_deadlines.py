"""Tests of `pictomania.table.deadline_clock`, and of deadlines in the lobby."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.rules import Colour
from pictomania.table import facts
from pictomania.table.deadline_clock import HEARTBEAT_MS, MAX_STEP_MS, MIN_REMAINING_MS, DeadlineClock
from pictomania.table.deadlines import (
    Attendance,
    Deadline,
    DeadlineKind,
    Duration,
    game_deadlines,
    presence_deadlines,
)
from pictomania.table.table import Table

HURRY = Deadline(DeadlineKind.HURRY, 1)
LIMIT = Deadline(DeadlineKind.LIMIT, 1)
AWAY = Deadline(DeadlineKind.AWAY, 2)
HOUR = 3_600_000


def running_clock(found: dict[Deadline, Duration], now: int = 0) -> DeadlineClock:
    """Return a clock that has just started."""
    clock = DeadlineClock()
    clock.update(found, now, running=True)
    return clock


def collect_due(clock: DeadlineClock, begin: int, end: int, step: int = HEARTBEAT_MS) -> list[Deadline]:
    """Look at a clock at regular steps, and collect the deadlines that are due."""
    return [deadline for now in range(begin, end + 1, step) for deadline in clock.due(now)]


def test_a_deadline_is_due_once() -> None:
    clock = running_clock({HURRY: Duration(60_000)})
    assert collect_due(clock, 0, 59_000) == []
    assert clock.due(59_999) == []
    assert not clock.is_up(HURRY)
    assert clock.due(60_000) == [HURRY]
    assert clock.is_up(HURRY)
    assert clock.due(60_001) == []


def test_a_deadline_that_is_no_longer_found_is_forgotten_and_can_start_again() -> None:
    clock = running_clock({HURRY: Duration(10_000)})
    collect_due(clock, 0, 9_000)
    clock.update({}, 9_000, running=True)
    assert clock.next_at() is None
    clock.update({HURRY: Duration(10_000)}, 9_000, running=True)
    assert collect_due(clock, 9_000, 18_000) == []
    assert clock.due(19_000) == [HURRY]
    clock.update({}, 19_000, running=True)
    assert not clock.is_up(HURRY)


def test_frequent_updates_do_not_delay_a_deadline() -> None:
    clock = running_clock({HURRY: Duration(10_000)})
    for now in range(0, 10_000, 100):
        clock.update({HURRY: Duration(10_000)}, now, running=True)
    assert clock.due(9_999) == []
    assert clock.due(10_000) == [HURRY]


def test_part_of_a_duration_may_have_passed_when_it_is_noticed() -> None:
    clock = running_clock({HURRY: Duration(60_000, 50_000)})
    assert clock.due(MAX_STEP_MS) == []
    assert clock.due(2 * MAX_STEP_MS) == [HURRY]


@pytest.mark.rule("D5")
def test_the_clock_stands_still_while_it_is_not_running() -> None:
    clock = running_clock({HURRY: Duration(60_000)})
    collect_due(clock, 0, 20_000)
    clock.update({HURRY: Duration(60_000)}, 20_000, running=False)
    assert clock.next_at() is None
    assert collect_due(clock, HOUR, HOUR + 60_000) == []
    assert clock.next_at() is None
    assert clock.remaining(HOUR) == {HURRY: 40_000}
    clock.update({HURRY: Duration(60_000)}, HOUR, running=False)
    clock.update({HURRY: Duration(60_000)}, 2 * HOUR, running=True)
    assert clock.remaining(2 * HOUR) == {HURRY: 40_000}
    assert collect_due(clock, 2 * HOUR, 2 * HOUR + 39_000) == []
    assert clock.due(2 * HOUR + 40_000) == [HURRY]


def test_a_deadline_that_starts_when_the_clock_resumes_has_its_usual_length() -> None:
    clock = running_clock({})
    clock.update({AWAY: Duration(20_000)}, 0, running=False)
    clock.update({AWAY: Duration(20_000), LIMIT: Duration(30_000)}, HOUR, running=True)
    assert collect_due(clock, HOUR, HOUR + 30_000) == [AWAY, LIMIT]


@pytest.mark.rule("D5")
def test_no_deadline_passes_moments_after_the_clock_resumes() -> None:
    clock = DeadlineClock()
    clock.update({HURRY: Duration(60_000, 59_999), LIMIT: Duration(60_000, 2 * HOUR)}, 0, running=False)
    clock.update({HURRY: Duration(60_000, 59_999), LIMIT: Duration(60_000, 2 * HOUR)}, HOUR, running=True)
    assert clock.due(HOUR + MIN_REMAINING_MS - 1) == []
    assert clock.due(HOUR + MIN_REMAINING_MS) == [HURRY, LIMIT]


def test_the_next_look_is_at_the_next_deadline_or_heartbeat() -> None:
    clock = running_clock({HURRY: Duration(60_000), AWAY: Duration(20_300)}, now=500)
    assert clock.next_at() == 500 + HEARTBEAT_MS
    collect_due(clock, 500, 20_500)
    assert clock.next_at() == 20_800
    assert clock.due(20_800) == [AWAY]
    assert clock.next_at() == 20_800 + HEARTBEAT_MS
    assert collect_due(clock, 20_800, 60_800) == [HURRY]
    assert clock.next_at() is None


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR])
def test_jumps_of_the_outside_clock_do_not_move_deadlines(jump: int) -> None:
    clock = running_clock({HURRY: Duration(60_000)}, now=HOUR)
    collect_due(clock, HOUR, HOUR + 30_000)
    assert collect_due(clock, HOUR + jump + 30_000, HOUR + jump + 58_000) == []
    assert clock.remaining(HOUR + jump + 58_000)[HURRY] in (1_000, 2_000)
    assert collect_due(clock, HOUR + jump + 59_000, HOUR + jump + 60_000) == [HURRY]


@given(
    steps=st.lists(
        st.tuples(
            st.integers(0, HEARTBEAT_MS),  # time that passes
            st.one_of(st.just(0), st.integers(MAX_STEP_MS, 10**13), st.integers(-(10**13), 0)),  # a jump
        ),
        min_size=30,
        max_size=60,
    )
)
@settings(max_examples=40)
def test_each_jump_counts_for_a_heartbeat_at_most(steps: list[tuple[int, int]]) -> None:
    clock = running_clock({HURRY: Duration(20_000)})
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


def test_what_remains_of_each_deadline() -> None:
    assert DeadlineClock().remaining(0) == {}
    clock = running_clock({HURRY: Duration(60_000), LIMIT: Duration(50_000)})
    assert clock.remaining(2_500) == {HURRY: 57_500, LIMIT: 47_500}
    collect_due(clock, 0, 60_000)
    assert clock.remaining(61_000) == {HURRY: 0, LIMIT: 0}


def test_a_deadline_can_be_started_over() -> None:
    clock = running_clock({AWAY: Duration(10_000)})
    collect_due(clock, 0, 9_000)
    assert clock.elapsed(AWAY, 9_500) == 9_500
    assert not clock.restart(AWAY)
    assert clock.elapsed(AWAY, 9_500) == 0
    clock.update({AWAY: Duration(10_000)}, 9_500, running=True)
    assert collect_due(clock, 10_000, 19_000) == []
    assert clock.due(19_500) == [AWAY]
    assert clock.restart(AWAY)
    assert not clock.is_up(AWAY)


# Deadlines in the lobby; those of games are tested in `test_session_deadlines`.


def lobby(*bots: bool) -> Table:
    """Return a lobby with people and bots; the first one is the host."""
    table = Table("ABCDEFGH")
    for seat, bot in enumerate(bots):
        colour = tuple(Colour)[seat]
        table.apply(facts.SeatTaken(1, seat, f"P{seat}", colour, "en", f"{seat}", bot))
    return table


@pytest.mark.parametrize(
    ("bots", "present", "has_deadline"),
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
def test_in_the_lobby_only_an_absent_host_has_a_deadline(
    bots: tuple[bool, ...], present: tuple[int, ...], has_deadline: bool
) -> None:
    table = lobby(*bots)
    assert game_deadlines(table, Attendance(frozenset(present), {})) == {}
    found = presence_deadlines(table, frozenset(present))
    assert set(found) == ({Deadline(DeadlineKind.HOST, 0)} if has_deadline else set())
