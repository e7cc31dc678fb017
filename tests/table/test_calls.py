"""Bots of the house at a table: they sit down, are called, play for others, and go when nobody is there."""

import pytest

from pictomania.rules import Colour, Phase
from pictomania.table import calls, facts
from pictomania.table.calls import AGAIN_MS, ALONE_MS
from pictomania.table.dealer import bot_box
from pictomania.table.seat import Member
from pictomania.table.waits import AWAY_MS
from pictomania.wire import from_client as said
from pictomania.wire.bots import PERSONS, Skill
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.words import Language
from tests.table.evening import CODE, Evening, drawing, key_of, kinds


def with_bots(*skills: Skill, people: tuple[str, ...] = ("Ada",)) -> tuple[Evening, list[Member]]:
    """A table to which so many bots have come."""
    evening = Evening(*people)
    for skill in skills:
        assert evening.asks(evening.people[0], said.AddBot(skill)) is None
    return evening, [evening.bot_comes(call) for call in list(evening.calls())]


def away(evening: Evening, member: Member) -> None:
    """Let somebody be away for as long as matters."""
    evening.goes(member)
    evening.waits(AWAY_MS / 1000 + 1)


def test_a_bot_sits_down_and_is_called() -> None:
    evening = Evening("Ada")
    assert evening.asks(evening.people[0], said.AddBot(Skill.HARD)) is None
    seat = evening.table.seats[1]
    assert seat.name in PERSONS
    assert seat.colour is PERSONS[seat.name]
    assert (seat.bot, seat.skill, seat.bot_key) == (True, Skill.HARD, None)
    (call,) = evening.calls()
    assert call.seat == 1
    member = evening.bot_comes(call)
    assert evening.seat_of(member) == 1
    assert evening.state(member).seats[1].present
    assert not evening.calls()


def test_the_key_of_a_bot_is_nowhere() -> None:
    evening = Evening("Ada")
    evening.asks(evening.people[0], said.AddBot())
    (call,) = evening.calls()
    evening.bot_comes(call)
    assert all(call.key.encode() not in entry for entry in (evening.store(), evening.stored)[1])
    assert call.key not in repr(evening.state(evening.people[0]))


def test_six_seats_are_enough() -> None:
    evening, bots = with_bots(*[Skill.EASY] * 5)
    assert len(bots) == 5
    assert len({seat.colour for seat in evening.table.seats}) == 6
    assert len({seat.name for seat in evening.table.seats}) == 6
    assert evening.asks(evening.people[0], said.AddBot()) is Reason.NO_SEAT_FREE
    assert not evening.state(evening.people[0]).may.add_bot


def test_somebody_may_have_the_name_and_the_colour_of_a_bot() -> None:
    evening = Evening(*list(PERSONS)[:5])
    evening.asks(evening.people[0], said.Wear(Colour.ORANGE))
    evening.asks(evening.people[0], said.AddBot())
    assert evening.table.seats[5].name == "Crayon"
    assert evening.table.seats[5].colour not in {seat.colour for seat in evening.table.seats[:5]}


def test_a_bot_is_not_called_like_a_watcher() -> None:
    evening = Evening("Ada")
    for name in PERSONS:
        evening.comes(name, watch=True)
    evening.asks(evening.people[0], said.AddBot())
    assert evening.names()[1].endswith(" 2")


@pytest.mark.parametrize("message", [said.AddBot(), said.TuneBot("Smudge", Skill.EASY), said.StandIn("Ada")])
def test_only_the_host_has_bots_come(message: said.HostWish) -> None:
    evening = Evening("Ada", "Ben")
    assert evening.asks(evening.people[1], message) is Reason.NOT_THE_HOST


def test_no_bots_where_none_are_wanted() -> None:
    evening = Evening("Ada", "Ben", "Cleo", settings=Settings(bots=False))
    assert evening.asks(evening.people[0], said.AddBot()) is Reason.NO_BOTS
    evening.until(Phase.READING)
    away(evening, evening.people[2])
    assert evening.asks(evening.people[0], said.StandIn("Cleo")) is Reason.NO_BOTS


