"""Tests of breaks: holding on, pausing, sitting out, and ending a game early (D10, D12)."""

import pytest

from pictomania.rules import Fault, May, Phase, Refusal
from pictomania.table.deadlines import WORD_MS
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Countdown, CountdownKind
from tests.table.support.harness import HOUR, NAMES, TableHarness, countdown, drawing_phase, finish


def reveal(*names: str) -> TableHarness:
    """Return a table where the reveal begins."""
    harness = drawing_phase(*(names or NAMES[:4]))
    for member in harness.players:
        harness.draw(member)
    finish(harness, *range(len(harness.players)))
    return harness


# Hold on.


@pytest.mark.rule("D2")
def test_any_player_can_hold_the_reveal_for_half_a_minute() -> None:
    harness = reveal()
    ben = harness.players[1]
    harness.wait(1)
    assert harness.state(ben).may.hold_on
    assert harness.request(ben, from_client.HoldOn(yes=True)) is None
    assert harness.state(harness.players[2]).held_by == 1
    assert countdown(harness) == Countdown(CountdownKind.HOLD, 30_000, 1)
    assert harness.request(harness.players[2], from_client.HoldOn(yes=True)) is Reason.HELD_ALREADY
    harness.wait(29.9)
    assert harness.phase() is Phase.WORD
    harness.wait(0.1)
    assert (harness.state(ben).held_by, harness.phase()) == (None, Phase.WORD)
    assert harness.request(ben, from_client.HoldOn(yes=True)) is Reason.HELD_ALREADY  # once per drawing
    harness.wait(5)
    assert harness.phase() is Phase.PILE


def test_the_holder_and_the_host_can_let_the_reveal_go_on() -> None:
    harness = reveal()
    ada, ben, cleo, _ = harness.players
    assert harness.request(ben, from_client.HoldOn(yes=False)) is Reason.NOT_HELD
    assert harness.request(ben, from_client.HoldOn(yes=True)) is None
    assert harness.request(cleo, from_client.HoldOn(yes=False)) is Reason.NOT_HELD
    assert harness.state(ada).may.let_go_on
    assert harness.request(ben, from_client.HoldOn(yes=False)) is None
    assert harness.request(cleo, from_client.HoldOn(yes=True)) is None
    assert harness.request(ada, from_client.HoldOn(yes=False)) is None
    assert harness.state(ben).held_by is None


def test_an_objection_ends_a_hold() -> None:
    harness = reveal()
    ben = harness.players[1]
    harness.request(ben, from_client.HoldOn(yes=True))
    assert harness.request(ben, from_client.Object(harness.table.stop, Fault.WRITING)) is None
    assert harness.state(ben).held_by is None
    assert countdown(harness) == Countdown(CountdownKind.VOTE, 30_000)


def test_a_player_who_vanishes_holds_nothing() -> None:
    harness = reveal()
    harness.request(harness.players[1], from_client.HoldOn(yes=True))
    harness.disconnect(harness.players[1])
    assert harness.state(harness.players[0]).held_by is None


def test_only_a_show_can_be_held() -> None:
    harness = drawing_phase(settings=Settings(reveal="steps"))
    assert harness.request(harness.players[1], from_client.HoldOn(yes=True)) is Reason.HELD_ALREADY
    harness.play_until(Phase.WORD)
    assert not harness.state(harness.players[1]).may.hold_on
    lobby = TableHarness("Ada")
    assert lobby.request(lobby.players[0], from_client.HoldOn(yes=True)) is Reason.NO_GAME


# Objections.


@pytest.mark.rule("D2")
def test_people_decide_about_the_drawing_of_a_bot() -> None:
    harness = TableHarness("Ada", "Ben")
    for name in ("Smudge", "Inky"):
        harness.join(name, bot=True)
    harness.play_until(Phase.DRAWING)
    for member in harness.session.members:
        harness.draw(member)
    harness.play_until(Phase.SCORES)
    ada, ben = harness.players
    assert harness.request(ada, from_client.Object(harness.table.stop, Fault.WRITING, 2)) is None
    motion = harness.state(ada).view.motion  # type: ignore[union-attr]
    assert motion is not None
    assert (motion.voters, motion.needed) == ((0, 1), 2)
    assert harness.request(ben, from_client.Vote(harness.table.stop, yes=True)) is None
    assert harness.game.round.faults[2] is Fault.WRITING
    assert harness.request(ada, from_client.Object(harness.table.stop, Fault.WRITING, 1)) is None
    motion = harness.state(ada).view.motion  # type: ignore[union-attr]
    assert motion is not None
    assert motion.voters == (0, 2, 3)


