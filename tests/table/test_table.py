"""Tests of `pictomania.table.table`."""

from collections.abc import Sequence

import pytest

from pictomania.rules import Colour, EditionName, Fault, Phase, Refused
from pictomania.table import facts
from pictomania.table.dealer import CardsChanged, house_box
from pictomania.table.table import LINES_KEPT, WATCHERS_LINES_KEPT, Table, replayed
from pictomania.wire import from_client as said
from pictomania.wire.settings import Settings
from pictomania.words import DeckError, Language
from tests.table.crowd import likeness
from tests.table.decks import brought
from tests.table.evening import CODE, NAMES, START, Evening, drawing


def sat(seat: int, name: str, key: str | None = None) -> facts.Sat:
    """Somebody takes a seat."""
    return facts.Sat(START, seat, name, tuple(Colour)[seat], Language.EN, key or f"hash of {name}")


def begun(deck: str | None = None) -> facts.Begun:
    """A game begins."""
    return facts.Begun(START, "20231114-GAME", deck or house_box(EditionName.SECOND).fingerprint)


THREE: Sequence[facts.Any] = (facts.Opened(START, CODE), *(sat(seat, NAMES[seat]) for seat in range(3)))


def after(*more: facts.Any) -> Table:
    """A table with three people, and what happened then."""
    return replayed(CODE, [*THREE, *more])


def names(table: Table) -> list[str]:
    """Who has a seat."""
    return [seat.name for seat in table.seats]


def test_a_new_table_has_nobody_and_nothing() -> None:
    table = Table(CODE)
    assert (table.seats, table.host, table.game, table.is_over, table.is_open) == (
        [],
        None,
        None,
        False,
        False,
    )
    assert not table.may_draw(0)
    assert table.drawings() == {}


def test_the_first_one_is_the_host_and_keys_find_their_seats() -> None:
    table = after()
    assert (table.host, names(table)) == (0, ["Ada", "Ben", "Cleo"])
    assert [table.seat_of(f"hash of {name}") for name in ("Ada", "Cleo", "Dov")] == [0, 2, None]


def test_what_people_change_about_themselves() -> None:
    table = after(
        facts.Renamed(START, 1, "Benno"),
        facts.Spoke(START, 1, Language.RU),
        facts.Wore(START, 1, Colour.ORANGE),
        facts.GotReady(START, 1, yes=True),
        facts.Rekeyed(START, 1, "another"),
    )
    ben = table.seats[1]
    assert (ben.name, ben.language, ben.colour, ben.ready) == ("Benno", Language.RU, Colour.ORANGE, True)
    assert (table.seat_of("another"), table.seat_of("hash of Ben")) == (1, None)


@pytest.mark.parametrize("kind", [facts.Left, facts.Removed])
def test_in_the_lobby_a_seat_is_gone_and_the_others_look_again(
    kind: type[facts.Left] | type[facts.Removed],
) -> None:
    table = after(facts.GotReady(START, 2, yes=True), kind(START, 0, 0))
    assert (names(table), table.host) == (["Ben", "Cleo"], 0)
    assert not any(seat.ready for seat in table.seats)


def test_in_a_game_a_seat_stays_and_keeps_its_key_unless_its_owner_was_sent_away() -> None:
    table = after(begun(), facts.Left(START, 1, 0), facts.Removed(START, 2, 0))
    assert [(seat.left, seat.key) for seat in table.seats] == [
        (False, "hash of Ada"),
        (True, "hash of Ben"),
        (True, None),
    ]
    table.apply(sat(2, "Dov"))
    assert (table.seats[2].name, table.seats[2].left, table.seat_of("hash of Dov")) == ("Dov", False, 2)


def test_the_host_of_the_table_is_that_of_the_game() -> None:
    table = after(begun(), facts.Hosted(START, 2))
    assert table.game is not None
    assert (table.host, table.game.host) == (2, 2)
    table.apply(facts.Hosted(START, 2))
    table.apply(facts.Left(START, 2, 1))
    assert (table.host, table.game.host) == (1, 1)


