"""Tests of `pictomania.table.arrivals`."""

from typing import Any

import pytest

from pictomania.rules import Colour, Phase
from pictomania.table import facts
from pictomania.table.arrivals import MAX_WATCHERS, needs_no_fact
from pictomania.table.compaction import compact
from pictomania.table.identity.codes import hash_key
from pictomania.table.seat import Member
from pictomania.table.table import MAX_BANNED
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from tests.table.support.harness import CODE, HOUR, NAMES, TableHarness, drawing_phase, fact_names, key_of

# Joining for the first time.


def test_players_who_join_in_the_lobby_get_a_seat_and_a_colour() -> None:
    harness = TableHarness(*NAMES[:6])
    assert harness.names() == list(NAMES[:6])
    assert {seat.colour for seat in harness.table.seats} == set(Colour)
    assert harness.table.host == 0
    assert harness.take_changed()
    assert fact_names(harness.store()) == ["TableOpened"] + ["SeatTaken"] * 6


def test_the_seventh_player_watches() -> None:
    harness = TableHarness(*NAMES[:6])
    gita = harness.join("Gita")
    assert harness.session.watchers == [gita]
    assert harness.state(gita).may.take_seat == ()
    assert harness.request(gita, from_client.TakeSeat()) == Reason.NO_SEAT_FREE
    assert harness.request(harness.players[5], from_client.Leave()) is None
    assert harness.request(gita, from_client.TakeSeat(3)) == Reason.NO_SEAT_FREE
    assert harness.state(gita).may.take_seat == (5,)
    assert harness.request(gita, from_client.TakeSeat(5)) is None
    assert harness.names() == [*NAMES[:5], "Gita"]
    assert harness.request(gita, from_client.TakeSeat()) == Reason.ALREADY_SEATED


def test_a_colour_that_was_given_up_can_be_assigned_again() -> None:
    harness = TableHarness("Ada", "Ben")
    assert harness.request(harness.players[1], from_client.SetColour(Colour.PURPLE)) is None
    harness.join("Cleo")
    assert [seat.colour for seat in harness.table.seats] == [Colour.RED, Colour.PURPLE, Colour.YELLOW]


def test_a_player_whose_name_looks_taken_gets_a_number() -> None:
    harness = TableHarness("Ada")
    harness.join("\u0410da", key=key_of("another Ada"))  # a Cyrillic letter
    assert harness.names() == ["Ada", "\u0410da 2"]


def test_a_watcher_with_the_name_of_a_player_gets_a_number() -> None:
    harness = TableHarness("Ada")
    other = harness.join("\u0410da", key=key_of("another Ada"), watch=True)
    third = harness.join("ADA", key=key_of("a third Ada"), watch=True)
    assert (other.name, third.name) == ("\u0410da 2", "ADA 3")
    harness.request(other, from_client.Chat("It is me, Ada"))
    assert harness.table.chat[-1].name == "\u0410da 2"


def test_a_player_with_the_name_of_a_watcher_gets_a_number() -> None:
    harness = TableHarness("Ada")
    wim = harness.join("Wim", watch=True)
    harness.join("Wim", key=key_of("another Wim"))
    assert harness.names() == ["Ada", "Wim 2"]
    assert harness.request(wim, from_client.TakeSeat()) is None
    assert harness.names() == ["Ada", "Wim 2", "Wim"]


def test_a_newcomer_who_has_to_watch_gets_a_number_too() -> None:
    harness = drawing_phase()
    assert harness.join("Ada", key=key_of("another Ada")).name == "Ada 2"


def test_members_keep_their_names_when_they_reconnect() -> None:
    harness = TableHarness("Ada")
    other = harness.join("Ada", key=key_of("another Ada"), watch=True)
    for _ in range(2):  # with and without the old socket
        other = harness.join("Ada", key=key_of("another Ada"), watch=True)
        assert other.name == "Ada 2"
        harness.disconnect(other)
    harness.disconnect(harness.players[0])
    harness.join("Ada", key=key_of("another Ada"), watch=True)
    harness.join("Ada")
    assert harness.names() == ["Ada"]


def test_an_unreadable_name_is_refused() -> None:
    harness = TableHarness()
    assert harness.try_to_join("\u200b") is Reason.NAME_UNFIT
    assert (harness.session.members, harness.table.seats) == ([], [])


