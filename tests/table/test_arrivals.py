"""Tests of `pictomania.table.arrivals`."""

import pytest

from pictomania.rules import Colour, Phase
from pictomania.table import facts
from pictomania.table.arrivals import MOST_WATCHERS, went
from pictomania.table.codes import hashed
from pictomania.table.condense import condensed
from pictomania.table.seat import Member
from pictomania.table.table import MOST_BARRED
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from tests.table.evening import CODE, HOUR, NAMES, Evening, drawing, key_of, kinds

# Coming for the first time.


def test_whoever_comes_to_the_lobby_gets_a_seat_and_a_colour_of_their_own() -> None:
    evening = Evening(*NAMES[:6])
    assert evening.names() == list(NAMES[:6])
    assert {seat.colour for seat in evening.table.seats} == set(Colour)
    assert evening.table.host == 0
    assert evening.is_news()
    assert kinds(evening.store()) == ["Opened"] + ["Sat"] * 6


def test_the_seventh_one_watches() -> None:
    evening = Evening(*NAMES[:6])
    gita = evening.comes("Gita")
    assert evening.sitting.watchers == [gita]
    assert evening.state(gita).may.sit == ()
    assert evening.asks(gita, said.Sit()) == Reason.NO_SEAT_FREE
    assert evening.asks(evening.people[5], said.Leave()) is None
    assert evening.asks(gita, said.Sit(3)) == Reason.NO_SEAT_FREE
    assert evening.state(gita).may.sit == (5,)
    assert evening.asks(gita, said.Sit(5)) is None
    assert evening.names() == [*NAMES[:5], "Gita"]
    assert evening.asks(gita, said.Sit()) == Reason.ALREADY_SEATED


def test_a_colour_that_was_given_back_is_given_again() -> None:
    evening = Evening("Ada", "Ben")
    assert evening.asks(evening.people[1], said.Wear(Colour.PURPLE)) is None
    evening.comes("Cleo")
    assert [seat.colour for seat in evening.table.seats] == [Colour.RED, Colour.PURPLE, Colour.YELLOW]


def test_people_of_the_same_name_are_told_apart() -> None:
    evening = Evening("Ada")
    evening.comes("\u0410da", key=key_of("another Ada"))  # a Cyrillic letter
    assert evening.names() == ["Ada", "\u0410da 2"]


def test_a_watcher_gets_a_number_where_a_player_has_the_name() -> None:
    evening = Evening("Ada")
    other = evening.comes("\u0410da", key=key_of("another Ada"), watch=True)
    third = evening.comes("ADA", key=key_of("a third Ada"), watch=True)
    assert (other.name, third.name) == ("\u0410da 2", "ADA 3")
    evening.asks(other, said.Say("It is me, Ada"))
    assert evening.table.chat[-1].name == "\u0410da 2"


def test_a_player_gets_a_number_where_a_watcher_has_the_name() -> None:
    evening = Evening("Ada")
    wim = evening.comes("Wim", watch=True)
    evening.comes("Wim", key=key_of("another Wim"))
    assert evening.names() == ["Ada", "Wim 2"]
    assert evening.asks(wim, said.Sit()) is None
    assert evening.names() == ["Ada", "Wim 2", "Wim"]


def test_a_newcomer_who_has_to_watch_gets_a_number_too() -> None:
    evening = drawing()
    assert evening.comes("Ada", key=key_of("another Ada")).name == "Ada 2"


def test_people_keep_their_names_when_they_come_back() -> None:
    evening = Evening("Ada")
    other = evening.comes("Ada", key=key_of("another Ada"), watch=True)
    for _ in range(2):  # while the old socket is there, and without it
        other = evening.comes("Ada", key=key_of("another Ada"), watch=True)
        assert other.name == "Ada 2"
        evening.goes(other)
    evening.goes(evening.people[0])
    evening.comes("Ada", key=key_of("another Ada"), watch=True)
    evening.comes("Ada")
    assert evening.names() == ["Ada"]


def test_who_has_no_name_that_can_be_read_is_not_let_in() -> None:
    evening = Evening()
    assert evening.greeted("\u200b") is Reason.NAME_UNFIT
    assert (evening.sitting.members, evening.table.seats) == ([], [])


def test_who_wants_to_watch_watches() -> None:
    evening = Evening("Ada")
    wim = evening.comes("Wim", watch=True)
    assert evening.names() == ["Ada"]
    assert evening.state(wim).seat is None
    assert evening.asks(wim, said.Sit()) is None
    assert evening.names() == ["Ada", "Wim"]


def test_a_table_can_be_without_watchers() -> None:
    evening = Evening(*NAMES[:6], settings=Settings(watchers=False))
    assert evening.greeted("Wim", watch=True) is Reason.NO_WATCHERS
    assert evening.greeted("Gita") is Reason.NO_SEAT_FREE
    assert len(evening.sitting.members) == 6