def test_bots_of_the_house_go_when_none_are_wanted_any_more() -> None:
    evening = Evening("Ada", "Ben")
    evening.comes("Robot", bot=True)
    for _ in range(2):
        evening.asks(evening.people[0], said.AddBot())
    evening.waits(1)
    evening.asks(evening.people[0], said.Settle(Settings(bots=False)))
    assert [seat.name for seat in evening.table.seats] == ["Ada", "Ben", "Robot"]


def test_no_bot_sits_down_in_a_game() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    assert evening.asks(evening.people[0], said.AddBot()) is Reason.GAME_IS_ON


def test_a_bot_can_be_told_to_play_better() -> None:
    evening, _ = with_bots(Skill.EASY)
    name = evening.table.seats[1].name
    assert evening.state(evening.people[0]).may.tune == (1,)
    assert evening.asks(evening.people[0], said.TuneBot(name, Skill.HARD)) is None
    assert evening.state(evening.people[0]).seats[1].skill is Skill.HARD
    assert evening.asks(evening.people[0], said.TuneBot("Ada", Skill.HARD)) is Reason.THAT_IS_YOU


def test_people_cannot_be_tuned() -> None:
    evening = Evening("Ada", "Ben")
    assert evening.asks(evening.people[0], said.TuneBot("Ben", Skill.HARD)) is Reason.NO_BOTS


def test_a_bot_can_be_sent_away() -> None:
    evening, (bot,) = with_bots(Skill.EASY)
    evening.told()
    assert evening.asks(evening.people[0], said.Remove(evening.table.seats[1].name)) is None
    assert evening.names() == ["Ada"]
    assert evening.closed() == [(bot, Close.REMOVED)]
    assert not evening.calls()


def test_a_bot_that_does_not_come_is_called_again() -> None:
    evening = Evening("Ada")
    evening.asks(evening.people[0], said.AddBot())
    (first,) = list(evening.calls())
    evening.sitting.calls.clear()
    evening.waits(AGAIN_MS / 1000 - 0.1)
    assert not evening.calls()
    evening.waits(0.2)
    (second,) = evening.calls()
    assert second.key != first.key
    evening.bot_comes(second)
    assert evening.seat_of(evening.comes("Ada")) == 0


def test_an_old_key_of_a_bot_is_worth_nothing() -> None:
    evening = Evening("Ada", settings=Settings(locked=True))
    evening.asks(evening.people[0], said.AddBot())
    (first,) = list(evening.calls())
    evening.sitting.calls.clear()
    evening.waits(AGAIN_MS / 1000 + 1)
    member = evening.greeted("Smudge", key=first.key, bot=True)
    assert isinstance(member, Member)
    assert evening.sitting.seat_of(member) is None


def test_bots_go_when_nobody_else_is_there_and_come_back_with_them() -> None:
    evening, bots = with_bots(Skill.EASY, Skill.HARD)
    evening.goes(evening.people[0])
    evening.told()
    evening.waits(ALONE_MS / 1000 - 1)
    assert not evening.closed()
    evening.waits(2)
    assert evening.closed() == [(bot, Close.LEFT) for bot in bots]
    assert evening.sitting.members == []
    evening.comes("Ada")
    assert len(evening.calls()) == 2


def test_a_reload_does_not_send_bots_home() -> None:
    evening, bots = with_bots(Skill.EASY)
    evening.goes(evening.people[0])
    evening.waits(ALONE_MS / 1000 - 1)
    evening.comes("Ada")
    evening.waits(ALONE_MS / 1000)
    assert set(bots) <= set(evening.sitting.members)


def test_watchers_are_company() -> None:
    evening, bots = with_bots(Skill.EASY)
    evening.comes("Wim", watch=True)
    evening.goes(evening.people[0])
    evening.waits(ALONE_MS / 1000 + 1)
    assert set(bots) <= set(evening.sitting.members)


def test_bots_are_called_after_a_restart() -> None:
    evening, _ = with_bots(Skill.EASY, Skill.NORMAL)
    evening.until(Phase.DRAWING)
    evening.restarts()
    assert not evening.calls()
    evening.comes("Ada")
    calls = list(evening.calls())
    assert [call.seat for call in calls] == list(range(1, len(evening.names())))
    members = [evening.bot_comes(call) for call in calls]
    assert [evening.seat_of(member) for member in members] == [1, 2]