def test_members_can_watch_and_sit_down_later() -> None:
    harness = TableHarness("Ada")
    wim = harness.join("Wim", watch=True)
    assert harness.names() == ["Ada"]
    assert harness.state(wim).seat is None
    assert harness.request(wim, from_client.TakeSeat()) is None
    assert harness.names() == ["Ada", "Wim"]


def test_watching_can_be_turned_off() -> None:
    harness = TableHarness(*NAMES[:6], settings=Settings(watchers=False))
    assert harness.try_to_join("Wim", watch=True) is Reason.NO_WATCHERS
    assert harness.try_to_join("Gita") is Reason.NO_SEAT_FREE
    assert len(harness.session.members) == 6


def test_the_number_of_watchers_is_limited_and_reconnecting_does_not_count_twice() -> None:
    harness = TableHarness("Ada")
    for number in range(MAX_WATCHERS):
        harness.join(f"Watcher {number}", watch=True)
    assert harness.try_to_join("Wim", watch=True) is Reason.TOO_MANY_WATCHERS
    harness.join("Watcher 7", watch=True)
    assert len(harness.session.watchers) == MAX_WATCHERS
    assert isinstance(harness.try_to_join("Ben"), Member)  # seats are free


def test_new_players_cannot_sit_down_at_a_locked_table() -> None:
    harness = TableHarness("Ada", settings=Settings(locked=True))
    ben = harness.join("Ben")
    assert (harness.names(), harness.state(ben).may.take_seat) == (["Ada"], ())
    assert harness.request(ben, from_client.TakeSeat()) == Reason.TABLE_LOCKED
    closed = TableHarness("Ada", settings=Settings(locked=True, watchers=False))
    assert closed.try_to_join("Ben") is Reason.TABLE_LOCKED


def test_a_locked_table_lets_its_players_back_in_and_opens_when_it_is_empty() -> None:
    harness = TableHarness("Ada", settings=Settings(locked=True))
    harness.disconnect(harness.players[0])
    ada = harness.join("Ada")
    assert harness.seat_of(ada) == 0
    harness.request(ada, from_client.Leave())
    assert harness.seat_of(harness.join("Ben")) == 0


def test_bots_can_join_only_where_bots_are_allowed() -> None:
    harness = TableHarness("Ada")
    bot = harness.join("Bot", bot=True)
    assert harness.table.seats[1].bot
    assert harness.request(harness.players[0], from_client.ChangeSettings(Settings(bots=False))) is None
    assert harness.try_to_join("Robot", bot=True) is Reason.NO_BOTS
    assert harness.try_to_join("Robot", bot=True, watch=True) is Reason.NO_BOTS
    harness.disconnect(bot)
    assert harness.seat_of(harness.join("Bot", bot=True)) == 1  # it has a seat


def test_a_watching_bot_cannot_sit_down_once_bots_are_not_allowed() -> None:
    harness = TableHarness("Ada")
    bot = harness.join("Bot", bot=True, watch=True)
    assert harness.state(bot).may.take_seat == (1,)
    harness.request(harness.players[0], from_client.ChangeSettings(Settings(bots=False)))
    assert harness.state(bot).may.take_seat == ()
    assert harness.request(bot, from_client.TakeSeat()) == Reason.NO_BOTS


# Disconnecting and coming back.


def test_a_lost_connection_leaves_the_seat_as_it_is() -> None:
    harness = drawing_phase()
    harness.draw(harness.players[1])
    before = harness.state(harness.players[1]).view
    harness.store()
    stored = len(harness.stored)
    harness.take_changed()
    harness.disconnect(harness.players[1])
    assert harness.take_changed()
    assert not harness.state(harness.players[0]).seats[1].present
    ben = harness.join("Ben by another name", key=key_of("Ben"))
    assert harness.take_changed()
    assert (harness.state(ben).view, harness.names()) == (before, ["Ada", "Ben", "Cleo"])
    harness.store()
    assert len(harness.stored) == stored  # presence is not stored


def test_the_newest_socket_of_a_key_wins() -> None:
    harness = TableHarness("Ada", "Ben")
    old = harness.players[1]
    new = harness.join("Ben")
    assert harness.take_closed() == [(old, Close.REPLACED)]
    assert harness.session.members == [harness.players[0], new]
    harness.take_changed()
    harness.session.drop(old, harness.now)  # the lost socket changes nothing
    assert not harness.take_changed()
    assert harness.session.present == {0, 1}


