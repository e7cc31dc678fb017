"""Tests of `pictomania.table.house_bots`, and of requests about house bots."""

import pytest

from pictomania.rules import EDITIONS, Colour, EditionName, May, Phase
from pictomania.table import facts, house_bots
from pictomania.table.deadlines import AWAY_MS
from pictomania.table.dealer import bot_box
from pictomania.table.house_bots import ALONE_MS, RETRY_MS
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.bots import BOT_COLOURS, Skill
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.words import ENGLISH
from tests.table.support.harness import CODE, TableHarness, drawing_phase, fact_names, key_of


def table_with_bots(*skills: Skill, people: tuple[str, ...] = ("Ada",)) -> tuple[TableHarness, list[Member]]:
    """Return a table with house bots of these skills, and the bots."""
    harness = TableHarness(*people)
    for skill in skills:
        assert harness.request(harness.players[0], from_client.AddBot(skill)) is None
    return harness, [harness.join_bot(invite) for invite in list(harness.invite_bots())]


def stay_away(harness: TableHarness, member: Member) -> None:
    """Let a member be away for long enough to matter."""
    harness.disconnect(member)
    harness.wait(AWAY_MS / 1000 + 1)


def test_a_bot_gets_a_seat_and_an_invite() -> None:
    harness = TableHarness("Ada")
    assert harness.request(harness.players[0], from_client.AddBot(Skill.HARD)) is None
    seat = harness.table.seats[1]
    assert seat.name in BOT_COLOURS
    assert seat.colour is BOT_COLOURS[seat.name]
    assert (seat.bot, seat.skill, seat.bot_key) == (True, Skill.HARD, None)
    (invite,) = harness.invite_bots()
    assert invite.seat == 1
    member = harness.join_bot(invite)
    assert harness.seat_of(member) == 1
    assert harness.state(member).seats[1].present
    assert not harness.invite_bots()


def test_the_key_of_an_invite_is_neither_stored_nor_sent() -> None:
    harness = TableHarness("Ada")
    harness.request(harness.players[0], from_client.AddBot())
    (invite,) = harness.invite_bots()
    harness.join_bot(invite)
    assert all(invite.key.encode() not in entry for entry in (harness.store(), harness.stored)[1])
    assert invite.key not in repr(harness.state(harness.players[0]))


def test_bots_can_fill_all_six_seats() -> None:
    harness, bots = table_with_bots(*[Skill.EASY] * 5)
    assert len(bots) == 5
    assert len({seat.colour for seat in harness.table.seats}) == 6
    assert len({seat.name for seat in harness.table.seats}) == 6
    assert harness.request(harness.players[0], from_client.AddBot()) is Reason.NO_SEAT_FREE
    assert not harness.state(harness.players[0]).may.add_bot


def test_bots_avoid_names_and_colours_that_are_taken() -> None:
    harness = TableHarness(*list(BOT_COLOURS)[:5])
    harness.request(harness.players[0], from_client.SetColour(Colour.ORANGE))
    harness.request(harness.players[0], from_client.AddBot())
    assert harness.table.seats[5].name == "Crayon"
    assert harness.table.seats[5].colour not in {seat.colour for seat in harness.table.seats[:5]}


def test_bots_avoid_the_names_of_watchers() -> None:
    harness = TableHarness("Ada")
    for name in BOT_COLOURS:
        harness.join(name, watch=True)
    harness.request(harness.players[0], from_client.AddBot())
    assert harness.names()[1].endswith(" 2")


@pytest.mark.parametrize(
    "message",
    [from_client.AddBot(), from_client.SetBotSkill("Smudge", Skill.EASY), from_client.StandIn("Ada")],
)
def test_only_the_host_can_manage_bots(message: from_client.AnyHostRequest) -> None:
    harness = TableHarness("Ada", "Ben")
    assert harness.request(harness.players[1], message) is Reason.NOT_THE_HOST


def test_no_bots_where_the_settings_forbid_them() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", settings=Settings(bots=False))
    assert harness.request(harness.players[0], from_client.AddBot()) is Reason.NO_BOTS
    harness.play_until(Phase.READING)
    stay_away(harness, harness.players[2])
    assert harness.request(harness.players[0], from_client.StandIn("Cleo")) is Reason.NO_BOTS


def test_house_bots_are_removed_when_the_settings_forbid_bots() -> None:
    harness = TableHarness("Ada", "Ben")
    harness.join("Robot", bot=True)
    for _ in range(2):
        harness.request(harness.players[0], from_client.AddBot())
    harness.wait(1)
    harness.request(harness.players[0], from_client.ChangeSettings(Settings(bots=False)))
    assert [seat.name for seat in harness.table.seats] == ["Ada", "Ben", "Robot"]