@pytest.mark.rule("D3")
def test_only_players_who_are_present_are_asked_about_a_card() -> None:
    harness = TableHarness(*NAMES[:4], settings=Settings(replacements=0))
    harness.play_until(Phase.READING)
    harness.disconnect(harness.players[3])
    assert harness.request(harness.players[1], from_client.Replace(harness.table.stop, 0)) is None
    for seat in (0, 2):
        assert harness.request(harness.players[seat], from_client.Vote(harness.table.stop, yes=True)) is None
    assert harness.game.round.motion is None
    assert harness.game.round.replaced


# Pausing.


@pytest.mark.rule("D12")
def test_the_host_can_pause_the_game() -> None:
    """Clocks stand still, sheets are frozen, and everyone sees who paused."""
    harness = drawing_phase(*NAMES[:4], settings=Settings(drawing_s=100))
    ada, ben, *_ = harness.players
    harness.wait(40)
    assert harness.request(ben, from_client.Pause(yes=True)) is Reason.NOT_THE_HOST
    assert harness.request(ada, from_client.Pause(yes=True)) is None
    assert (harness.state(ben).paused_by, countdown(harness)) == (0, None)
    assert not harness.draw(ben)
    assert harness.request(ben, from_client.Guess(harness.table.stop, 0, 1)) is Reason.PAUSED
    view = harness.state(ben).view
    assert view is not None
    assert view.may == May()
    harness.wait(HOUR)
    assert (harness.phase(), harness.finished()) == (Phase.DRAWING, [])
    harness.restart()
    assert harness.table.paused_by == 0
    harness.players = [harness.join(name) for name in NAMES[:4]]
    ada = harness.players[0]
    assert harness.request(ada, from_client.Pause(yes=True)) is Reason.PAUSED
    assert harness.request(ada, from_client.Pause(yes=False)) is None
    assert countdown(harness) == Countdown(CountdownKind.LIMIT, 60_000)
    assert harness.request(ada, from_client.Pause(yes=False)) is Reason.NOT_PAUSED
    assert harness.draw(ada)


@pytest.mark.rule("D12")
def test_anyone_can_ask_for_a_pause() -> None:
    harness = drawing_phase()
    ada, ben, _ = harness.players
    assert harness.request(ben, from_client.AskForPause()) is None
    assert harness.request(ben, from_client.AskForPause()) is Reason.TOO_MUCH
    assert harness.request(ada, from_client.AskForPause()) is Reason.THAT_IS_YOU
    assert harness.state(ada).pause_asked_by == (1,)
    assert harness.request(ada, from_client.Pause(yes=True)) is None
    assert harness.state(ada).pause_asked_by == ()
    assert harness.request(ben, from_client.AskForPause()) is Reason.PAUSED
    assert harness.request(ben, from_client.HoldOn(yes=True)) is Reason.PAUSED


@pytest.mark.rule("D12", "D10")
def test_a_paused_table_passes_on_if_its_host_vanishes() -> None:
    harness = drawing_phase(*NAMES[:4])
    harness.request(harness.players[0], from_client.Pause(yes=True))
    harness.disconnect(harness.players[0])
    harness.wait(10)
    assert harness.table.host == 1
    assert harness.request(harness.players[1], from_client.Pause(yes=False)) is None


@pytest.mark.rule("D9", "D12")
def test_anyone_can_go_on_if_the_host_is_idle() -> None:
    harness = drawing_phase(*NAMES[:4])
    ada, ben, *_ = harness.players
    harness.request(ada, from_client.Pause(yes=True))
    harness.wait(59.9)
    assert harness.request(ben, from_client.Pause(yes=False)) is Reason.NOT_THE_HOST
    harness.wait(0.1)
    assert harness.state(ben).may.resume
    assert harness.request(ben, from_client.Pause(yes=False)) is None


@pytest.mark.rule("D12")
def test_there_is_nothing_to_pause_in_the_lobby() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo")
    ada = harness.players[0]
    assert harness.request(ada, from_client.Pause(yes=True)) is Reason.NO_GAME
    assert harness.request(ada, from_client.EndAfterRound(yes=True)) is Reason.NO_GAME
    assert harness.request(ada, from_client.EndAfterRound(yes=False)) is Reason.NO_GAME
    harness.play_until(Phase.OVER)
    harness.request(ada, from_client.ReturnToLobby())
    assert harness.table.paused_by is None


# Ending early.