def test_the_newest_socket_of_a_watcher_wins_and_may_take_a_seat() -> None:
    harness = TableHarness("Ada")
    old = harness.join("Wim", watch=True)
    new = harness.join("Wim")
    assert harness.take_closed() == [(old, Close.REPLACED)]
    assert harness.seat_of(new) == 1


def test_leaving_in_the_lobby_removes_the_seat() -> None:
    harness = TableHarness(*NAMES[:3])
    assert harness.request(harness.players[1], from_client.Leave()) is None
    assert harness.take_closed() == [(harness.players[1], Close.LEFT)]
    assert harness.names() == ["Ada", "Cleo"]
    assert harness.seat_of(harness.join("Ben")) == 2


def test_a_player_who_leaves_a_game_can_come_back_to_the_same_seat() -> None:
    harness = drawing_phase(*NAMES[:4])
    ben = harness.players[1]
    harness.draw(ben)
    harness.request(ben, from_client.SetLanguage(harness.table.seats[1].language))
    assert harness.request(ben, from_client.Leave()) is None
    assert harness.take_closed() == [(ben, Close.LEFT)]
    assert (harness.table.seats[1].left, harness.finished()) == (True, [1])
    again = harness.join("Benno", key=key_of("Ben"))
    assert (harness.seat_of(again), harness.table.seats[1].left, harness.names()[1]) == (1, False, "Ben")
    assert harness.game.round.drawn == {1}
    assert harness.finished() == []  # he plays on (D10)


def test_a_player_who_left_can_come_back_to_watch() -> None:
    harness = drawing_phase(*NAMES[:4])
    harness.request(harness.players[1], from_client.Leave())
    watcher = harness.join("Ben", watch=True)
    assert harness.session.seat_of(watcher) is None
    assert harness.request(watcher, from_client.Rename("BEN")) is None  # his own name on that seat
    harness.play_until(Phase.SCORES)
    assert harness.request(watcher, from_client.TakeSeat(1)) is None
    assert (harness.seat_of(watcher), harness.names()[1]) == (1, "BEN")


def test_a_player_who_has_finished_can_leave() -> None:
    harness = drawing_phase()
    harness.request(harness.players[1], from_client.Finish(harness.table.stop))
    harness.request(harness.players[1], from_client.Leave())
    harness.play_until(Phase.WORD)
    harness.request(harness.players[2], from_client.Leave())
    assert [seat.left for seat in harness.table.seats] == [False, True, True]


# Removed players.


@pytest.mark.parametrize("is_in_game", [False, True])
@pytest.mark.parametrize("watch", [False, True])
def test_a_removed_player_cannot_come_back_even_to_watch(is_in_game: bool, watch: bool) -> None:
    harness = drawing_phase(*NAMES[:4]) if is_in_game else TableHarness(*NAMES[:4])
    harness.request(harness.players[0], from_client.Remove("Dov"))
    assert harness.take_closed() == [(harness.players[3], Close.REMOVED)]
    for _ in range(2):
        assert harness.try_to_join("Dov", watch=watch) is Reason.REMOVED_BY_HOST
        assert harness.try_to_join("Another name", key=key_of("Dov"), watch=watch) is Reason.REMOVED_BY_HOST
        assert harness.try_to_join("Bot", key=key_of("Dov"), bot=True) is Reason.REMOVED_BY_HOST
        harness.restart()


def test_a_removed_player_cannot_come_back_after_the_game() -> None:
    """Bans outlast the game, a restart and a compaction of the log."""
    harness = drawing_phase(*NAMES[:4])
    harness.request(harness.players[0], from_client.Remove("Dov"))
    harness.play_until(Phase.OVER)
    assert harness.request(harness.players[0], from_client.ReturnToLobby()) is None
    harness.restart()
    assert harness.try_to_join("Dov") is Reason.REMOVED_BY_HOST
    harness.stored = compact(CODE, harness.stored)
    harness.restart()
    assert harness.try_to_join("Dov") is Reason.REMOVED_BY_HOST
    assert harness.seat_of(harness.join("Emma")) == 3


def test_a_removed_player_cannot_come_back_with_a_ticket() -> None:
    """The ticket, which belongs to another player, stays valid."""
    harness = TableHarness(*NAMES[:3])
    harness.request(harness.players[0], from_client.Remove("Cleo"))
    ticket = harness.request_ticket(harness.players[1])
    assert harness.try_to_join("Cleo", ticket=ticket) is Reason.REMOVED_BY_HOST
    assert isinstance(harness.try_to_join("Ben", key=key_of("his phone"), ticket=ticket), Member)
    assert harness.table.seat_of(hash_key(CODE, key_of("his phone"))) == 1


