"""Tests of `pictomania.table.wishes`; those of what is said by players are in `test_talk`."""

import pytest

from pictomania.rules import Colour, EditionName, Fault, Misfit, Phase, Refusal, Variant
from pictomania.table import facts
from pictomania.wire import from_client as said
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.words import Language
from tests.table.decks import brought
from tests.table.evening import HOUR, NAMES, Evening, drawing, finish, key_of, kinds

# What the rules know.


def test_everything_the_rules_know_can_be_asked() -> None:
    settings = Settings(EditionName.FIRST, replacements=0)
    evening = Evening(*NAMES[:3], settings=settings)
    ada, ben, cleo = evening.people
    evening.begins()
    assert evening.asks(ada, said.ChooseLevel(evening.table.stop, 2)) is None
    assert evening.asks(ben, said.Replace(evening.table.stop, 1)) is None
    assert evening.asks(cleo, said.Vote(evening.table.stop, yes=False)) is None
    assert evening.asks(ben, said.Ready(evening.table.stop)) is None
    assert evening.asks(ada, said.Start(evening.table.stop)) is None
    assert evening.phase() is Phase.DRAWING
    stop = evening.table.stop
    assert evening.asks(cleo, said.Guess(stop, 0, 7)) is None
    for member in evening.people:
        evening.draws(member)
    assert evening.asks(ben, said.Finish(stop, 2)) is None
    assert evening.asks(cleo, said.Finish(stop)) is None
    assert evening.asks(ada, said.Finish(stop, 1)) is None
    assert evening.phase() is Phase.WORD
    assert evening.asks(cleo, said.Object(evening.table.stop, Fault.HINT)) is None
    assert evening.asks(ada, said.Admit(evening.table.stop, Fault.WRITING)) is None
    evening.until(Phase.PRAISING)
    assert evening.asks(ben, said.Praise(evening.table.stop, 1, 2)) is None
    done = [
        fact.action for fact in evening.store() if isinstance(fact, facts.Acted) and fact.seat is not None
    ]
    assert [action for action in done if action != "Draw"] == [
        *("ChooseLevel", "Replace", "Vote", "Ready", "Start", "Guess", "Finish", "Finish", "Finish"),
        *("Object", "Admit", "Praise"),
    ]


@pytest.mark.rule("D1")
def test_what_was_meant_for_something_that_is_over_comes_too_late() -> None:
    evening = drawing()
    stop = evening.table.stop
    evening.until(Phase.WORD)
    before = evening.game
    assert evening.asks(evening.people[0], said.Guess(stop, 1, 1)) == Reason.TOO_LATE
    assert evening.asks(evening.people[0], said.Ready(stop)) == Reason.TOO_LATE
    assert evening.asks(evening.people[0], said.Ready(evening.table.stop + 1)) == Reason.TOO_LATE
    assert evening.game is before


def test_what_the_rules_refuse_is_refused_to_its_sender_alone() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.store()
    evening.told()
    assert evening.asks(ada, said.Guess(evening.table.stop, 0, 1)) == Refusal.OWN_DRAWING
    (letter,) = evening.told()
    assert letter.to == (ada,)
    assert evening.sitting.unstored == []


def test_only_players_play_and_only_in_a_game() -> None:
    evening = Evening(*NAMES[:3])
    wim = evening.comes("Wim", watch=True)
    assert evening.asks(evening.people[0], said.Ready(0)) == Reason.NO_GAME
    evening.until(Phase.READING)
    assert evening.asks(wim, said.Ready(evening.table.stop)) == Reason.NOT_SEATED


def test_who_was_sent_away_is_not_heard_any_more() -> None:
    evening = Evening(*NAMES[:4])
    dov = evening.people[3]
    evening.asks(evening.people[0], said.Remove("Dov"))
    evening.told()
    assert evening.asks(dov, said.Sit()) is None
    assert evening.names() == list(NAMES[:3])
    evening.until(Phase.DRAWING)
    ben = evening.people[1]
    evening.asks(ben, said.Leave())
    evening.told()
    evening.asks(ben, said.Say("one more thing"))
    assert evening.told() == []


def test_asking_for_a_welcome_is_never_refused() -> None:
    evening = Evening("Ada")
    assert evening.asks(evening.people[0], said.AskWelcome()) is None
    assert evening.asks(evening.comes("Wim", watch=True), said.AskWelcome()) is None


