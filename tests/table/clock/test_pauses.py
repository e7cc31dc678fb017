"""Tests of the deadline clock without players, after a restart, and when the system clock jumps (D5)."""

import pytest

from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind
from tests.table.support.harness import HOUR, NAMES, TableHarness, countdown, drawing_phase, finish

pytestmark = pytest.mark.rule("D5")


def test_the_clock_stands_still_while_no_player_is_present() -> None:
    harness = drawing_phase(settings=Settings(drawing_s=100, bots=False))
    harness.wait(40)
    harness.disconnect(*harness.players)
    harness.wait(HOUR)
    assert harness.phase() is Phase.DRAWING
    harness.join("Ben")
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 60_000)
    harness.wait(59.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD


def test_watchers_and_bots_do_not_make_the_clock_run() -> None:
    harness = TableHarness("Ada", "Ben", settings=Settings(drawing_s=100))
    harness.join("Bot", bot=True)
    harness.join("Wim", watch=True)
    harness.play_until(Phase.DRAWING)
    harness.disconnect(*harness.players)
    harness.wait(HOUR)
    assert harness.phase() is Phase.DRAWING
    assert harness.session.next_tick_at is None


def test_the_clock_runs_for_bots_at_a_table_of_bots() -> None:
    harness = TableHarness(settings=Settings(drawing_s=100))
    for name in NAMES[:3]:
        harness.join(name, bot=True)
    harness.play_until(Phase.DRAWING)
    harness.wait(100)
    assert harness.phase() is Phase.WORD


def test_bots_play_on_without_people_who_left() -> None:
    harness = TableHarness("Ada", settings=Settings(drawing_s=100))
    for name in NAMES[1:3]:
        harness.join(name, bot=True)
    harness.play_until(Phase.DRAWING)
    assert harness.request(harness.players[0], from_client.Leave()) is None
    harness.wait(100)
    assert harness.phase() is not Phase.DRAWING


def test_a_host_who_does_not_come_back_after_a_pause_is_replaced_as_usual() -> None:
    harness = drawing_phase()
    harness.disconnect(*harness.players)
    harness.wait(HOUR)
    ben = harness.join("Ben")
    harness.wait(30)
    assert harness.state(ben).host == 1


@pytest.mark.parametrize("after", [0.0, HOUR, 24 * HOUR, -HOUR])
def test_after_a_restart_the_remaining_time_is_the_same(after: float) -> None:
    harness = drawing_phase(settings=Settings(drawing_s=100, bots=False))
    harness.wait(40)
    harness.draw(harness.players[0])
    harness.restart(after)
    harness.wait(50)
    assert harness.phase() is Phase.DRAWING
    harness.players = [harness.join(name) for name in NAMES[:3]]
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 60_000)
    harness.wait(59.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD


@pytest.mark.parametrize("after", [0.0, HOUR, -HOUR])
def test_after_a_restart_at_least_five_seconds_are_left(after: float) -> None:
    harness = drawing_phase()
    finish(harness, 0, 1)
    harness.wait(58)
    harness.session.record_quietly(facts.ChatSent(harness.now, "Wim", None, "psst", watchers_only=True))
    harness.restart(after)
    harness.players = [harness.join(name) for name in NAMES[:3]]
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 5_000)
    harness.wait(4.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD


def test_the_first_fact_after_a_restart_costs_no_time() -> None:
    harness = drawing_phase(settings=Settings(drawing_s=100, bots=False))
    assert harness.request(harness.players[1], from_client.Leave()) is None
    harness.wait(40)
    harness.draw(harness.players[0])
    harness.restart(HOUR)
    ben = harness.join("Ben")  # who takes the seat again
    assert harness.state(ben).clock == Countdown(CountdownKind.LIMIT, 60_000)


def test_after_a_restart_absent_players_are_waited_for_as_usual() -> None:
    harness = drawing_phase()
    harness.restart(24 * HOUR)
    harness.join("Ben")
    harness.wait(9.9)
    assert harness.game.out == frozenset()
    harness.wait(0.1)
    assert [owner.has_stand_in for owner in harness.table.seats] == [True, False, True]
    harness.wait(20)
    assert harness.table.host == 1


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 1000 * HOUR, -1000 * HOUR])
def test_no_round_ends_early_or_hangs_when_the_clock_jumps(jump: float) -> None:
    harness = drawing_phase(settings=Settings(drawing_s=100, bots=False))
    harness.wait(40)
    harness.now += round(jump * 1000)
    harness.session.tick(harness.now)
    assert harness.phase() is Phase.DRAWING
    harness.draw(harness.players[0])
    assert harness.request(harness.players[0], from_client.Guess(harness.table.stop, 1, 1)) is None
    harness.wait(58)
    assert harness.phase() is Phase.DRAWING
    harness.wait(2)
    assert harness.phase() is Phase.WORD


def test_a_countdown_that_begins_after_a_jump_has_the_usual_length() -> None:
    harness = drawing_phase()
    harness.now -= round(HOUR * 1000)
    finish(harness, 0, 1)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 60_000)
    harness.wait(60)
    assert harness.phase() is Phase.WORD


def test_the_clock_stands_still_while_the_log_is_unavailable() -> None:
    harness = drawing_phase(settings=Settings(drawing_s=100))
    harness.wait(97)
    harness.session.stop_clocks(harness.now)
    harness.wait(HOUR)
    assert harness.phase() is Phase.DRAWING
    harness.take_changed()
    harness.session.start_clocks(harness.now)
    assert harness.take_changed()
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 5_000)
    harness.wait(5)
    assert harness.phase() is Phase.WORD


@pytest.mark.rule("D9", "D10")
def test_nobody_is_idle_or_sits_out_because_the_log_was_unavailable() -> None:
    """Whether or not they lost their connection meanwhile."""
    harness = drawing_phase(*NAMES[:4])
    ada, ben, cleo, _ = harness.players
    harness.disconnect(ada)
    harness.wait(9)
    harness.session.stop_clocks(harness.now)
    harness.disconnect(ben)
    harness.wait(HOUR)
    harness.session.start_clocks(harness.now)
    harness.wait(4)
    assert not harness.game.out
    assert not any(seat.idle for seat in harness.state(cleo).seats)
    harness.wait(1)
    assert harness.game.out == {harness.seat_of(ada)}