@pytest.mark.rule("D12")
def test_the_host_can_end_the_game_after_this_round() -> None:
    harness = drawing_phase()
    ada, ben, _ = harness.players
    assert harness.request(ben, from_client.EndAfterRound(yes=True)) is Reason.NOT_THE_HOST
    assert harness.request(ada, from_client.EndAfterRound(yes=False)) is Refusal.NO_SUCH_ROUND
    assert harness.request(ada, from_client.EndAfterRound(yes=True)) is None
    state = harness.state(ben)
    assert state.view is not None
    assert (state.view.rounds, state.planned_rounds) == (1, 4)
    assert harness.request(ada, from_client.EndAfterRound(yes=True)) is Refusal.NO_SUCH_ROUND
    assert harness.request(ada, from_client.EndAfterRound(yes=False)) is None
    assert harness.game.rules.rounds == 4
    harness.request(ada, from_client.EndAfterRound(yes=True))
    harness.play_until(Phase.PRAISING)
    assert len(harness.game.past) == 1
    assert harness.request(ada, from_client.EndAfterRound(yes=False)) is Refusal.NOT_NOW


@pytest.mark.rule("D12")
def test_the_number_of_rounds_is_a_setting() -> None:
    harness = TableHarness(*NAMES[:3], settings=Settings(rounds=6))
    harness.play_until(Phase.OVER)
    assert [past.round.level for past in harness.game.past] == [1, 2, 3, 4, 4, 4]


# Sitting out.


@pytest.mark.rule("D10")
def test_a_player_can_sit_out_and_come_back() -> None:
    harness = drawing_phase(*NAMES[:4])
    ben = harness.players[1]
    harness.draw(ben)
    word = harness.state(ben).view
    assert harness.request(ben, from_client.ComeBack()) is Refusal.NOT_OUT
    assert harness.request(ben, from_client.SitOut()) is None
    assert harness.finished() == [1]
    assert harness.request(ben, from_client.SitOut()) is Refusal.ALREADY_OUT
    assert harness.request(ben, from_client.ComeBack()) is None
    again = harness.state(ben).view
    assert again is not None
    assert word is not None
    assert (again.players[1].word, again.may) == (word.players[1].word, word.may)
    harness.draw(ben)
    assert len(harness.table.sheets[1].marks) == 2


@pytest.mark.rule("D9", "D10")
def test_the_host_can_have_anyone_sit_out() -> None:
    harness = drawing_phase(*NAMES[:4])
    ada, ben, *_ = harness.players
    assert harness.state(ada).may.sit_out == (0, 1, 2, 3)
    assert harness.state(ben).may.sit_out == (1,)
    assert harness.request(ben, from_client.SitOut("Ada")) is Reason.NOT_THE_HOST
    assert harness.request(ada, from_client.SitOut("Nobody")) is Reason.NO_SUCH_SEAT
    assert harness.request(ada, from_client.SitOut("Ben")) is None
    assert harness.state(ben).may.come_back
    assert harness.request(ben, from_client.ComeBack()) is None
    lobby = TableHarness("Ada")
    assert lobby.request(lobby.players[0], from_client.SitOut()) is Reason.NO_GAME
    assert lobby.request(lobby.players[0], from_client.ComeBack()) is Reason.NO_GAME


@pytest.mark.rule("D10")
def test_a_vanished_player_is_back_with_everything_as_it_was() -> None:
    harness = drawing_phase(*NAMES[:4])
    dov = harness.players[3]
    harness.draw(dov)
    assert harness.request(dov, from_client.Guess(harness.table.stop, 0, 3)) is None
    before = harness.state(dov).view
    harness.disconnect(dov)
    harness.wait(30)
    assert harness.game.round.lost == {3}
    again = harness.state(harness.join("Dov")).view
    assert before is not None
    assert again is not None
    assert (again.may, again.players[3].word) == (before.may, before.players[3].word)
    assert len(harness.table.sheets[3].marks) == 1


@pytest.mark.rule("D10")
def test_a_bot_fills_up_where_too_few_would_be_left() -> None:
    harness = drawing_phase()
    harness.disconnect(harness.players[2])
    harness.wait(10)
    assert (harness.table.seats[2].has_stand_in, harness.game.out) == (True, frozenset())
    harness.join("Cleo")
    assert not harness.table.seats[2].has_stand_in


@pytest.mark.rule("D10")
def test_a_bot_that_does_not_come_sits_out_in_the_end() -> None:
    harness = drawing_phase()
    harness.disconnect(harness.players[2])
    harness.wait(10 + 30)
    assert harness.game.out == {2}


def test_a_hold_ends_with_its_stop() -> None:
    harness = reveal()
    harness.request(harness.players[1], from_client.HoldOn(yes=True))
    assert harness.request(harness.players[0], from_client.Start(harness.table.stop)) is None
    assert (harness.phase(), harness.state(harness.players[0]).held_by) == (Phase.PILE, None)
    assert countdown(harness) != Countdown(CountdownKind.SHOW, WORD_MS)