@pytest.mark.parametrize(
    "wish",
    [
        said.Leave(),
        said.AskTicket(),
        said.Dismiss(0),
        said.Wear(Colour.BLUE),
        said.GetReady(yes=True),
        said.Settle(Settings()),
        said.Begin(),
        said.Again(),
        said.Remove("Ada"),
        said.HandOver("Ada"),
    ],
    ids=lambda wish: type(wish).__name__,
)
def test_watchers_can_do_nothing_that_needs_a_seat(wish: said.Wish) -> None:
    evening = Evening("Ada")
    assert evening.asks(evening.comes("Wim", watch=True), wish) == Reason.NOT_SEATED


# About oneself.


def test_people_change_their_name_language_colour_and_mind_in_the_lobby() -> None:
    evening = Evening("Ada", "Ben")
    ada, ben = evening.people
    assert evening.asks(ada, said.Rename(" Ade\u0301le ")) is None
    assert evening.asks(ada, said.Rename("ADÉLE")) is None  # nobody else is called so
    assert evening.asks(ben, said.Rename("Ben\u3164")) is None
    assert evening.asks(ada, said.Rename("\u200b")) == Reason.NAME_UNFIT
    assert evening.asks(ada, said.Speak(Language.FR)) is None
    assert evening.asks(ada, said.Wear(Colour.BLUE)) is None
    assert evening.asks(ada, said.Wear(Colour.BLUE)) is None
    assert evening.asks(ben, said.Wear(Colour.BLUE)) == Reason.COLOUR_TAKEN
    assert evening.asks(ada, said.GetReady(yes=True)) is None
    assert evening.state(ben).seats[0].ready
    assert evening.asks(ada, said.GetReady(yes=False)) is None
    assert not evening.table.seats[0].ready


def test_nobody_is_called_like_somebody_else() -> None:
    evening = Evening("Ada", "Ben")
    assert evening.asks(evening.people[1], said.Rename("\u0410D\u0410")) == Reason.NAME_TAKEN
    assert evening.names() == ["Ada", "Ben"]


def test_in_a_game_name_and_language_can_change_but_not_the_colour() -> None:
    evening = Evening(*NAMES[:3])
    evening.until(Phase.READING)
    ada = evening.people[0]
    assert evening.asks(ada, said.Wear(Colour.ORANGE)) == Reason.GAME_IS_ON
    assert evening.asks(ada, said.GetReady(yes=True)) == Reason.GAME_IS_ON
    assert evening.asks(ada, said.Rename("Adele")) is None
    assert evening.asks(ada, said.Speak(Language.RU)) is None
    assert (evening.names()[0], evening.table.seats[0].language) == ("Adele", Language.RU)


def test_no_watcher_is_called_like_somebody_else() -> None:
    evening = Evening("Ada", "Ben")
    wim, zoe = evening.comes("Wim", watch=True), evening.comes("Zoe", watch=True)
    evening.goes(evening.people[1])  # his seat is still his
    for taken in ("Ada", "\u0410D\u0410", "ben", "ZOE"):
        assert evening.asks(wim, said.Rename(taken)) == Reason.NAME_TAKEN
    assert evening.asks(evening.people[0], said.Rename("Zoe")) == Reason.NAME_TAKEN
    assert evening.asks(wim, said.Rename("WIM")) is None  # his own name, in another spelling
    evening.goes(zoe)
    assert evening.asks(wim, said.Rename("Zoe")) is None
    assert (evening.names(), wim.name) == (["Ada", "Ben"], "Zoe")


def test_watchers_change_what_only_they_see() -> None:
    evening = Evening("Ada")
    wim = evening.comes("Wim", watch=True)
    evening.store()
    assert evening.asks(wim, said.Rename("Willem")) is None
    assert evening.asks(wim, said.Rename("\u200b")) == Reason.NAME_UNFIT
    evening.is_news()
    assert evening.asks(wim, said.Speak(Language.ES)) is None
    assert evening.is_news()
    assert (wim.name, wim.language) == ("Willem", Language.ES)
    assert evening.sitting.unstored == []


# What the host may do.


