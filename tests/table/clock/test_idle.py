"""Tests of players who are connected but do nothing (D9)."""

import pytest

from pictomania.rules import EditionName, Phase
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind
from tests.table.support.harness import NAMES, TableHarness, countdown, drawing_phase, finish

pytestmark = pytest.mark.rule("D9")


def test_an_idle_player_is_done_once_half_have_finished() -> None:
    """They see the last half minute coming."""
    harness = drawing_phase(*NAMES[:4])
    for member in harness.players:
        harness.draw(member)
    finish(harness, 0)
    harness.wait(50)
    for seat in (1, 2, 3):
        harness.draw(harness.players[seat])
    finish(harness, 1)
    harness.wait(59.9)
    assert countdown(harness) is None
    harness.draw(harness.players[2])
    harness.wait(0.1)
    assert countdown(harness) == Countdown(CountdownKind.IDLE, 30_000, 3)
    harness.wait(29.9)
    assert harness.finished() == [0, 1]
    harness.wait(0.1)
    assert harness.finished() == [0, 1, 3]
    assert harness.game.round.tokens[3] is None
    assert not harness.game.round.lost


def test_any_act_starts_the_time_over() -> None:
    harness = drawing_phase(*NAMES[:4])
    finish(harness, 0, 1)
    harness.wait(80)
    assert countdown(harness) is not None
    harness.take_changed()
    harness.draw(harness.players[2])
    assert harness.request(harness.players[3], from_client.Guess(harness.table.stop, 0, 1)) is None
    harness.wait(1)
    assert harness.take_changed()  # the countdown is gone
    assert countdown(harness) is None
    harness.wait(88.9)
    assert harness.finished() == [0, 1]
    harness.wait(0.2)
    assert harness.phase() is Phase.WORD


def test_players_who_draw_slowly_are_never_rushed() -> None:
    harness = drawing_phase(*NAMES[:4], settings=Settings(hurry_s=None))
    finish(harness, 0, 1, 2)
    for _ in range(60):
        harness.wait(80)
        harness.draw(harness.players[3])
    assert harness.phase() is Phase.DRAWING


@pytest.mark.parametrize("idle_s", [60, 75, None])
def test_the_time_is_a_setting(idle_s: int | None) -> None:
    harness = drawing_phase(*NAMES[:4], settings=Settings(idle_s=idle_s))
    finish(harness, 0, 1)
    harness.wait(idle_s or 3600)
    assert (harness.phase() is Phase.DRAWING) == (idle_s is None)


def test_idle_players_are_not_counted() -> None:
    """One active player of four need not wait for half of them to finish."""
    harness = drawing_phase(*NAMES[:4])
    finish(harness, 0)
    harness.wait(59.9)
    assert countdown(harness) is None
    harness.wait(0.1)
    assert countdown(harness) == Countdown(CountdownKind.IDLE, 30_000, 1)
    harness.wait(30)
    assert harness.phase() is Phase.WORD


def test_the_notice_lasts_half_a_minute_however_long_a_player_was_idle() -> None:
    harness = drawing_phase(*NAMES[:4])
    harness.wait(600)
    finish(harness, 0, 1)
    harness.wait(0)
    assert countdown(harness) == Countdown(CountdownKind.IDLE, 30_000, 2)


def test_everyone_sees_who_is_idle() -> None:
    harness = drawing_phase(*NAMES[:4])
    ada = harness.players[0]
    harness.wait(59)
    harness.draw(ada)
    harness.wait(1)
    assert [seat.idle for seat in harness.state(ada).seats] == [False, True, True, True]
    harness.disconnect(harness.players[1])
    harness.draw(harness.players[2])
    harness.wait(1)
    assert [seat.idle for seat in harness.state(ada).seats] == [False, False, False, True]


def test_idle_players_do_not_hold_up_players_who_are_ready() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.play_until(Phase.READING)
    for seat in (0, 1):
        assert harness.request(harness.players[seat], from_client.Ready(harness.table.stop)) is None
    harness.wait(60)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 15_000)
    harness.wait(15)
    assert harness.phase() is Phase.DRAWING


def test_players_who_let_the_table_wait_are_not_waited_for_again() -> None:
    """At the next stop they still count as idle; the others get their time."""
    harness = TableHarness(*NAMES[:4], settings=Settings(EditionName.FIRST))
    harness.begin()
    for seat in (0, 1):
        request = from_client.ChooseLevel(harness.table.stop, 2)
        assert harness.request(harness.players[seat], request) is None
    harness.wait(75)
    assert harness.phase() is Phase.READING
    for seat in (0, 1):
        assert harness.request(harness.players[seat], from_client.Ready(harness.table.stop)) is None
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 15_000)


def test_watching_the_show_is_not_idle() -> None:
    harness = drawing_phase(*NAMES[:4])
    finish(harness, 0, 1, 2, 3)
    while harness.phase() is not Phase.READING:
        harness.wait(1)
    assert not any(seat.idle for seat in harness.state(harness.players[0]).seats)
    assert harness.request(harness.players[0], from_client.Ready(harness.table.stop)) is None
    assert countdown(harness) is None


def test_the_time_limit_may_come_first() -> None:
    """Of two deadlines that pass at the same moment, the first ends the drawing."""
    harness = drawing_phase(*NAMES[:4], settings=Settings(drawing_s=90, hurry_s=None))
    finish(harness, 0, 1)
    harness.wait(90)
    assert harness.phase() is Phase.WORD