def test_bots_cannot_be_added_in_a_game() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo")
    harness.play_until(Phase.READING)
    assert harness.request(harness.players[0], from_client.AddBot()) is Reason.GAME_IS_ON


def test_the_skill_of_a_bot_can_be_changed() -> None:
    harness, _ = table_with_bots(Skill.EASY)
    name = harness.table.seats[1].name
    assert harness.state(harness.players[0]).may.set_bot_skill == (1,)
    assert harness.request(harness.players[0], from_client.SetBotSkill(name, Skill.HARD)) is None
    assert harness.state(harness.players[0]).seats[1].skill is Skill.HARD
    assert (
        harness.request(harness.players[0], from_client.SetBotSkill("Ada", Skill.HARD)) is Reason.THAT_IS_YOU
    )


def test_people_have_no_skill_to_change() -> None:
    harness = TableHarness("Ada", "Ben")
    assert harness.request(harness.players[0], from_client.SetBotSkill("Ben", Skill.HARD)) is Reason.NO_BOTS


def test_a_bot_can_be_removed() -> None:
    harness, (bot,) = table_with_bots(Skill.EASY)
    harness.take_mail()
    assert harness.request(harness.players[0], from_client.Remove(harness.table.seats[1].name)) is None
    assert harness.names() == ["Ada"]
    assert harness.take_closed() == [(bot, Close.REMOVED)]
    assert not harness.invite_bots()


def test_a_bot_that_does_not_join_is_invited_again() -> None:
    harness = TableHarness("Ada")
    harness.request(harness.players[0], from_client.AddBot())
    (first,) = list(harness.invite_bots())
    harness.invites.clear()
    harness.wait(RETRY_MS / 1000 - 0.1)
    assert not harness.invite_bots()
    harness.wait(0.2)
    (second,) = harness.invite_bots()
    assert second.key != first.key
    harness.join_bot(second)
    assert harness.seat_of(harness.join("Ada")) == 0


def test_the_key_of_an_old_invite_is_invalid() -> None:
    harness = TableHarness("Ada", settings=Settings(locked=True))
    harness.request(harness.players[0], from_client.AddBot())
    (first,) = list(harness.invite_bots())
    harness.invites.clear()
    harness.wait(RETRY_MS / 1000 + 1)
    member = harness.try_to_join("Smudge", key=first.key, bot=True)
    assert isinstance(member, Member)
    assert harness.session.seat_of(member) is None


def test_bots_go_home_when_they_are_alone_and_come_back_with_the_players() -> None:
    harness, bots = table_with_bots(Skill.EASY, Skill.HARD)
    harness.disconnect(harness.players[0])
    harness.take_mail()
    harness.wait(ALONE_MS / 1000 - 1)
    assert not harness.take_closed()
    harness.wait(2)
    assert harness.take_closed() == [(bot, Close.LEFT) for bot in bots]
    assert harness.session.members == []
    harness.join("Ada")
    assert len(harness.invite_bots()) == 2


def test_a_reload_does_not_send_bots_home() -> None:
    harness, bots = table_with_bots(Skill.EASY)
    harness.disconnect(harness.players[0])
    harness.wait(ALONE_MS / 1000 - 1)
    harness.join("Ada")
    harness.wait(ALONE_MS / 1000)
    assert set(bots) <= set(harness.session.members)


def test_watchers_count_as_company() -> None:
    harness, bots = table_with_bots(Skill.EASY)
    harness.join("Wim", watch=True)
    harness.disconnect(harness.players[0])
    harness.wait(ALONE_MS / 1000 + 1)
    assert set(bots) <= set(harness.session.members)


def test_bots_are_invited_after_a_restart() -> None:
    harness, _ = table_with_bots(Skill.EASY, Skill.NORMAL)
    harness.play_until(Phase.DRAWING)
    harness.restart()
    assert not harness.invite_bots()
    harness.join("Ada")
    calls = list(harness.invite_bots())
    assert [invite.seat for invite in calls] == list(range(1, len(harness.names())))
    members = [harness.join_bot(invite) for invite in calls]
    assert [harness.seat_of(member) for member in members] == [1, 2]


def test_the_clock_stands_still_while_only_bots_are_present() -> None:
    harness, _ = table_with_bots(Skill.EASY, Skill.EASY)
    harness.play_until(Phase.READING)
    harness.disconnect(harness.players[0])
    harness.wait(10)
    assert harness.session.next_tick_at is None


def test_a_bot_does_not_become_host_while_people_are_present() -> None:
    harness, _ = table_with_bots(Skill.EASY, people=("Ada", "Ben"))
    harness.play_until(Phase.READING)
    harness.request(harness.players[0], from_client.Leave())
    assert harness.table.host == 1