@pytest.mark.parametrize(
    "wish",
    [said.Settle(Settings()), said.Begin(), said.Again(), said.Remove("Cleo"), said.HandOver("Cleo")],
    ids=lambda wish: type(wish).__name__,
)
def test_only_the_host_may(wish: said.Wish) -> None:
    evening = Evening(*NAMES[:3])
    assert evening.asks(evening.people[1], wish) == Reason.NOT_THE_HOST


def test_the_host_sets_the_table_in_the_lobby() -> None:
    evening = Evening(*NAMES[:3])
    ada = evening.people[0]
    settings = Settings(EditionName.FIRST, (Variant.ONE_CARD,), drawing_s=60)
    assert evening.asks(ada, said.Settle(settings)) is None
    assert evening.state(evening.people[1]).settings == settings
    assert evening.asks(ada, said.Settle(Settings(deck="own"))) == Reason.NO_OWN_DECK
    raw, form, language = brought(level_1=3)
    evening.sitting.do(facts.Brought(evening.now, "ours", form, language, raw))
    assert evening.asks(ada, said.Settle(Settings(deck="own"))) is None
    evening.begins()
    assert evening.asks(ada, said.Settle(Settings())) == Reason.GAME_IS_ON


def test_the_host_begins_what_can_be_begun() -> None:
    evening = Evening("Ada", "Ben")
    ada = evening.people[0]
    assert evening.asks(ada, said.Begin()) == Misfit.TOO_FEW_PLAYERS
    evening.comes("Cleo")
    evening.asks(ada, said.Settle(Settings(EditionName.FIRST, (Variant.LEARNING,))))
    assert evening.asks(ada, said.Begin()) == Misfit.VARIANT_OF_OTHER_EDITION
    evening.asks(ada, said.Settle(Settings()))
    assert evening.asks(ada, said.Begin()) is None
    assert evening.asks(ada, said.Begin()) == Reason.GAME_IS_ON
    assert evening.phase() is Phase.READING


def test_a_game_can_be_played_with_a_deck_that_somebody_brought() -> None:
    evening = Evening(*NAMES[:3])
    raw, form, language = brought(level_1=3, level_4=3)
    evening.sitting.do(facts.Brought(evening.now, "ours", form, language, raw))
    assert evening.asks(evening.people[0], said.Settle(Settings(deck="own"))) is None
    evening.begins()
    levels = []
    for _ in range(4):
        evening.until(Phase.SCORES)
        levels.append(evening.game.round.level)
        evening.until(Phase.PRAISING if len(levels) == 4 else Phase.READING)
    assert levels == [1, 1, 4, 4]
    evening.restarts()
    assert evening.table.own_deck == "ours"
    assert evening.phase() is Phase.PRAISING


def test_the_host_sends_somebody_away_from_the_lobby() -> None:
    evening = Evening(*NAMES[:4])
    ada, ben = evening.people[:2]
    assert evening.asks(ada, said.Remove("Ada")) == Reason.THAT_IS_YOU
    assert evening.asks(ada, said.Remove("Nobody")) == Reason.NO_SUCH_SEAT
    assert evening.asks(ada, said.Remove("Ben")) is None
    assert evening.closed() == [(ben, Close.REMOVED)]
    assert evening.names() == ["Ada", "Cleo", "Dov"]


@pytest.mark.rule("D7")
def test_whoever_is_sent_away_from_a_game_has_lost_the_seat() -> None:
    evening = drawing()
    ada, _, cleo = evening.people
    ticket = evening.ticket_of(cleo)
    assert evening.asks(ada, said.Remove("Cleo")) is None
    assert evening.closed() == [(cleo, Close.REMOVED)]
    assert evening.finished() == [2]
    assert evening.asks(ada, said.Remove("Cleo")) == Reason.NOT_PRESENT  # nobody has that seat
    assert evening.state(ada).may.remove == (1,)
    assert evening.greeted("Cleo") is Reason.REMOVED_BY_HOST
    evening.greeted("Cleo", key=key_of("her phone"), ticket=ticket)
    assert evening.sitting.present == {0, 1}
    evening.until(Phase.SCORES)
    assert evening.seat_of(evening.comes("Dov")) == 2


