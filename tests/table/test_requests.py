"""Tests of `pictomania.table.requests`; those of chat are in `test_chat`."""

import pytest

from pictomania.rules import Colour, EditionName, Fault, Phase, Refusal, SettingsConflict, Variant
from pictomania.table import facts
from pictomania.table.permissions import why_not
from pictomania.wire import from_client
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import NAMES, TableHarness, drawing_phase, key_of

# Game requests.


def test_every_game_request_reaches_the_rules() -> None:
    settings = Settings(EditionName.FIRST, level_choice="host", replacements=0)
    harness = TableHarness(*NAMES[:3], settings=settings)
    ada, ben, cleo = harness.players
    harness.begin()
    assert harness.request(ada, from_client.ChooseLevel(harness.table.stop, 2)) is None
    assert harness.request(ben, from_client.Replace(harness.table.stop, 1)) is None
    assert harness.request(cleo, from_client.Vote(harness.table.stop, yes=False)) is None
    assert harness.request(ben, from_client.Ready(harness.table.stop)) is None
    assert harness.request(ada, from_client.Start(harness.table.stop)) is None
    assert harness.phase() is Phase.DRAWING
    stop = harness.table.stop
    assert harness.request(cleo, from_client.Guess(stop, 0, 7)) is None
    for member in harness.players:
        harness.draw(member)
    assert harness.request(ben, from_client.Finish(stop, 2)) is None
    assert harness.request(cleo, from_client.Finish(stop)) is None
    assert harness.request(ada, from_client.Finish(stop, 1)) is None
    assert harness.phase() is Phase.WORD
    assert harness.request(cleo, from_client.Object(harness.table.stop, Fault.HINT)) is None
    assert harness.request(ada, from_client.Admit(harness.table.stop, Fault.WRITING)) is None
    assert harness.request(ada, from_client.Retract(harness.table.stop)) is None
    harness.play_until(Phase.PRAISING)
    assert harness.request(ben, from_client.Praise(harness.table.stop, 1, 2)) is None
    done = [
        fact.action
        for fact in harness.store()
        if isinstance(fact, facts.ActionTaken) and fact.seat is not None
    ]
    assert [action for action in done if action != "Draw"] == [
        *("ChooseLevel", "Replace", "Vote", "Ready", "Start", "Guess", "Finish", "Finish", "Finish"),
        *("Object", "Admit", "Retract", "Praise"),
    ]


def test_game_requests_can_be_checked_without_making_them() -> None:
    harness = drawing_phase()
    ada, stop = harness.players[0], harness.table.stop
    assert why_not(harness.session, ada, from_client.Guess(stop, 0, 1)) == Refusal.OWN_DRAWING
    assert why_not(harness.session, ada, from_client.Ready(stop)) == Refusal.NOT_NOW
    assert why_not(harness.session, ada, from_client.Guess(stop, 1, 1)) is None


@pytest.mark.rule("D1")
def test_requests_for_an_earlier_stop_are_too_late() -> None:
    harness = drawing_phase()
    stop = harness.table.stop
    harness.play_until(Phase.WORD)
    before = harness.game
    assert harness.request(harness.players[0], from_client.Guess(stop, 1, 1)) == Reason.TOO_LATE
    assert harness.request(harness.players[0], from_client.Ready(stop)) == Reason.TOO_LATE
    assert harness.request(harness.players[0], from_client.Ready(harness.table.stop + 1)) == Reason.TOO_LATE
    assert harness.game is before


def test_refusals_of_the_rules_go_to_the_sender_alone() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.store()
    harness.take_mail()
    assert harness.request(ada, from_client.Guess(harness.table.stop, 0, 1)) == Refusal.OWN_DRAWING
    (mail,) = harness.take_mail()
    assert mail.to == (ada,)
    assert harness.unstored == []


def test_only_players_can_act_and_only_in_a_game() -> None:
    harness = TableHarness(*NAMES[:3])
    wim = harness.join("Wim", watch=True)
    assert harness.request(harness.players[0], from_client.Ready(0)) == Reason.NO_GAME
    harness.play_until(Phase.READING)
    assert harness.request(wim, from_client.Ready(harness.table.stop)) == Reason.NOT_SEATED


