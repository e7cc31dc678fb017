"""Tests of deadlines in whole games (D5)."""

import pytest

from pictomania.rules import EditionName, Fault, Phase
from pictomania.table.deadlines import CARD_MS, PILE_MS, SCORES_MS, STOPPED_MS, WORD_MS
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind
from tests.table.support.harness import HOUR, NAMES, TableHarness, countdown, drawing_phase, finish

pytestmark = pytest.mark.rule("D5")

STEPS = Settings(reveal="steps")


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
    harness.wait(5 * HOUR)
    assert (harness.phase(), countdown(harness)) == (Phase.DRAWING, None)


def test_the_time_limit_ends_the_drawing_and_late_players_get_no_token() -> None:
    harness = drawing_phase(settings=Settings(drawing_s=90, idle_s=None))
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
    harness = drawing_phase(settings=Settings(idle_s=None))
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
    harness = drawing_phase(settings=Settings(hurry_s=None, idle_s=None))
    finish(harness, 0, 1)
    harness.wait(HOUR)
    assert harness.phase() is Phase.DRAWING


# The reveal.


def test_the_reveal_plays_by_itself() -> None:
    """Each drawing takes a few seconds, and longer with more cards; nobody has to press anything."""
    harness = drawing_phase()
    for member in harness.players:
        harness.draw(member)
    for seat in (1, 2):
        assert harness.request(harness.players[seat], from_client.Guess(harness.table.stop, 0, 5)) is None
    finish(harness, 0, 1, 2)
    assert countdown(harness) == Countdown(CountdownKind.SHOW, WORD_MS)
    durations: list[int] = []
    while harness.phase() in (Phase.WORD, Phase.PILE):
        clock = countdown(harness)
        assert clock is not None
        durations.append(clock.remaining_ms)
        harness.wait(clock.remaining_ms / 1000)
    empty = [WORD_MS, PILE_MS]
    assert durations == [WORD_MS, PILE_MS + 2 * CARD_MS, *empty, *empty]
    assert 8_000 <= sum(durations[:2]) <= 12_000
    assert countdown(harness) == Countdown(CountdownKind.SHOW, SCORES_MS)
    harness.wait(SCORES_MS / 1000)
    assert harness.phase() is Phase.READING


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_full_pile_takes_eight_to_twelve_seconds(players: int) -> None:
    harness = drawing_phase(*NAMES[:players])
    harness.draw(harness.players[0])
    for seat in range(1, players):
        assert harness.request(harness.players[seat], from_client.Guess(harness.table.stop, 0, 5)) is None
    finish(harness, *range(players))
    began = harness.now
    while harness.game.round.artist == 0:
        harness.wait(0.1)
    assert 8_000 <= harness.now - began <= 12_500


@pytest.mark.rule("R38")
def test_who_called_stop_is_seen_before_the_reveal() -> None:
    harness = drawing_phase(settings=Settings(EditionName.FIRST))
    for seat, token in ((0, 2), (2, 1)):
        harness.draw(harness.players[seat])
        assert harness.request(harness.players[seat], from_client.Finish(harness.table.stop, token)) is None
    assert countdown(harness) == Countdown(CountdownKind.SHOW, WORD_MS + STOPPED_MS)
    assert harness.state(harness.players[1]).view.stopped_by == 2  # type: ignore[union-attr]


def test_step_by_step_the_reveal_waits_for_everyone() -> None:
    harness = reveal(STEPS)
    harness.wait(50)
    assert (harness.phase(), countdown(harness)) == (Phase.WORD, None)
    ready(harness, 0, 1, 2)
    assert harness.phase() is Phase.PILE


def test_step_by_step_each_step_can_have_a_time_limit() -> None:
    harness = reveal(Settings(reveal="steps", reveal_s=10))
    phases = []
    while harness.game.phase in (Phase.WORD, Phase.PILE):
        phases.append(harness.phase())
        harness.wait(9.9)
        assert harness.game.phase is phases[-1]
        harness.wait(0.1)
    assert phases == [Phase.WORD, Phase.PILE] * 3
    harness.wait(HOUR)
    assert harness.phase() is Phase.SCORES


@pytest.mark.rule("D9")
@pytest.mark.parametrize("phase", [Phase.READING, Phase.WORD, Phase.SCORES, Phase.PRAISING])
def test_once_more_than_half_are_ready_the_others_have_fifteen_seconds(phase: Phase) -> None:
    harness = TableHarness(*NAMES[:4], settings=STEPS)
    harness.play_until(phase)
    ready(harness, 0, 1)
    assert countdown(harness) is None
    ready(harness, 2)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 15_000)
    harness.wait(14.9)
    assert harness.phase() is phase
    harness.wait(0.1)
    assert harness.phase() is not phase


@pytest.mark.rule("D4", "D9")
def test_players_who_do_not_vote_on_the_level_do_not_hold_up_the_table() -> None:
    harness = TableHarness(*NAMES[:3], settings=Settings(levels="ask"))
    harness.begin()
    for seat in (1, 2):
        request = from_client.ChooseLevel(harness.table.stop, 3)
        assert harness.request(harness.players[seat], request) is None
    harness.wait(15)
    assert (harness.phase(), harness.game.round.level) == (Phase.READING, 3)