def test_the_clock_stands_still_for_bots_alone() -> None:
    evening, _ = with_bots(Skill.EASY, Skill.EASY)
    evening.until(Phase.READING)
    evening.goes(evening.people[0])
    evening.waits(10)
    assert evening.sitting.next_at is None


def test_a_bot_is_never_the_host_while_people_are_there() -> None:
    evening, _ = with_bots(Skill.EASY, people=("Ada", "Ben"))
    evening.until(Phase.READING)
    evening.asks(evening.people[0], said.Leave())
    assert evening.table.host == 1


# Cards.


def test_a_table_with_bots_has_cards_that_bots_can_draw() -> None:
    evening, _ = with_bots(Skill.EASY, Skill.EASY)
    evening.begins()
    assert evening.table.box is bot_box(evening.table.settings.edition)
    cards = bot_box(evening.table.settings.edition).words.cards
    assert all(side.bots for card in cards for side in card.sides)
    assert not any(card.level == 4 for card in cards)
    assert evening.game.rules.levels == (1, 2, 3, 3)


def test_the_same_cards_after_a_restart() -> None:
    evening, _ = with_bots(Skill.EASY, Skill.EASY)
    evening.until(Phase.READING)
    holder = evening.game.round.holder
    evening.restarts()
    assert evening.game.round.holder == holder


# Playing for others.


def stand_in() -> tuple[Evening, Member]:
    """A table where a bot plays for Cleo."""
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    away(evening, evening.people[2])
    assert evening.state(evening.people[0]).may.stand_in == (2,)
    assert evening.state(evening.people[1]).may.stand_in == ()
    assert evening.asks(evening.people[0], said.StandIn("Cleo", Skill.EASY)) is None
    (call,) = evening.calls()
    return evening, evening.bot_comes(call)


def test_a_bot_plays_for_somebody_who_is_away() -> None:
    evening, bot = stand_in()
    assert evening.seat_of(bot) == 2
    seen = evening.state(evening.people[0]).seats[2]
    assert (seen.name, seen.bot, seen.skill, seen.present) == ("Cleo", False, Skill.EASY, True)
    assert evening.asks(evening.people[0], said.StandIn("Cleo")) is Reason.NOT_AWAY


def test_it_gives_the_seat_back() -> None:
    evening, bot = stand_in()
    evening.told()
    cleo = evening.comes("Cleo")
    assert evening.seat_of(cleo) == 2
    assert evening.closed() == [(bot, Close.LEFT)]
    assert evening.table.seats[2].skill is None
    assert not evening.calls()


def test_it_gives_the_seat_back_before_it_came() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    away(evening, evening.people[2])
    evening.asks(evening.people[0], said.StandIn("Cleo"))
    evening.comes("Cleo")
    assert evening.table.seats[2].skill is None
    assert not evening.calls()


def test_nobody_plays_for_those_who_are_there() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    assert evening.asks(evening.people[0], said.StandIn("Ben")) is Reason.NOT_AWAY
    evening.until(Phase.READING)
    assert evening.asks(evening.people[0], said.StandIn("Ben")) is Reason.NOT_AWAY


def test_a_seat_that_somebody_has_left_is_free_though_a_bot_plays_there() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    evening.asks(evening.people[2], said.Leave())
    assert evening.asks(evening.people[0], said.StandIn("Cleo")) is None
    (call,) = evening.calls()
    bot = evening.bot_comes(call)
    evening.told()
    dov = evening.comes("Dov")
    assert evening.seat_of(dov) == 2
    assert (bot, Close.LEFT) in evening.closed()
    assert evening.table.seats[2].skill is None


def test_whoever_has_left_may_come_back_to_the_seat_that_a_bot_plays_at() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    evening.asks(evening.people[2], said.Leave())
    evening.asks(evening.people[0], said.StandIn("Cleo"))
    (call,) = evening.calls()
    bot = evening.bot_comes(call)
    assert evening.seat_of(bot) == 2
    assert evening.table.seats[2].skill is Skill.NORMAL
    evening.told()
    assert evening.seat_of(evening.comes("Cleo")) == 2
    assert evening.closed() == [(bot, Close.LEFT)]