def test_somebody_who_is_not_there_can_be_sent_away_and_somebody_who_got_up_locked_out() -> None:
    evening = drawing()
    ada, ben, cleo = evening.people
    evening.goes(ben)
    evening.asks(cleo, said.Leave())
    evening.told()
    assert evening.asks(ada, said.Remove("Ben")) is None
    assert evening.asks(ada, said.Remove("Cleo")) is None
    assert evening.closed() == []
    assert [evening.greeted(name) for name in ("Ben", "Cleo")] == [Reason.REMOVED_BY_HOST] * 2


def test_who_is_sent_away_takes_nobody_along() -> None:
    """Neither when it is said twice, nor just behind somebody who left: the others have moved up by then."""
    evening = Evening(*NAMES[:4])
    ada, _, cleo, _ = evening.people
    assert evening.asks(ada, said.Remove("Ben")) is None
    assert evening.asks(ada, said.Remove("Ben")) == Reason.NO_SUCH_SEAT
    assert evening.asks(cleo, said.Leave()) is None
    assert evening.asks(ada, said.HandOver("Cleo")) == Reason.NO_SUCH_SEAT
    assert evening.names() == ["Ada", "Dov"]


def test_the_host_hands_over_to_somebody_who_is_there() -> None:
    evening = Evening(*NAMES[:3])
    ada, ben, _ = evening.people
    evening.goes(ben)
    assert evening.asks(ada, said.HandOver("Ada")) == Reason.THAT_IS_YOU
    assert evening.asks(ada, said.HandOver("Dov")) == Reason.NO_SUCH_SEAT
    assert evening.asks(ada, said.HandOver("Ben")) == Reason.NOT_PRESENT
    assert evening.asks(ada, said.HandOver("Cleo")) is None
    assert evening.table.host == 2
    assert evening.asks(ada, said.Begin()) == Reason.NOT_THE_HOST


@pytest.mark.rule("D6")
def test_the_host_of_the_table_starts_the_round() -> None:
    evening = Evening(*NAMES[:3])
    evening.begins()
    evening.asks(evening.people[0], said.HandOver("Ben"))
    assert evening.asks(evening.people[0], said.Start(evening.table.stop)) == Refusal.NOT_THE_HOST
    assert evening.asks(evening.people[1], said.Start(evening.table.stop)) is None
    assert evening.phase() is Phase.DRAWING


def test_another_game_with_those_who_are_still_here() -> None:
    evening = Evening(*NAMES[:5])
    ada, ben, cleo = evening.people[:3]
    evening.begins()
    evening.asks(ada, said.HandOver("Cleo"))
    evening.asks(ben, said.Leave())
    assert evening.asks(cleo, said.Again()) == Reason.GAME_IS_NOT_OVER
    evening.until(Phase.OVER)
    evening.goes(evening.people[3])  # only for a moment
    assert evening.asks(cleo, said.Again()) is None
    assert evening.names() == ["Ada", "Cleo", "Dov", "Emma"]
    assert (evening.table.host, evening.state(cleo).seat, evening.state(cleo).view) == (1, 1, None)
    assert evening.asks(cleo, said.Again()) == Reason.GAME_IS_NOT_OVER
    assert evening.asks(cleo, said.Begin()) is None
    assert evening.phase() is Phase.READING
    assert evening.sitting.seat_of(evening.comes("Ben")) is None
    assert evening.seat_of(evening.comes("Dov")) == 2


# Going on without somebody.


def test_whom_nobody_can_go_on_without() -> None:
    evening = Evening(*NAMES[:3])
    ada, ben, cleo = evening.people
    assert evening.asks(ada, said.Dismiss(1)) == Reason.NOT_AWAY  # no game is on
    evening.until(Phase.DRAWING)
    assert evening.asks(ada, said.Dismiss(0)) == Reason.THAT_IS_YOU
    assert evening.asks(ada, said.Dismiss(3)) == Reason.NO_SUCH_SEAT
    finish(evening, 2)
    evening.goes(cleo)
    evening.waits(HOUR)
    assert evening.asks(ada, said.Dismiss(2)) == Reason.NOT_AWAY  # nobody waits for her
    assert evening.asks(ada, said.Dismiss(1)) == Reason.NOT_AWAY  # he is there
    assert "Dismissed" not in kinds(evening.store())
    evening.goes(ben)
    evening.waits(20)
    assert evening.asks(ada, said.Dismiss(1)) is None
    assert evening.finished() == [2, 1]