# Cards.


def test_a_table_with_bots_has_cards_that_bots_can_draw() -> None:
    harness, _ = table_with_bots(Skill.EASY, Skill.EASY)
    harness.begin()
    assert harness.table.box is bot_box(harness.table.settings.edition)
    cards = bot_box(harness.table.settings.edition).words.cards
    assert all(side.bots for card in cards for side in card.sides)
    assert harness.game.rules.levels == (1, 2, 3, 4)


@pytest.mark.parametrize("edition", EditionName)
def test_bots_can_play_every_level(edition: EditionName) -> None:
    assert bot_box(edition).deck.levels(EDITIONS[edition].holder_size) == (1, 2, 3, 4)


def test_the_same_cards_after_a_restart() -> None:
    harness, _ = table_with_bots(Skill.EASY, Skill.EASY)
    harness.play_until(Phase.READING)
    holder = harness.game.round.holder
    harness.restart()
    assert harness.game.round.holder == holder


# Stand-ins.


def table_with_stand_in() -> tuple[TableHarness, Member]:
    """Return a table where a bot stands in for Cleo, and the bot."""
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    harness.play_until(Phase.READING)
    stay_away(harness, harness.players[2])
    assert harness.state(harness.players[0]).may.stand_in == (1, 2, 3)
    assert harness.state(harness.players[1]).may.stand_in == ()
    assert harness.request(harness.players[0], from_client.StandIn("Cleo", Skill.EASY)) is None
    (invite,) = harness.invite_bots()
    return harness, harness.join_bot(invite)


def test_a_bot_can_stand_in_for_an_absent_player() -> None:
    harness, bot = table_with_stand_in()
    assert harness.seat_of(bot) == 2
    seen = harness.state(harness.players[0]).seats[2]
    assert (seen.name, seen.bot, seen.skill, seen.present) == ("Cleo", False, Skill.EASY, True)
    assert harness.request(harness.players[0], from_client.StandIn("Cleo")) is Reason.NO_BOTS


def test_a_stand_in_gives_the_seat_back() -> None:
    harness, bot = table_with_stand_in()
    harness.take_mail()
    cleo = harness.join("Cleo")
    assert harness.seat_of(cleo) == 2
    assert harness.take_closed() == [(bot, Close.LEFT)]
    assert harness.table.seats[2].skill is None
    assert not harness.invite_bots()


def test_a_stand_in_gives_the_seat_back_before_it_has_joined() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    harness.play_until(Phase.READING)
    stay_away(harness, harness.players[2])
    harness.request(harness.players[0], from_client.StandIn("Cleo"))
    harness.join("Cleo")
    assert harness.table.seats[2].skill is None
    assert not harness.invite_bots()


@pytest.mark.rule("D9", "D10")
def test_a_bot_can_stand_in_for_an_idle_player_until_they_are_back() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    assert harness.request(harness.players[0], from_client.StandIn("Ben")) is Reason.NO_GAME
    harness.play_until(Phase.DRAWING)
    ada, ben, *_ = harness.players
    harness.draw(ben)
    assert harness.request(ada, from_client.StandIn("Ben")) is None
    (invite,) = harness.invite_bots()
    bot = harness.join_bot(invite)
    assert (harness.seat_of(bot), harness.seat_of(ben)) == (1, 1)
    assert harness.request(ben, from_client.Guess(harness.table.stop, 0, 1)) is Reason.BOT_PLAYS
    seen = harness.state(ben)
    assert (seen.may.come_back, seen.view.may if seen.view else None) == (True, May())
    assert harness.request(bot, from_client.Guess(harness.table.stop, 0, 1)) is None
    harness.take_mail()
    assert harness.request(ben, from_client.ComeBack()) is None
    assert harness.take_closed() == [(bot, Close.LEFT)]
    assert harness.request(ben, from_client.Guess(harness.table.stop, 2, 2)) is None


def test_the_seat_of_a_player_who_left_is_free_even_with_a_stand_in() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    harness.play_until(Phase.READING)
    harness.request(harness.players[2], from_client.Leave())
    assert harness.request(harness.players[0], from_client.StandIn("Cleo")) is None
    (invite,) = harness.invite_bots()
    bot = harness.join_bot(invite)
    harness.take_mail()
    gita = harness.join("Gita")
    assert harness.seat_of(gita) == 2
    assert (bot, Close.LEFT) in harness.take_closed()
    assert harness.table.seats[2].skill is None