def test_a_bot_plays_where_somebody_was_sent_away() -> None:
    evening = Evening("Ada", "Ben", "Cleo")
    evening.until(Phase.READING)
    evening.asks(evening.people[0], said.Remove("Cleo"))
    assert evening.asks(evening.people[0], said.StandIn("Cleo")) is None
    (call,) = evening.calls()
    assert evening.seat_of(evening.bot_comes(call)) == 2


def test_a_bot_that_sits_down_where_another_was_is_called_at_once() -> None:
    evening, _ = with_bots(Skill.NORMAL)
    evening.asks(evening.people[0], said.Remove(evening.names()[1]))
    evening.asks(evening.people[0], said.AddBot(Skill.HARD))
    assert [call.seat for call in evening.calls()] == [1]


def test_a_seat_that_a_bot_keeps_is_not_free() -> None:
    evening, _ = stand_in()
    evening.waits(600)
    dov = evening.comes("Dov")
    assert evening.sitting.seat_of(dov) is None


def test_nobody_plays_for_a_program() -> None:
    evening = Evening("Ada", "Ben")
    robot = evening.comes("Robot", bot=True)
    evening.until(Phase.DRAWING)
    evening.goes(robot)
    evening.waits(30)
    assert evening.state(evening.people[0]).may.stand_in == ()
    assert evening.asks(evening.people[0], said.StandIn("Robot")) is Reason.NOT_AWAY


def test_a_stand_in_for_somebody_who_was_sent_away_can_be_sent_away() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.asks(ada, said.Remove("Cleo"))
    assert evening.asks(ada, said.Remove("Cleo")) == Reason.NOT_PRESENT
    evening.asks(ada, said.StandIn("Cleo"))
    assert evening.table.seats[2].has_stand_in
    assert evening.asks(ada, said.Remove("Cleo")) is None
    assert not evening.table.seats[2].has_stand_in


def test_bots_for_whom_there_is_no_room_are_called_later() -> None:
    evening = Evening("Ada")
    for _ in range(3):
        evening.asks(evening.people[0], said.AddBot())
    sitting = evening.sitting
    calls.attend(sitting, evening.now, lambda: 1)
    assert [call.seat for call in sitting.calls] == [1]
    assert calls.expected(sitting, evening.now) == 1
    assert not calls.are_due(sitting, evening.now + AGAIN_MS - 1)
    calls.attend(sitting, evening.now + AGAIN_MS, lambda: 9)
    assert [call.seat for call in sitting.calls] == [1, 1, 2, 3]


def test_removing_somebody_ends_their_stand_in() -> None:
    evening, bot = stand_in()
    evening.told()
    assert evening.asks(evening.people[0], said.Remove("Cleo")) is None
    assert evening.closed() == [(bot, Close.REMOVED)]
    assert evening.table.seats[2].skill is None


def test_the_record_tells_it_all_again() -> None:
    evening, _ = stand_in()
    evening.restarts()
    assert evening.table.seats[2].skill is Skill.EASY
    assert evening.table.seat_of("") is None
    assert {"Tuned", "Called"} <= set(kinds(evening.store()))
    evening.comes("Ada")
    assert [call.seat for call in evening.calls()] == [2]


def test_a_bot_says_nothing_about_itself_that_is_stored_twice() -> None:
    evening, _ = with_bots(Skill.NORMAL)
    sat = [fact for fact in evening.store() if isinstance(fact, facts.Sat) and fact.skill]
    assert len(sat) == 1
    assert sat[0].language is Language.EN
    assert sat[0].key != key_of(sat[0].name)
    assert CODE not in sat[0].key


def test_bots_that_are_ready_do_not_hurry_people() -> None:
    evening, bots = with_bots(Skill.EASY, Skill.EASY, Skill.EASY)
    evening.until(Phase.READING)
    for bot in bots:
        evening.asks(bot, said.Ready(evening.table.stop))
    assert evening.state(evening.people[0]).clock is None