def test_there_is_room_for_so_many_watchers_and_those_who_come_again_are_no_more() -> None:
    evening = Evening("Ada")
    for number in range(MOST_WATCHERS):
        evening.comes(f"Watcher {number}", watch=True)
    assert evening.greeted("Wim", watch=True) is Reason.TOO_MANY_WATCHERS
    evening.comes("Watcher 7", watch=True)
    assert len(evening.sitting.watchers) == MOST_WATCHERS
    assert isinstance(evening.greeted("Ben"), Member)  # there are seats


def test_at_a_locked_table_nobody_new_sits_down() -> None:
    evening = Evening("Ada", settings=Settings(locked=True))
    ben = evening.comes("Ben")
    assert (evening.names(), evening.state(ben).may.sit) == (["Ada"], ())
    assert evening.asks(ben, said.Sit()) == Reason.TABLE_LOCKED
    closed = Evening("Ada", settings=Settings(locked=True, watchers=False))
    assert closed.greeted("Ben") is Reason.TABLE_LOCKED


def test_a_locked_table_lets_its_own_people_back_in_and_is_open_once_it_is_empty() -> None:
    evening = Evening("Ada", settings=Settings(locked=True))
    evening.goes(evening.people[0])
    ada = evening.comes("Ada")
    assert evening.seat_of(ada) == 0
    evening.asks(ada, said.Leave())
    assert evening.seat_of(evening.comes("Ben")) == 0


def test_bots_come_only_where_they_are_allowed() -> None:
    evening = Evening("Ada")
    bot = evening.comes("Bot", bot=True)
    assert evening.table.seats[1].bot
    assert evening.asks(evening.people[0], said.Settle(Settings(bots=False))) is None
    assert evening.greeted("Robot", bot=True) is Reason.NO_BOTS
    assert evening.greeted("Robot", bot=True, watch=True) is Reason.NO_BOTS
    evening.goes(bot)
    assert evening.seat_of(evening.comes("Bot", bot=True)) == 1  # it has a seat


def test_a_bot_that_watches_cannot_sit_down_once_bots_are_not_allowed() -> None:
    evening = Evening("Ada")
    bot = evening.comes("Bot", bot=True, watch=True)
    assert evening.state(bot).may.sit == (1,)
    evening.asks(evening.people[0], said.Settle(Settings(bots=False)))
    assert evening.state(bot).may.sit == ()
    assert evening.asks(bot, said.Sit()) == Reason.NO_BOTS


# Going and coming again.


def test_a_connection_that_breaks_leaves_the_seat_as_it_is() -> None:
    evening = drawing()
    evening.draws(evening.people[1])
    before = evening.state(evening.people[1]).view
    evening.store()
    stored = len(evening.stored)
    evening.is_news()
    evening.goes(evening.people[1])
    assert evening.is_news()
    assert not evening.state(evening.people[0]).seats[1].present
    ben = evening.comes("Ben by another name", key=key_of("Ben"))
    assert evening.is_news()
    assert (evening.state(ben).view, evening.names()) == (before, ["Ada", "Ben", "Cleo"])
    evening.store()
    assert len(evening.stored) == stored  # who is there is not stored


def test_the_newest_socket_of_a_key_wins() -> None:
    evening = Evening("Ada", "Ben")
    old = evening.people[1]
    new = evening.comes("Ben")
    assert evening.closed() == [(old, Close.REPLACED)]
    assert evening.sitting.members == [evening.people[0], new]
    evening.is_news()
    went(evening.sitting, old, evening.now)  # its socket is gone, which is no news
    assert not evening.is_news()
    assert evening.sitting.present == {0, 1}


def test_the_newest_socket_of_a_watcher_wins_and_may_take_a_seat() -> None:
    evening = Evening("Ada")
    old = evening.comes("Wim", watch=True)
    new = evening.comes("Wim")
    assert evening.closed() == [(old, Close.REPLACED)]
    assert evening.seat_of(new) == 1


def test_who_gets_up_in_the_lobby_is_gone() -> None:
    evening = Evening(*NAMES[:3])
    assert evening.asks(evening.people[1], said.Leave()) is None
    assert evening.closed() == [(evening.people[1], Close.LEFT)]
    assert evening.names() == ["Ada", "Cleo"]
    assert evening.seat_of(evening.comes("Ben")) == 2