def test_players_who_left_and_removed_bots_are_not_banned() -> None:
    harness = TableHarness(*NAMES[:3])
    ada, ben, _ = harness.players
    harness.request(ben, from_client.Leave())
    harness.request(ada, from_client.AddBot())
    harness.request(ada, from_client.Remove(harness.names()[-1]))
    harness.request(ada, from_client.AddBot())
    harness.request(ada, from_client.ChangeSettings(Settings(bots=False)))
    assert (harness.names(), list(harness.table.banned)) == (["Ada", "Cleo"], [])
    assert harness.seat_of(harness.join("Ben")) == 2


def test_an_absent_player_with_a_stand_in_can_be_removed() -> None:
    harness = drawing_phase()
    ada, ben, _ = harness.players
    harness.disconnect(ben)
    harness.wait(30)
    assert harness.state(ada).seats[1].skill is not None  # there must be three
    assert harness.request(ada, from_client.Remove("Ben")) is None
    assert harness.state(ada).seats[1].skill is None
    assert harness.try_to_join("Ben") is Reason.REMOVED_BY_HOST


def test_the_oldest_bans_are_forgotten() -> None:
    harness = TableHarness("Ada")
    for number in range(MAX_BANNED + 1):
        harness.join(f"Guest {number}")
        harness.request(harness.players[0], from_client.Remove(f"Guest {number}"))
    assert harness.try_to_join("Guest 1") is Reason.REMOVED_BY_HOST
    assert len(harness.table.banned) == MAX_BANNED
    assert isinstance(harness.try_to_join("Guest 0"), Member)


# The host.


@pytest.mark.parametrize(("host", "heir"), [(0, "Ben"), (1, "Cleo"), (2, "Ada")])
def test_when_the_host_leaves_the_lobby_the_next_player_becomes_host(host: int, heir: str) -> None:
    harness = TableHarness(*NAMES[:3])
    harness.session.record(facts.HostChanged(harness.now, host))
    harness.request(harness.players[host], from_client.Leave())
    assert harness.table.host is not None
    assert harness.names()[harness.table.host] == heir


@pytest.mark.parametrize("gone", [0, 2])
def test_when_another_player_leaves_the_lobby_the_host_stays(gone: int) -> None:
    harness = TableHarness(*NAMES[:3])
    harness.session.record(facts.HostChanged(harness.now, 1))
    harness.request(harness.players[gone], from_client.Leave())
    assert harness.table.host is not None
    assert harness.names()[harness.table.host] == "Ben"


def test_a_host_who_leaves_a_game_is_not_host_again_after_coming_back() -> None:
    harness = drawing_phase()
    harness.disconnect(harness.players[1])
    harness.request(harness.players[0], from_client.Leave())
    assert (harness.table.host, harness.game.host) == (2, 2)
    harness.join("Ada")
    assert harness.table.host == 2


def test_an_absent_player_becomes_host_if_necessary_and_an_empty_table_has_none() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.disconnect(*harness.players[1:])
    harness.request(harness.players[0], from_client.Leave())
    assert (harness.table.host, harness.names()) == (0, ["Ben", "Cleo"])
    harness = TableHarness("Ada")
    harness.request(harness.players[0], from_client.Leave())
    assert (harness.table.host, harness.names()) == (None, [])
    assert harness.seat_of(harness.join("Ben")) == harness.table.host


# Latecomers.


@pytest.mark.rule("D7")
def test_latecomers_watch() -> None:
    harness = drawing_phase()
    wim = harness.join("Wim")
    assert harness.session.watchers == [wim]
    assert harness.request(wim, from_client.TakeSeat()) == Reason.NO_SEAT_FREE