def test_after_the_end_of_a_game_only_the_table_has_a_host() -> None:
    evening = Evening(*NAMES[:3])
    evening.until(Phase.OVER)
    evening.sitting.do(facts.Hosted(evening.now, 1))
    assert (evening.table.host, evening.game.host) == (1, 0)
    assert evening.table.is_over
    assert evening.table.is_open


def test_a_game_begins_with_the_cards_that_were_chosen() -> None:
    raw, form, language = brought(level_1=3)
    table = after(
        facts.Brought(START, "ours", form, language, raw), facts.Settled(START, Settings(deck="own"))
    )
    box = table.chosen_box()
    assert box is not None
    assert (table.own_deck, box.words.languages) == ("ours", (Language.EN,))
    table.apply(facts.GotReady(START, 0, yes=True))
    table.apply(begun(box.fingerprint))
    assert table.game is not None
    assert (table.box, table.game.deck, table.game_id) == (box, box.deck, "20231114-GAME")
    assert not table.seats[0].ready


def test_a_game_does_not_go_on_with_other_cards() -> None:
    with pytest.raises(CardsChanged):
        after(begun("other"))
    with pytest.raises(CardsChanged):
        after(facts.Settled(START, Settings(deck="own")), begun())
    with pytest.raises(CardsChanged):
        replayed(CODE, [begun()])


def test_records_that_cannot_be_are_noticed() -> None:
    with pytest.raises(ValueError, match="without a game"):
        after(facts.Acted(START, 0, "Ready"))
    with pytest.raises(ValueError, match="no such action"):
        after(begun(), facts.Acted(START, 0, "Cheat"))
    with pytest.raises(Refused):
        after(begun(), facts.Acted(START, 0, "Guess", {"artist": 1, "number": 1}))
    with pytest.raises(DeckError):
        after(facts.Brought(START, "ours", "text", Language.EN, b"one"))


def test_only_the_last_lines_of_the_chat_are_kept() -> None:
    table = after(*(facts.Spoken(START, "Ada", 0, f"line {number}") for number in range(LINES_KEPT + 5)))
    assert [line.text for line in table.chat][:: LINES_KEPT - 1] == ["line 5", f"line {LINES_KEPT + 4}"]


def test_watchers_do_not_push_out_what_players_said() -> None:
    said_by_all = facts.Spoken(START, "Ada", 0, "hello")
    among_watchers = (
        facts.Spoken(START, "Wim", None, f"psst {number}", watchers_only=True)
        for number in range(LINES_KEPT + 5)
    )
    lines = [line.text for line in after(said_by_all, *among_watchers).chat]
    assert lines[0] == "hello"
    assert lines[1:] == [f"psst {LINES_KEPT + 5 - ago}" for ago in range(WATCHERS_LINES_KEPT, 0, -1)]


def test_time_does_not_go_back() -> None:
    table = after(facts.Spoken(START - 5, "Ada", 0, "hello"), facts.Spoken(START + 7, "Ada", 0, "hello"))
    table.apply(facts.Spoken(START - 5, "Ada", 0, "hello"))
    assert table.at == START + 7


def test_every_stop_has_a_number_of_its_own_and_a_time() -> None:
    evening = drawing()
    stop, paper = evening.table.stop, evening.table.paper
    evening.now += 1000
    for member in evening.people[:2]:
        evening.asks(member, said.Finish(stop))
    assert (evening.table.stop, evening.table.hurry_at) == (stop, evening.now)
    evening.now += 1000
    evening.asks(evening.people[2], said.Finish(stop))
    assert (evening.table.stop, evening.table.stop_at, evening.table.paper) == (stop + 1, evening.now, paper)


@pytest.mark.rule("D1")
def test_a_vote_is_a_stop_and_so_is_what_comes_after_it() -> None:
    evening = drawing()
    for member in evening.people:
        evening.draws(member)
    evening.until(Phase.WORD)
    stop = evening.table.stop
    assert evening.asks(evening.people[0], said.Ready(stop)) is None
    assert evening.table.stop == stop
    assert evening.asks(evening.people[1], said.Object(stop, Fault.WRITING)) is None
    assert evening.table.stop == stop + 1
    assert evening.asks(evening.people[2], said.Vote(stop + 1, yes=False)) is None
    assert evening.table.stop == stop + 2