def test_requests_of_members_who_are_gone_are_dropped() -> None:
    harness = TableHarness(*NAMES[:4])
    dov = harness.players[3]
    harness.request(harness.players[0], from_client.Remove("Dov"))
    harness.take_mail()
    assert harness.request(dov, from_client.TakeSeat()) is None
    assert harness.names() == list(NAMES[:3])
    harness.play_until(Phase.DRAWING)
    ben = harness.players[1]
    harness.request(ben, from_client.Leave())
    harness.take_mail()
    harness.request(ben, from_client.Chat("one more thing"))
    assert harness.take_mail() == []


def test_resync_is_never_refused() -> None:
    harness = TableHarness("Ada")
    assert harness.request(harness.players[0], from_client.Resync()) is None
    assert harness.request(harness.join("Wim", watch=True), from_client.Resync()) is None


@pytest.mark.parametrize(
    "message",
    [
        from_client.Leave(),
        from_client.RequestTicket(),
        from_client.SitOut(),
        from_client.ComeBack(),
        from_client.AskForPause(),
        from_client.HoldOn(yes=True),
        from_client.Pause(yes=True),
        from_client.EndAfterRound(yes=True),
        from_client.SetColour(Colour.BLUE),
        from_client.SetReady(yes=True),
        from_client.ChangeSettings(Settings()),
        from_client.Begin(),
        from_client.ReturnToLobby(),
        from_client.Remove("Ada"),
        from_client.TransferHost("Ada"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_watchers_cannot_send_requests_that_need_a_seat(message: from_client.TableRequest) -> None:
    harness = TableHarness("Ada")
    assert harness.request(harness.join("Wim", watch=True), message) == Reason.NOT_SEATED


# A member's own name, language and colour.


def test_players_can_change_name_language_colour_and_readiness_in_the_lobby() -> None:
    harness = TableHarness("Ada", "Ben")
    ada, ben = harness.players
    assert harness.request(ada, from_client.Rename(" Ade\u0301le ")) is None
    assert harness.request(ada, from_client.Rename("ADÉLE")) is None  # no other player has this name
    assert harness.request(ben, from_client.Rename("Ben\u3164")) is None
    assert harness.request(ada, from_client.Rename("\u200b")) == Reason.NAME_UNFIT
    assert harness.request(ada, from_client.SetLanguage("fr")) is None
    assert harness.request(ada, from_client.SetColour(Colour.BLUE)) is None
    assert harness.request(ada, from_client.SetColour(Colour.BLUE)) is None
    assert harness.request(ben, from_client.SetColour(Colour.BLUE)) == Reason.COLOUR_TAKEN
    assert harness.request(ada, from_client.SetReady(yes=True)) is None
    assert harness.state(ben).seats[0].ready
    assert harness.request(ada, from_client.SetReady(yes=False)) is None
    assert not harness.table.seats[0].ready


def test_a_name_that_looks_like_another_players_is_refused() -> None:
    harness = TableHarness("Ada", "Ben")
    assert harness.request(harness.players[1], from_client.Rename("\u0410D\u0410")) == Reason.NAME_TAKEN
    assert harness.names() == ["Ada", "Ben"]


def test_in_a_game_name_and_language_can_change_but_not_the_colour() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.SCORES)
    ada = harness.players[0]
    assert harness.request(ada, from_client.SetColour(Colour.ORANGE)) == Reason.GAME_IS_ON
    assert harness.request(ada, from_client.SetReady(yes=True)) == Reason.GAME_IS_ON
    assert harness.request(ada, from_client.Rename("Adele")) is None
    assert harness.request(ada, from_client.SetLanguage("ru")) is None
    assert (harness.names()[0], harness.table.seats[0].language) == ("Adele", "ru")


@pytest.mark.rule("R19")
def test_a_name_changed_in_silence_is_seen_later() -> None:
    """It could be a hint."""
    harness = drawing_phase()
    assert harness.request(harness.players[1], from_client.Rename("Elephant")) is None
    assert harness.request(harness.players[2], from_client.Rename("elephant")) == Reason.NAME_TAKEN
    assert harness.names() == ["Ada", "Ben", "Cleo"]
    harness.restart()
    harness.play_until(Phase.WORD)
    assert harness.names() == ["Ada", "Elephant", "Cleo"]


def test_a_watchers_name_must_look_different_from_all_others() -> None:
    harness = TableHarness("Ada", "Ben")
    wim, zoe = harness.join("Wim", watch=True), harness.join("Zoe", watch=True)
    harness.disconnect(harness.players[1])  # his seat stays
    for taken in ("Ada", "\u0410D\u0410", "ben", "ZOE"):
        assert harness.request(wim, from_client.Rename(taken)) == Reason.NAME_TAKEN
    assert harness.request(harness.players[0], from_client.Rename("Zoe")) == Reason.NAME_TAKEN
    assert harness.request(wim, from_client.Rename("WIM")) is None  # his own name, in another spelling
    harness.disconnect(zoe)
    assert harness.request(wim, from_client.Rename("Zoe")) is None
    assert (harness.names(), wim.name) == (["Ada", "Ben"], "Zoe")


def test_watchers_can_change_name_and_language() -> None:
    harness = TableHarness("Ada")
    wim = harness.join("Wim", watch=True)
    harness.store()
    assert harness.request(wim, from_client.Rename("Willem")) is None
    assert harness.request(wim, from_client.Rename("\u200b")) == Reason.NAME_UNFIT
    harness.take_changed()
    assert harness.request(wim, from_client.SetLanguage("es")) is None
    assert harness.take_changed()
    assert (wim.name, wim.language) == ("Willem", "es")
    assert harness.unstored == []


# Host requests.


@pytest.mark.parametrize(
    "message",
    [
        from_client.ChangeSettings(Settings()),
        from_client.Begin(),
        from_client.ReturnToLobby(),
        from_client.Remove("Cleo"),
        from_client.TransferHost("Cleo"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_host_requests_of_other_players_are_refused(message: from_client.TableRequest) -> None:
    harness = TableHarness(*NAMES[:3])
    assert harness.request(harness.players[1], message) == Reason.NOT_THE_HOST


def test_the_host_can_change_settings_in_the_lobby() -> None:
    harness = TableHarness(*NAMES[:3])
    ada = harness.players[0]
    settings = Settings(EditionName.FIRST, (Variant.ONE_CARD,), drawing_s=60)
    assert harness.request(ada, from_client.ChangeSettings(settings)) is None
    assert harness.state(harness.players[1]).settings == settings
    assert harness.request(ada, from_client.ChangeSettings(Settings(deck="own"))) == Reason.NO_OWN_DECK
    raw, form, language = uploaded_deck(level_1=3)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    assert harness.request(ada, from_client.ChangeSettings(Settings(deck="own"))) is None
    harness.begin()
    assert harness.request(ada, from_client.ChangeSettings(Settings())) == Reason.GAME_IS_ON


def test_the_host_can_begin_a_game_if_the_settings_allow_it() -> None:
    harness = TableHarness("Ada", "Ben")
    ada = harness.players[0]
    assert harness.request(ada, from_client.Begin()) == SettingsConflict.TOO_FEW_PLAYERS
    harness.join("Cleo")
    harness.request(ada, from_client.ChangeSettings(Settings(EditionName.FIRST, (Variant.LEARNING,))))
    assert harness.request(ada, from_client.Begin()) == SettingsConflict.VARIANT_OF_OTHER_EDITION
    harness.request(ada, from_client.ChangeSettings(Settings()))
    assert harness.request(ada, from_client.Begin()) is None
    assert harness.request(ada, from_client.Begin()) == Reason.GAME_IS_ON
    assert harness.phase() is Phase.READING


def test_a_game_can_be_played_with_a_custom_deck() -> None:
    harness = TableHarness(*NAMES[:3])
    raw, form, language = uploaded_deck(level_1=3, level_4=3)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    assert harness.request(harness.players[0], from_client.ChangeSettings(Settings(deck="own"))) is None
    harness.begin()
    levels = []
    for _ in range(4):
        harness.play_until(Phase.SCORES)
        levels.append(harness.game.round.level)
        harness.play_until(Phase.PRAISING if len(levels) == 4 else Phase.READING)
    assert levels == [1, 1, 4, 4]
    harness.restart()
    assert harness.table.own_deck == "ours"
    assert harness.phase() is Phase.PRAISING


def test_the_host_can_remove_a_player_in_the_lobby() -> None:
    harness = TableHarness(*NAMES[:4])
    ada, ben = harness.players[:2]
    assert harness.request(ada, from_client.Remove("Ada")) == Reason.THAT_IS_YOU
    assert harness.request(ada, from_client.Remove("Nobody")) == Reason.NO_SUCH_SEAT
    assert harness.request(ada, from_client.Remove("Ben")) is None
    assert harness.take_closed() == [(ben, Close.REMOVED)]
    assert harness.names() == ["Ada", "Cleo", "Dov"]


@pytest.mark.rule("D7")
def test_a_player_removed_in_a_game_loses_the_seat() -> None:
    harness = drawing_phase(settings=Settings(bots=False))
    ada, _, cleo = harness.players
    ticket = harness.request_ticket(cleo)
    assert harness.request(ada, from_client.Remove("Cleo")) is None
    assert harness.take_closed() == [(cleo, Close.REMOVED)]
    assert harness.finished() == [2]
    assert harness.request(ada, from_client.Remove("Cleo")) == Reason.NOT_PRESENT  # the seat has no owner
    assert harness.state(ada).may.remove == (1,)
    assert harness.try_to_join("Cleo") is Reason.REMOVED_BY_HOST
    harness.try_to_join("Cleo", key=key_of("her phone"), ticket=ticket)
    assert harness.session.present == {0, 1}
    harness.play_until(Phase.SCORES)
    assert harness.seat_of(harness.join("Dov")) == 2


def test_absent_players_and_players_who_left_can_be_removed() -> None:
    harness = drawing_phase()
    ada, ben, cleo = harness.players
    harness.disconnect(ben)
    harness.request(cleo, from_client.Leave())
    harness.take_mail()
    assert harness.request(ada, from_client.Remove("Ben")) is None
    assert harness.request(ada, from_client.Remove("Cleo")) is None
    assert harness.take_closed() == []
    assert [harness.try_to_join(name) for name in ("Ben", "Cleo")] == [Reason.REMOVED_BY_HOST] * 2


def test_removing_a_player_twice_removes_no_other() -> None:
    """Names, not seat numbers: the others have moved up by the time of the second request."""
    harness = TableHarness(*NAMES[:4])
    ada, _, cleo, _ = harness.players
    assert harness.request(ada, from_client.Remove("Ben")) is None
    assert harness.request(ada, from_client.Remove("Ben")) == Reason.NO_SUCH_SEAT
    assert harness.request(cleo, from_client.Leave()) is None
    assert harness.request(ada, from_client.TransferHost("Cleo")) == Reason.NO_SUCH_SEAT
    assert harness.names() == ["Ada", "Dov"]


def test_the_host_can_be_transferred_to_a_present_player() -> None:
    harness = TableHarness(*NAMES[:3])
    ada, ben, _ = harness.players
    harness.disconnect(ben)
    assert harness.request(ada, from_client.TransferHost("Ada")) == Reason.THAT_IS_YOU
    assert harness.request(ada, from_client.TransferHost("Dov")) == Reason.NO_SUCH_SEAT
    assert harness.request(ada, from_client.TransferHost("Ben")) == Reason.NOT_PRESENT
    assert harness.request(ada, from_client.TransferHost("Cleo")) is None
    assert harness.table.host == 2
    assert harness.request(ada, from_client.Begin()) == Reason.NOT_THE_HOST


@pytest.mark.rule("D6")
def test_the_new_host_can_start_the_round() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.begin()
    harness.request(harness.players[0], from_client.TransferHost("Ben"))
    assert harness.request(harness.players[0], from_client.Start(harness.table.stop)) == Refusal.NOT_THE_HOST
    assert harness.request(harness.players[1], from_client.Start(harness.table.stop)) is None
    assert harness.phase() is Phase.DRAWING


def test_return_to_lobby_keeps_the_players_who_did_not_leave() -> None:
    harness = TableHarness(*NAMES[:5])
    ada, ben, cleo = harness.players[:3]
    harness.begin()
    harness.request(ada, from_client.TransferHost("Cleo"))
    harness.request(ben, from_client.Leave())
    assert harness.request(cleo, from_client.ReturnToLobby()) == Reason.GAME_IS_NOT_OVER
    harness.play_until(Phase.OVER)
    harness.disconnect(harness.players[3])  # only for a moment
    assert harness.request(cleo, from_client.ReturnToLobby()) is None
    assert harness.names() == ["Ada", "Cleo", "Dov", "Emma"]
    assert (harness.table.host, harness.state(cleo).seat, harness.state(cleo).view) == (1, 1, None)
    assert harness.request(cleo, from_client.ReturnToLobby()) == Reason.GAME_IS_NOT_OVER
    assert harness.request(cleo, from_client.Begin()) is None
    assert harness.phase() is Phase.READING
    assert harness.seat_of(harness.join("Dov")) == 2