@pytest.mark.rule("D7")
def test_a_seat_whose_player_left_can_be_taken_only_between_rounds() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.request(harness.players[2], from_client.SetColour(Colour.ORANGE))
    harness.play_until(Phase.DRAWING)
    wim = harness.join("Wim")
    harness.request(harness.players[2], from_client.Leave())
    for phase in (Phase.WORD, Phase.PILE):
        harness.play_until(phase)
        assert harness.request(wim, from_client.TakeSeat(2)) == Reason.NO_SEAT_FREE
        assert not harness.state(wim).seats[2].free
    harness.play_until(Phase.SCORES)
    assert harness.state(wim).seats[2].free
    assert harness.request(wim, from_client.TakeSeat(1)) == Reason.NO_SEAT_FREE
    total = harness.state(wim).view
    assert harness.request(wim, from_client.TakeSeat(2)) is None
    assert harness.seat_of(wim) == 2
    assert (harness.names(), harness.table.seats[2].colour) == (["Ada", "Ben", "Wim"], Colour.ORANGE)
    view = harness.state(wim).view
    assert total is not None
    assert view is not None
    assert view.players[2].stars == total.players[2].stars
    assert harness.seat_of(harness.join("Cleo")) == 3  # a new one (D11)


@pytest.mark.rule("D7")
def test_a_latecomer_between_rounds_gets_an_abandoned_seat() -> None:
    harness = drawing_phase(*NAMES[:4], settings=Settings(latecomers=False, reveal="steps"))
    harness.disconnect(harness.players[1])
    harness.play_until(Phase.SCORES)
    harness.wait(119)
    assert harness.session.seat_of(harness.join("Wim")) is None
    harness.wait(1)
    assert harness.seat_of(harness.join("Gita")) == 1
    assert harness.request(harness.join("Ben"), from_client.TakeSeat()) == Reason.NO_SEAT_FREE


@pytest.mark.rule("D11")
def test_a_latecomer_takes_a_new_seat_between_rounds() -> None:
    harness = drawing_phase()
    emma = harness.join("Emma")
    assert harness.request(emma, from_client.TakeSeat()) == Reason.NO_SEAT_FREE
    harness.play_until(Phase.SCORES)
    assert harness.state(emma).may.take_seat == (3,)
    assert harness.request(emma, from_client.TakeSeat(3)) is None
    assert (harness.seat_of(emma), harness.game.head_starts[3]) == (3, 0)
    harness.restart()
    assert harness.names() == ["Ada", "Ben", "Cleo", "Emma"]
    harness.players = [harness.join(name) for name in harness.names()]
    harness.play_until(Phase.DRAWING)
    assert harness.game.round.playing == (0, 1, 2, 3)
    assert harness.draw(harness.players[3])


def test_a_player_who_is_back_in_time_keeps_the_seat() -> None:
    harness = drawing_phase(*NAMES[:4], settings=Settings(latecomers=False))
    harness.disconnect(harness.players[1])
    harness.wait(HOUR)
    harness.play_until(Phase.READING)
    assert harness.seat_of(harness.join("Ben")) == 1
    assert harness.session.seat_of(harness.join("Gita")) is None


def test_no_player_can_sit_down_after_the_last_round() -> None:
    harness = drawing_phase()
    harness.request(harness.players[2], from_client.Leave())
    harness.play_until(Phase.OVER)
    assert harness.session.seat_of(harness.join("Dov")) is None


# Without storing anything.


@pytest.mark.parametrize(
    ("name", "rest", "is_sure"),
    [
        ("Ada", {}, True),
        ("Ada", {"ticket": "of another device"}, False),
        ("Ben", {}, False),  # sits out
        ("Cleo", {}, False),  # left
        ("Dov", {}, False),  # a bot stands in
        ("Wim", {"watch": True}, True),
        ("Wim", {}, False),
    ],
)
def test_who_can_surely_join_without_a_fact(name: str, rest: dict[str, Any], is_sure: bool) -> None:
    harness = drawing_phase(*NAMES[:5])
    ada, ben, cleo, dov, _ = harness.players
    assert harness.request(ada, from_client.StandIn("Dov", Skill.EASY)) is None
    assert harness.request(ben, from_client.SitOut()) is None
    assert harness.request(cleo, from_client.Leave()) is None
    harness.disconnect(ada, ben, dov)
    harness.store()
    hello = from_client.Hello(CODE, key_of(name), name, "en", **rest)
    assert needs_no_fact(harness.session, hello) is is_sure
    harness.join(name, watch=hello.watch)
    if is_sure:
        assert harness.unstored == []


def test_a_seat_in_the_lobby_needs_no_fact() -> None:
    harness = TableHarness("Ada")
    assert needs_no_fact(harness.session, from_client.Hello(CODE, key_of("Ada"), "Ada", "en"))