def test_who_gets_up_in_a_game_may_come_back_to_everything_as_it_was() -> None:
    evening = drawing()
    ben = evening.people[1]
    evening.draws(ben)
    evening.asks(ben, said.Speak(evening.table.seats[1].language))
    assert evening.asks(ben, said.Leave()) is None
    assert evening.closed() == [(ben, Close.LEFT)]
    assert (evening.table.seats[1].left, evening.finished()) == (True, [1])
    again = evening.comes("Benno", key=key_of("Ben"))
    assert (evening.seat_of(again), evening.table.seats[1].left, evening.names()[1]) == (1, False, "Ben")
    assert evening.game.round.drawn == {1}


def test_who_has_got_up_may_come_back_only_to_watch() -> None:
    evening = drawing(*NAMES[:4])
    evening.asks(evening.people[1], said.Leave())
    watcher = evening.comes("Ben", watch=True)
    assert evening.sitting.seat_of(watcher) is None
    assert evening.asks(watcher, said.Rename("BEN")) is None  # it was his name on that seat
    evening.until(Phase.SCORES)
    assert evening.asks(watcher, said.Sit(1)) is None
    assert (evening.seat_of(watcher), evening.names()[1]) == (1, "BEN")


def test_who_has_finished_may_get_up_too() -> None:
    evening = drawing()
    evening.asks(evening.people[1], said.Finish(evening.table.stop))
    evening.asks(evening.people[1], said.Leave())
    evening.until(Phase.WORD)
    evening.asks(evening.people[2], said.Leave())
    assert [seat.left for seat in evening.table.seats] == [False, True, True]


# Being removed.


@pytest.mark.parametrize("is_in_game", [False, True])
@pytest.mark.parametrize("watch", [False, True])
def test_who_was_removed_does_not_come_back_not_even_to_watch(is_in_game: bool, watch: bool) -> None:
    evening = drawing(*NAMES[:4]) if is_in_game else Evening(*NAMES[:4])
    evening.asks(evening.people[0], said.Remove("Dov"))
    assert evening.closed() == [(evening.people[3], Close.REMOVED)]
    for _ in range(2):
        assert evening.greeted("Dov", watch=watch) is Reason.REMOVED_BY_HOST
        assert evening.greeted("Another name", key=key_of("Dov"), watch=watch) is Reason.REMOVED_BY_HOST
        assert evening.greeted("Bot", key=key_of("Dov"), bot=True) is Reason.REMOVED_BY_HOST
        evening.restarts()


def test_who_was_removed_does_not_come_back_after_the_game_either() -> None:
    """Nor where the facts of that game are only recalled, nor where they are said again in fewer."""
    evening = drawing(*NAMES[:4])
    evening.asks(evening.people[0], said.Remove("Dov"))
    evening.until(Phase.OVER)
    assert evening.asks(evening.people[0], said.Again()) is None
    evening.restarts()
    assert evening.greeted("Dov") is Reason.REMOVED_BY_HOST
    evening.stored = condensed(CODE, evening.stored)
    evening.restarts()
    assert evening.greeted("Dov") is Reason.REMOVED_BY_HOST
    assert evening.seat_of(evening.comes("Emma")) == 3


def test_who_was_removed_does_not_come_back_with_a_ticket() -> None:
    """And the ticket, which is somebody else's, stays good."""
    evening = Evening(*NAMES[:3])
    evening.asks(evening.people[0], said.Remove("Cleo"))
    ticket = evening.ticket_of(evening.people[1])
    assert evening.greeted("Cleo", ticket=ticket) is Reason.REMOVED_BY_HOST
    assert isinstance(evening.greeted("Ben", key=key_of("his phone"), ticket=ticket), Member)
    assert evening.table.seat_of(hashed(CODE, key_of("his phone"))) == 1


def test_who_left_or_was_removed_as_a_bot_is_not_barred() -> None:
    evening = Evening(*NAMES[:3])
    ada, ben, _ = evening.people
    evening.asks(ben, said.Leave())
    evening.asks(ada, said.AddBot())
    evening.asks(ada, said.Remove(evening.names()[-1]))
    evening.asks(ada, said.AddBot())
    evening.asks(ada, said.Settle(Settings(bots=False)))
    assert (evening.names(), list(evening.table.barred)) == (["Ada", "Cleo"], [])
    assert evening.seat_of(evening.comes("Ben")) == 2


def test_the_owner_of_a_seat_that_a_bot_plays_at_can_be_removed() -> None:
    evening = drawing()
    ada, ben, _ = evening.people
    evening.goes(ben)
    evening.waits(HOUR)
    assert evening.asks(ada, said.StandIn("Ben")) is None
    assert evening.asks(ada, said.Remove("Ben")) is None
    assert evening.greeted("Ben") is Reason.REMOVED_BY_HOST


def test_the_first_of_very_many_who_were_removed_are_forgotten() -> None:
    evening = Evening("Ada")
    for number in range(MOST_BARRED + 1):
        evening.comes(f"Guest {number}")
        evening.asks(evening.people[0], said.Remove(f"Guest {number}"))
    assert evening.greeted("Guest 1") is Reason.REMOVED_BY_HOST
    assert len(evening.table.barred) == MOST_BARRED
    assert isinstance(evening.greeted("Guest 0"), Member)


