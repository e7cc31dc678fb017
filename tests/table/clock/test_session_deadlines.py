"""Tests of deadlines in whole games (D5)."""

import pytest

from pictomania.rules import EditionName, Fault, Phase
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind
from tests.table.support.harness import HOUR, NAMES, TableHarness, countdown, drawing_phase, finish

pytestmark = pytest.mark.rule("D5")


def ready(harness: TableHarness, *seats: int) -> None:
    """Let these seats be ready."""
    stop = harness.table.stop
    for seat in seats:
        assert harness.request(harness.players[seat], from_client.Ready(stop)) is None


def reveal(settings: Settings | None = None) -> TableHarness:
    """Return a table where three players have drawn and the reveal begins."""
    harness = drawing_phase(settings=settings)
    for member in harness.players:
        harness.draw(member)
    harness.play_until(Phase.WORD)
    return harness


# Drawing.


def test_there_is_no_time_limit_by_default() -> None:
    harness = drawing_phase()
    finish(harness, 0)
    harness.wait(5 * HOUR)
    assert (harness.phase(), countdown(harness), harness.session.next_tick_at) == (Phase.DRAWING, None, None)


def test_the_time_limit_ends_the_drawing_and_late_players_get_no_token() -> None:
    harness = drawing_phase(settings=Settings(drawing_s=90))
    harness.draw(harness.players[0])
    assert harness.request(harness.players[0], from_client.Finish(harness.table.stop, 2)) is None
    harness.wait(60)
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 30_000)
    harness.wait(29.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD
    assert harness.game.round.tokens == (2, None, None)


@pytest.mark.rule("R37")
def test_the_last_player_has_a_minute() -> None:
    harness = drawing_phase()
    harness.wait(1000)
    finish(harness, 0)
    harness.wait(1000)
    finish(harness, 2)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 60_000)
    harness.wait(59.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD


def test_the_settings_decide_how_long_the_last_player_has() -> None:
    harness = drawing_phase(settings=Settings(hurry_s=5))
    finish(harness, 0, 1)
    harness.wait(5)
    assert harness.phase() is Phase.WORD
    harness = drawing_phase(settings=Settings(hurry_s=None))
    finish(harness, 0, 1)
    harness.wait(HOUR)
    assert harness.phase() is Phase.DRAWING


# The reveal.


def test_the_reveal_can_have_a_time_limit_per_stop() -> None:
    harness = reveal(Settings(reveal_s=10))
    phases = []
    while harness.game.phase in (Phase.WORD, Phase.PILE):
        phases.append(harness.phase())
        harness.wait(9.9)
        assert harness.game.phase is phases[-1]
        harness.wait(0.1)
    assert phases == [Phase.WORD, Phase.PILE] * 3
    harness.wait(HOUR)
    assert harness.phase() is Phase.SCORES  # the host starts the next round


def test_once_most_players_are_ready_a_countdown_starts_for_the_others() -> None:
    harness = reveal()
    ready(harness, 0)
    assert countdown(harness) is None
    ready(harness, 1)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 20_000)
    harness.wait(19.9)
    assert harness.phase() is Phase.WORD
    harness.wait(0.1)
    assert harness.phase() is Phase.PILE
    assert countdown(harness) is None


def test_half_of_the_players_are_not_most() -> None:
    harness = drawing_phase(*NAMES[:4])
    harness.play_until(Phase.WORD)
    ready(harness, 0, 1)
    assert countdown(harness) is None
    ready(harness, 2)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 20_000)


def test_the_settings_can_shorten_the_rush_or_turn_it_off() -> None:
    harness = reveal(Settings(hurry_s=7))
    ready(harness, 0, 1)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 7_000)
    harness = reveal(Settings(hurry_s=None))
    ready(harness, 0, 1)
    harness.wait(HOUR)
    assert harness.phase() is Phase.WORD


def test_praising_is_rushed_but_has_no_time_limit() -> None:
    harness = reveal(Settings(reveal_s=10))
    harness.play_until(Phase.PRAISING)
    harness.wait(HOUR)
    assert harness.phase() is Phase.PRAISING
    ready(harness, 0, 1)
    harness.wait(20)
    assert harness.phase() is Phase.OVER


@pytest.mark.parametrize("phase", [Phase.READING, Phase.SCORES])
def test_one_slow_reader_cannot_hold_up_the_table(phase: Phase) -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(phase)
    ready(harness, 1)
    assert countdown(harness) is None
    ready(harness, 2)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 60_000)
    harness.wait(60)
    assert harness.phase() is not phase


def test_an_idle_host_cannot_hold_up_the_table() -> None:
    harness = TableHarness(*NAMES[:3], settings=Settings(levels="ask"))
    harness.play_until(Phase.CHOOSING)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 60_000)
    harness.wait(60)
    assert harness.phase() is Phase.READING