@pytest.mark.rule("D4")
def test_an_idle_host_who_chooses_alone_cannot_hold_up_the_table() -> None:
    harness = TableHarness(*NAMES[:3], settings=Settings(levels="ask", level_choice="host"))
    harness.play_until(Phase.CHOOSING)
    assert countdown(harness) == Countdown(CountdownKind.HURRY, 60_000)
    harness.wait(60)
    assert harness.phase() is Phase.READING


@pytest.mark.rule("D2", "D9")
def test_missing_votes_count_as_no() -> None:
    harness = reveal()
    stop = harness.table.stop
    assert harness.request(harness.players[1], from_client.Object(stop, Fault.WRITING)) is None
    assert countdown(harness) == Countdown(CountdownKind.VOTE, 30_000)
    harness.wait(30)
    assert (harness.phase(), harness.game.round.motion, harness.game.round.faults[0]) == (
        Phase.WORD,
        None,
        None,
    )


# Absent players.


@pytest.mark.rule("D10")
def test_an_absent_player_costs_ten_seconds_in_all() -> None:
    """After that they sit out, and nobody waits for them any more."""
    harness = drawing_phase(*NAMES[:4], settings=STEPS)
    harness.disconnect(harness.players[3])
    finish(harness, 0, 1, 2)
    harness.wait(9.9)
    assert harness.phase() is Phase.DRAWING
    harness.wait(0.1)
    assert harness.phase() is Phase.WORD
    for _ in range(8):
        ready(harness, 0, 1, 2)
    assert harness.phase() is Phase.SCORES
    ready(harness, 0, 1, 2)
    ready(harness, 0, 1, 2)
    assert (harness.phase(), harness.game.round.playing) == (Phase.DRAWING, (0, 1, 2))


@pytest.mark.rule("D10")
def test_players_who_left_are_not_waited_for() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.play_until(Phase.READING)
    harness.request(harness.players[3], from_client.Leave())
    ready(harness, 0, 1, 2)
    finish(harness, 0, 1, 2)
    assert harness.phase() is Phase.WORD


def test_a_voter_who_vanishes_is_not_waited_for_for_long() -> None:
    harness = reveal()
    assert harness.request(harness.players[1], from_client.Object(harness.table.stop, Fault.WRITING)) is None
    harness.disconnect(harness.players[2])
    assert countdown(harness) == Countdown(CountdownKind.NOBODY, 10_000)
    harness.wait(10)
    assert harness.game.round.motion is None


@pytest.mark.rule("D4", "D10")
def test_the_table_passes_on_while_it_waits_for_an_absent_host() -> None:
    harness = TableHarness(*NAMES[:4], settings=Settings(EditionName.FIRST, level_choice="host"))
    harness.begin()
    assert harness.phase() is Phase.CHOOSING
    harness.disconnect(harness.players[0])
    harness.wait(10)
    assert harness.table.host == 1
    assert harness.state(harness.players[1]).view.may.choose_level  # type: ignore[union-attr]


def test_two_deadlines_at_once_move_the_table_on_once() -> None:
    harness = reveal(Settings(reveal="steps", reveal_s=15))
    ready(harness, 0, 1)
    harness.wait(15)
    assert (harness.phase(), harness.game.round.artist) == (Phase.PILE, 0)


@pytest.mark.rule("D10")
def test_leaving_ends_a_round_for_the_player_who_leaves() -> None:
    harness = drawing_phase(*NAMES[:4])
    assert harness.request(harness.players[1], from_client.Leave()) is None
    assert (harness.finished(), harness.game.round.lost) == ([1], frozenset({1}))


def test_states_are_sent_when_an_absent_player_sits_out_or_can_be_replaced() -> None:
    harness = drawing_phase(*NAMES[:4])
    harness.disconnect(harness.players[2])
    harness.take_changed()
    harness.wait(9.9)
    assert not harness.take_changed()
    harness.wait(0.1)
    assert harness.take_changed()
    harness.wait(109.9)
    harness.take_changed()  # the others have become idle
    assert not harness.session.is_free(2)
    harness.wait(0.1)
    assert harness.take_changed()
    assert harness.session.is_free(2)


def test_absence_in_the_lobby_does_not_count_in_the_game() -> None:
    harness = TableHarness(*NAMES[:5])
    harness.disconnect(harness.players[2], harness.players[3])
    harness.wait(HOUR)
    assert harness.request(harness.players[0], from_client.Remove("Cleo")) is None  # Dov moves up
    harness.begin()
    harness.wait(119)
    assert not harness.session.is_free(2)
    harness.wait(1)
    assert harness.session.is_free(2)


# The host.


def test_in_the_lobby_an_absent_host_is_replaced_after_ten_seconds() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.disconnect(harness.players[0], harness.players[1])
    harness.wait(9.9)
    assert harness.table.host == 0
    harness.wait(0.1)
    assert harness.state(harness.players[2]).host == 2
    harness.join("Ada")
    harness.wait(HOUR)
    assert harness.state(harness.players[2]).host == 2


def test_in_a_game_an_absent_host_is_replaced_after_half_a_minute() -> None:
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