# The host.


@pytest.mark.parametrize(("host", "heir"), [(0, "Ben"), (1, "Cleo"), (2, "Ada")])
def test_when_the_host_gets_up_in_the_lobby_the_next_one_is_host(host: int, heir: str) -> None:
    evening = Evening(*NAMES[:3])
    evening.sitting.do(facts.Hosted(evening.now, host))
    evening.asks(evening.people[host], said.Leave())
    assert evening.table.host is not None
    assert evening.names()[evening.table.host] == heir


@pytest.mark.parametrize("gone", [0, 2])
def test_when_another_one_gets_up_in_the_lobby_the_host_is_the_same(gone: int) -> None:
    evening = Evening(*NAMES[:3])
    evening.sitting.do(facts.Hosted(evening.now, 1))
    evening.asks(evening.people[gone], said.Leave())
    assert evening.table.host is not None
    assert evening.names()[evening.table.host] == "Ben"


def test_a_host_who_gets_up_in_a_game_is_not_the_host_after_coming_back() -> None:
    evening = drawing()
    evening.goes(evening.people[1])
    evening.asks(evening.people[0], said.Leave())
    assert (evening.table.host, evening.game.host) == (2, 2)
    evening.comes("Ada")
    assert evening.table.host == 2


def test_when_nobody_else_is_there_anybody_is_host_and_when_nobody_is_left_nobody() -> None:
    evening = Evening(*NAMES[:3])
    evening.goes(*evening.people[1:])
    evening.asks(evening.people[0], said.Leave())
    assert (evening.table.host, evening.names()) == (0, ["Ben", "Cleo"])
    evening = Evening("Ada")
    evening.asks(evening.people[0], said.Leave())
    assert (evening.table.host, evening.names()) == (None, [])
    assert evening.seat_of(evening.comes("Ben")) == evening.table.host


# Latecomers.


@pytest.mark.rule("D7")
def test_latecomers_watch() -> None:
    evening = drawing()
    wim = evening.comes("Wim")
    assert evening.sitting.watchers == [wim]
    assert evening.asks(wim, said.Sit()) == Reason.NO_SEAT_FREE


@pytest.mark.rule("D7")
def test_a_seat_somebody_got_up_from_can_be_taken_between_rounds_only() -> None:
    evening = Evening(*NAMES[:3])
    evening.asks(evening.people[2], said.Wear(Colour.ORANGE))
    evening.until(Phase.DRAWING)
    wim = evening.comes("Wim")
    evening.asks(evening.people[2], said.Leave())
    for phase in (Phase.WORD, Phase.PILE):
        evening.until(phase)
        assert evening.asks(wim, said.Sit(2)) == Reason.NO_SEAT_FREE
        assert not evening.state(wim).seats[2].free
    evening.until(Phase.SCORES)
    assert evening.state(wim).seats[2].free
    assert evening.asks(wim, said.Sit(1)) == Reason.NO_SEAT_FREE
    total = evening.state(wim).view
    assert evening.asks(wim, said.Sit(2)) is None
    assert evening.seat_of(wim) == 2
    assert (evening.names(), evening.table.seats[2].colour) == (["Ada", "Ben", "Wim"], Colour.ORANGE)
    view = evening.state(wim).view
    assert total is not None
    assert view is not None
    assert view.players[2].stars == total.players[2].stars
    assert evening.sitting.seat_of(evening.comes("Cleo")) is None


@pytest.mark.rule("D7")
def test_an_abandoned_seat_is_given_to_whoever_comes_between_rounds() -> None:
    evening = drawing()
    evening.goes(evening.people[1])
    evening.until(Phase.SCORES)
    evening.waits(119)
    assert evening.sitting.seat_of(evening.comes("Wim")) is None
    evening.waits(1)
    assert evening.seat_of(evening.comes("Dov")) == 1
    assert evening.asks(evening.comes("Ben"), said.Sit()) == Reason.NO_SEAT_FREE


def test_who_is_back_in_time_keeps_an_abandoned_seat() -> None:
    evening = drawing()
    evening.goes(evening.people[1])
    evening.waits(HOUR)
    evening.until(Phase.READING)
    assert evening.seat_of(evening.comes("Ben")) == 1
    assert evening.sitting.seat_of(evening.comes("Dov")) is None


def test_nobody_sits_down_after_the_last_round() -> None:
    evening = drawing()
    evening.asks(evening.people[2], said.Leave())
    evening.until(Phase.OVER)
    assert evening.sitting.seat_of(evening.comes("Dov")) is None