def test_a_player_who_left_can_take_the_seat_back_from_a_stand_in() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    harness.play_until(Phase.READING)
    harness.request(harness.players[2], from_client.Leave())
    harness.request(harness.players[0], from_client.StandIn("Cleo"))
    (invite,) = harness.invite_bots()
    bot = harness.join_bot(invite)
    assert harness.seat_of(bot) == 2
    assert harness.table.seats[2].skill is Skill.NORMAL
    harness.take_mail()
    assert harness.seat_of(harness.join("Cleo")) == 2
    assert harness.take_closed() == [(bot, Close.LEFT)]


def test_a_bot_can_stand_in_for_a_removed_player() -> None:
    harness = TableHarness("Ada", "Ben", "Cleo", "Dov")
    harness.play_until(Phase.READING)
    harness.request(harness.players[0], from_client.Remove("Cleo"))
    assert harness.request(harness.players[0], from_client.StandIn("Cleo")) is None
    (invite,) = harness.invite_bots()
    assert harness.seat_of(harness.join_bot(invite)) == 2


def test_a_bot_in_the_seat_of_an_earlier_one_is_invited_at_once() -> None:
    harness, _ = table_with_bots(Skill.NORMAL)
    harness.request(harness.players[0], from_client.Remove(harness.names()[1]))
    harness.request(harness.players[0], from_client.AddBot(Skill.HARD))
    assert [invite.seat for invite in harness.invite_bots()] == [1]


def test_the_seat_of_an_absent_player_with_a_stand_in_is_not_free() -> None:
    harness, _ = table_with_stand_in()
    harness.wait(100)
    assert not harness.session.is_free(2)


def test_bots_get_no_stand_in() -> None:
    harness = TableHarness("Ada", "Ben")
    robot = harness.join("Robot", bot=True)
    harness.play_until(Phase.DRAWING)
    harness.disconnect(robot)
    harness.wait(30)
    assert harness.state(harness.players[0]).may.stand_in == (1,)
    assert harness.request(harness.players[0], from_client.StandIn("Robot")) is Reason.NO_BOTS


def test_a_stand_in_for_a_removed_player_can_be_removed() -> None:
    harness = drawing_phase("Ada", "Ben", "Cleo", "Dov")
    ada = harness.players[0]
    harness.request(ada, from_client.Remove("Cleo"))
    assert harness.request(ada, from_client.Remove("Cleo")) == Reason.NOT_PRESENT
    harness.request(ada, from_client.StandIn("Cleo"))
    assert harness.table.seats[2].has_stand_in
    assert harness.request(ada, from_client.Remove("Cleo")) is None
    assert not harness.table.seats[2].has_stand_in


def test_bots_over_the_limit_are_invited_later() -> None:
    harness = TableHarness("Ada")
    for _ in range(3):
        harness.request(harness.players[0], from_client.AddBot())
    session = harness.session
    house_bots.attend(session, harness.now, lambda: 1)
    assert [invite.seat for invite in harness.invites] == [1]
    assert house_bots.expected(session, harness.now) == 1
    assert not house_bots.needs_attention(session, harness.now + RETRY_MS - 1)
    house_bots.attend(session, harness.now + RETRY_MS, lambda: 9)
    assert [invite.seat for invite in harness.invites] == [1, 1, 2, 3]


def test_removing_a_player_removes_the_stand_in() -> None:
    harness, bot = table_with_stand_in()
    harness.take_mail()
    assert harness.request(harness.players[0], from_client.Remove("Cleo")) is None
    assert harness.take_closed() == [(bot, Close.REMOVED)]
    assert harness.table.seats[2].skill is None


def test_stand_ins_survive_a_restart() -> None:
    harness, _ = table_with_stand_in()
    harness.restart()
    assert harness.table.seats[2].skill is Skill.EASY
    assert harness.table.seat_of("") is None
    assert {"BotSkillSet", "BotInvited"} <= set(fact_names(harness.store()))
    harness.join("Ada")
    assert [invite.seat for invite in harness.invite_bots()] == [2]


def test_a_bot_takes_its_seat_once() -> None:
    harness, _ = table_with_bots(Skill.NORMAL)
    sat = [fact for fact in harness.store() if isinstance(fact, facts.SeatTaken) and fact.skill]
    assert len(sat) == 1
    assert sat[0].language == ENGLISH
    assert sat[0].key != key_of(sat[0].name)
    assert CODE not in sat[0].key


def test_bots_that_are_ready_do_not_hurry_people() -> None:
    harness, bots = table_with_bots(Skill.EASY, Skill.EASY, Skill.EASY)
    harness.play_until(Phase.READING)
    for bot in bots:
        harness.request(bot, from_client.Ready(harness.table.stop))
    assert harness.state(harness.players[0]).clock is None