def test_each_round_has_its_own_sheets_and_the_old_ones_are_kept() -> None:
    evening = drawing()
    paper = evening.table.paper
    evening.draws(evening.people[0])
    first = evening.table.sheets
    evening.until(Phase.SCORES)
    assert evening.table.drawings() == {(1, seat): first[seat] for seat in range(3)}
    evening.until(Phase.READING)
    assert evening.game.round.index == 2
    assert evening.table.drawings() == {
        (1, seat): first[seat] for seat in range(3)
    }  # and they still lie there
    assert (evening.table.sheets, evening.table.paper) == (first, paper)
    evening.until(Phase.DRAWING)
    assert evening.table.paper == paper + 1
    assert evening.table.drawings() == {
        (number, seat): sheet
        for number, sheets in ((1, first), (2, evening.table.sheets))
        for seat, sheet in enumerate(sheets)
    }
    assert all(sheet.is_empty for sheet in evening.table.sheets)
    evening.until(Phase.OVER)
    assert sorted(evening.table.drawings()) == [
        (number, seat) for number in (1, 2, 3, 4) for seat in range(3)
    ]


def test_who_voted_to_go_on_without_somebody_is_forgotten_in_the_next_round() -> None:
    evening = drawing()
    evening.sitting.do(facts.Dismissed(evening.now, 0, 1))
    evening.sitting.do(facts.Dismissed(evening.now, 2, 1))
    assert evening.table.seats[1].dismissed_by == {0, 2}
    evening.until(Phase.READING)
    evening.until(Phase.DRAWING)
    assert evening.table.seats[1].dismissed_by == frozenset()


def test_back_in_the_lobby_those_who_have_gone_are_gone_and_the_host_is_the_same() -> None:
    evening = Evening(*NAMES[:4])
    evening.until(Phase.OVER)
    stop = evening.table.stop
    evening.sitting.do(facts.Hosted(evening.now, 2))
    evening.sitting.do(facts.Left(evening.now, 0, 2))
    evening.sitting.do(facts.Returned(evening.now, stop + 1, 4))
    table = evening.table
    assert (names(table), table.host) == (["Ben", "Cleo", "Dov"], 1)
    assert (table.game, table.game_id, table.box, table.sheets, table.gallery) == (None, None, None, [], {})
    assert table.stop == stop + 1


def test_back_in_the_lobby_somebody_else_is_the_host_if_the_old_one_has_gone() -> None:
    over = Evening(*NAMES[:3])
    over.until(Phase.OVER)
    happened = over.store()
    gone = [facts.Left(START, seat, 0) for seat in range(3)]
    table = replayed(CODE, [*happened, gone[0], facts.Returned(START, 99, 9)])
    assert (names(table), table.host) == (["Ben", "Cleo"], 0)
    table = replayed(CODE, [*happened, *gone, facts.Returned(START, 99, 9)])
    assert (names(table), table.host) == ([], None)
    table.apply(sat(0, "Dov"))
    assert table.host == 0


def odd(fact: facts.Any) -> facts.Any:
    """A fact as it looks to a program that has other cards, rules and ink."""
    match fact:
        case facts.Begun():
            return facts.Begun(fact.at, fact.game, "other cards")
        case facts.Acted():
            return facts.Acted(fact.at, 0, "Juggle")
        case facts.Inked():
            return facts.Inked(fact.at, b"no ink")
        case _:
            return fact


def test_games_that_are_over_are_not_played_again() -> None:
    """Whatever has become of the cards, the rules and the ink since then, the table can be read."""
    evening = drawing()
    evening.draws(evening.people[0])
    evening.until(Phase.OVER)
    evening.sitting.do(facts.Left(evening.now, 2, 0))
    happened = evening.store()
    strange = [odd(fact) for fact in happened]
    returned = facts.Returned(evening.now, evening.table.stop + 1, evening.table.paper)
    evening.sitting.do(returned)
    assert likeness(replayed(CODE, [*strange, returned])) == likeness(evening.table)
    with pytest.raises(CardsChanged):
        replayed(CODE, strange)