@pytest.mark.rule("D2")
def test_missing_votes_count_as_no() -> None:
    harness = reveal()
    stop = harness.table.stop
    assert harness.request(harness.players[1], from_client.Object(stop, Fault.WRITING)) is None
    assert countdown(harness) == Countdown(CountdownKind.VOTE, 60_000)
    harness.wait(60)
    assert (harness.phase(), harness.game.round.motion, harness.game.round.faults[0]) == (
        Phase.WORD,
        None,
        None,
    )
    harness = reveal(Settings(hurry_s=None))
    assert harness.request(harness.players[1], from_client.Object(harness.table.stop, Fault.WRITING)) is None
    harness.wait(HOUR)
    assert harness.game.round.motion is not None


# Absent players.


def test_absent_players_get_a_short_grace_once_everyone_present_is_done() -> None:
    harness = reveal()
    harness.disconnect(harness.players[2])
    harness.wait(HOUR)
    assert harness.phase() is Phase.WORD  # present players are awaited
    ready(harness, 0, 1)
    assert countdown(harness) == Countdown(CountdownKind.NOBODY, 10_000)
    harness.wait(9.9)
    assert harness.phase() is Phase.WORD
    harness.wait(0.1)
    assert harness.phase() is Phase.PILE


def test_players_who_left_are_not_waited_for() -> None:
    """Neither while drawing nor in the reveal."""
    harness = TableHarness(*NAMES[:4])
    harness.play_until(Phase.READING)
    harness.request(harness.players[3], from_client.Leave())
    for phase in (Phase.READING, Phase.DRAWING, Phase.WORD):
        assert harness.phase() is phase
        for seat in (0, 1, 2):
            request = from_client.Finish if phase is Phase.DRAWING else from_client.Ready
            assert harness.request(harness.players[seat], request(harness.table.stop)) is None
        assert countdown(harness) == Countdown(CountdownKind.NOBODY, 1_000)
        harness.wait(1)


def test_absent_players_have_a_minute_to_come_back_and_draw() -> None:
    harness = drawing_phase(settings=Settings(hurry_s=None))
    finish(harness, 0)
    harness.disconnect(*harness.players[1:])
    assert countdown(harness) == Countdown(CountdownKind.NOBODY, 60_000)
    harness.wait(59)
    harness.join("Ben")
    assert countdown(harness) is None
    harness.wait(100)
    harness.disconnect(harness.session.members[-1])
    harness.wait(59.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD


def test_a_level_is_chosen_for_an_absent_host() -> None:
    harness = TableHarness(*NAMES[:3], settings=Settings(EditionName.FIRST))
    harness.begin()
    assert harness.phase() is Phase.CHOOSING
    harness.disconnect(harness.players[0])
    harness.wait(10)
    assert (harness.phase(), harness.game.round.level) == (Phase.READING, 1)


def test_two_deadlines_at_once_move_the_table_on_once() -> None:
    harness = reveal(Settings(reveal_s=10))
    harness.disconnect(harness.players[2])
    ready(harness, 0, 1)
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 10_000)  # only absent players are awaited
    harness.wait(10)
    assert (harness.phase(), harness.game.round.artist) == (Phase.PILE, 0)


def test_leaving_finishes_the_drawing() -> None:
    harness = drawing_phase()
    assert harness.request(harness.players[1], from_client.Leave()) is None
    assert harness.finished() == [1]


def test_states_are_sent_when_an_absent_player_can_be_skipped_or_replaced() -> None:
    harness = drawing_phase()
    harness.disconnect(harness.players[2])
    harness.take_changed()
    harness.wait(19.9)
    assert not harness.take_changed()
    harness.wait(0.1)
    assert harness.take_changed()
    harness.wait(99.9)
    assert not harness.take_changed()
    assert not harness.session.is_free(2)
    harness.wait(0.1)
    assert harness.take_changed()
    assert harness.session.is_free(2)


def test_absence_in_the_lobby_does_not_count_in_the_game() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.disconnect(harness.players[2], harness.players[3])
    harness.wait(HOUR)
    assert harness.request(harness.players[0], from_client.Remove("Cleo")) is None  # Dov moves up
    harness.begin()
    harness.wait(119)
    assert not harness.session.is_free(2)
    harness.wait(1)
    assert harness.session.is_free(2)


# The host.


def test_an_absent_host_is_replaced_after_half_a_minute() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.disconnect(harness.players[0], harness.players[1])
    harness.wait(29.9)
    assert harness.table.host == 0
    harness.wait(0.1)
    assert harness.state(harness.players[2]).host == 2
    harness.join("Ada")
    harness.wait(HOUR)
    assert harness.state(harness.players[2]).host == 2


def test_a_host_who_is_back_in_time_stays_the_host() -> None:
    harness = drawing_phase()
    harness.disconnect(harness.players[0])
    harness.wait(29)
    ada = harness.join("Ada")
    harness.wait(29)
    assert harness.table.host == 0
    harness.disconnect(ada)
    harness.wait(30)
    assert (harness.state(harness.players[1]).host, harness.game.host) == (1, 1)


def test_a_bot_is_the_host_only_while_it_is_alone() -> None:
    harness = TableHarness()
    bot = harness.join("Bot", bot=True)
    assert harness.table.host == 0
    harness.join("Ada")
    harness.wait(30)
    assert harness.state(bot).host == 1
