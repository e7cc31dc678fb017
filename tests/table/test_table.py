"""Tests of `pictomania.table.table`."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pictomania.rules import Colour, EditionName, Fault, Phase, Refused
from pictomania.table import dealer, facts
from pictomania.table.dealer import CardsChanged, box_of, house_box
from pictomania.table.table import CHAT_LINES_KEPT, WATCHER_LINES_KEPT, Table, replay_facts
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.words import DeckError, WordCard, WordDeck, earlier_house_decks, house_deck
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import CODE, NAMES, START, TableHarness, drawing_phase
from tests.table.support.random_table import snapshot


def seat_taken(seat: int, name: str, key: str | None = None) -> facts.SeatTaken:
    """A player takes a seat."""
    return facts.SeatTaken(START, seat, name, tuple(Colour)[seat], "en", key or f"hash of {name}")


def game_begun(deck: str | None = None) -> facts.GameBegun:
    """A game begins."""
    return facts.GameBegun(START, "20231114-GAME", deck or house_box(EditionName.SECOND).fingerprint)


THREE: Sequence[facts.AnyFact] = (
    facts.TableOpened(START, CODE),
    *(seat_taken(seat, NAMES[seat]) for seat in range(3)),
)


def table_after(*more: facts.AnyFact) -> Table:
    """Return a table with three players, after these facts."""
    return replay_facts(CODE, [*THREE, *more])


def names(table: Table) -> list[str]:
    """Return the names at the seats."""
    return [seat.name for seat in table.seats]


def test_a_new_table_is_empty() -> None:
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


def test_the_first_player_is_the_host_and_keys_find_their_seats() -> None:
    table = table_after()
    assert (table.host, names(table)) == (0, ["Ada", "Ben", "Cleo"])
    assert [table.seat_of(f"hash of {name}") for name in ("Ada", "Cleo", "Dov")] == [0, 2, None]


def test_name_language_colour_readiness_and_key_can_change() -> None:
    table = table_after(
        facts.NameChanged(START, 1, "Benno"),
        facts.LanguageChanged(START, 1, "ru"),
        facts.ColourChanged(START, 1, Colour.ORANGE),
        facts.ReadinessChanged(START, 1, yes=True),
        facts.SeatMoved(START, 1, "another"),
    )
    ben = table.seats[1]
    assert (ben.name, ben.language, ben.colour, ben.ready) == ("Benno", "ru", Colour.ORANGE, True)
    assert (table.seat_of("another"), table.seat_of("hash of Ben")) == (1, None)


@pytest.mark.parametrize("kind", [facts.SeatLeft, facts.PlayerRemoved])
def test_in_the_lobby_leaving_removes_the_seat_and_resets_readiness(
    kind: type[facts.SeatLeft] | type[facts.PlayerRemoved],
) -> None:
    table = table_after(facts.ReadinessChanged(START, 2, yes=True), kind(START, 0, 0))
    assert (names(table), table.host) == (["Ben", "Cleo"], 0)
    assert not any(seat.ready for seat in table.seats)


def test_in_a_game_a_seat_stays_and_keeps_its_key_unless_its_owner_was_removed() -> None:
    table = table_after(game_begun(), facts.SeatLeft(START, 1, 0), facts.PlayerRemoved(START, 2, 0))
    assert [(seat.left, seat.key) for seat in table.seats] == [
        (False, "hash of Ada"),
        (True, "hash of Ben"),
        (True, None),
    ]
    table.apply(seat_taken(2, "Dov"))
    assert (table.seats[2].name, table.seats[2].left, table.seat_of("hash of Dov")) == ("Dov", False, 2)


def test_the_host_of_the_table_is_the_host_of_the_game() -> None:
    table = table_after(game_begun(), facts.HostChanged(START, 2))
    assert table.game is not None
    assert (table.host, table.game.host) == (2, 2)
    table.apply(facts.HostChanged(START, 2))
    table.apply(facts.SeatLeft(START, 2, 1))
    assert (table.host, table.game.host) == (1, 1)


def test_after_a_game_only_the_host_of_the_table_changes() -> None:
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.OVER)
    harness.session.record(facts.HostChanged(harness.now, 1))
    assert (harness.table.host, harness.game.host) == (1, 0)
    assert harness.table.is_over
    assert harness.table.is_open


def test_a_game_begins_with_the_chosen_cards() -> None:
    raw, form, language = uploaded_deck(level_1=3)
    table = table_after(
        facts.DeckUploaded(START, "ours", form, language, raw),
        facts.SettingsChanged(START, Settings(deck="own")),
    )
    box = table.chosen_box()
    assert box is not None
    assert (table.own_deck, box.words.languages) == ("ours", ("en",))
    table.apply(facts.ReadinessChanged(START, 0, yes=True))
    table.apply(game_begun(box.fingerprint))
    assert table.game is not None
    assert (table.box, table.game.deck, table.game_id) == (box, box.deck, "20231114-GAME")
    assert not table.seats[0].ready


@pytest.mark.parametrize("edition", EditionName)
def test_a_game_goes_on_with_the_cards_of_an_earlier_version(edition: EditionName) -> None:
    for words in earlier_house_decks(edition):
        for cards in (words, words.for_bots()):
            earlier = box_of(cards)
            table = table_after(
                facts.SettingsChanged(START, Settings(edition=edition)), game_begun(earlier.fingerprint)
            )
            assert table.game is not None
            assert table.box is not None
            assert table.game.deck is table.box.deck
            assert table.box.fingerprint == earlier.fingerprint
            assert table.box.words.cards == cards.cards


def test_a_game_cannot_go_on_with_other_cards() -> None:
    with pytest.raises(CardsChanged):
        table_after(game_begun("other"))
    with pytest.raises(CardsChanged):
        table_after(facts.SettingsChanged(START, Settings(deck="own")), game_begun())
    raw, form, language = uploaded_deck(level_1=3)
    with pytest.raises(CardsChanged):
        table_after(
            facts.DeckUploaded(START, "ours", form, language, raw),
            facts.SettingsChanged(START, Settings(deck="own")),
            game_begun("other"),
        )
    with pytest.raises(CardsChanged):
        replay_facts(CODE, [game_begun()])


def test_a_game_goes_on_after_a_translation_was_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if two words in its holder are the same now, which would forbid that holder today (R4)."""
    harness = TableHarness(*NAMES[:3])
    harness.play_until(Phase.DRAWING)
    happened, one, other = harness.store(), *(face for face in harness.game.round.holder[:2] if face)
    word = house_deck().words(one, "fr")[0]

    def corrected(card: WordCard) -> WordCard:
        side = card.sides[other.side]
        first = replace(side.ideas[0], words={**side.ideas[0].words, "fr": word})
        sides = {other.side: replace(side, ideas=(first, *side.ideas[1:]))}
        return replace(card, sides=tuple(sides.get(place, side) for place, side in enumerate(card.sides)))

    cards = (corrected(card) if card.name == other.card else card for card in house_deck().cards)
    box = box_of(WordDeck(cards))
    assert not box.deck.side(one).spellings.isdisjoint(box.deck.side(other).spellings)
    monkeypatch.setattr(dealer, "house_box", lambda _: box)
    table = replay_facts(CODE, happened)
    assert table.game is not None
    assert table.game.round == harness.game.round
    assert table.box is box


def test_impossible_facts_are_noticed() -> None:
    with pytest.raises(ValueError, match="there is no game to act in"):
        table_after(facts.ActionTaken(START, 0, "Ready"))
    with pytest.raises(ValueError, match="no such action"):
        table_after(game_begun(), facts.ActionTaken(START, 0, "Cheat"))
    with pytest.raises(Refused):
        table_after(game_begun(), facts.ActionTaken(START, 0, "Guess", {"artist": 1, "number": 1}))
    with pytest.raises(DeckError):
        table_after(facts.DeckUploaded(START, "ours", "text", "en", b"one"))


def test_only_the_last_chat_lines_are_kept() -> None:
    table = table_after(
        *(facts.ChatSent(START, "Ada", 0, f"line {number}") for number in range(CHAT_LINES_KEPT + 5))
    )
    assert [line.text for line in table.chat][:: CHAT_LINES_KEPT - 1] == [
        "line 5",
        f"line {CHAT_LINES_KEPT + 4}",
    ]


def test_lines_of_watchers_do_not_push_out_lines_of_players() -> None:
    said_by_all = facts.ChatSent(START, "Ada", 0, "hello")
    among_watchers = (
        facts.ChatSent(START, "Wim", None, f"psst {number}", watchers_only=True)
        for number in range(CHAT_LINES_KEPT + 5)
    )
    lines = [line.text for line in table_after(said_by_all, *among_watchers).chat]
    assert lines[0] == "hello"
    assert lines[1:] == [f"psst {CHAT_LINES_KEPT + 5 - ago}" for ago in range(WATCHER_LINES_KEPT, 0, -1)]


def test_time_never_goes_backwards() -> None:
    table = table_after(
        facts.ChatSent(START - 5, "Ada", 0, "hello"), facts.ChatSent(START + 7, "Ada", 0, "hello")
    )
    table.apply(facts.ChatSent(START - 5, "Ada", 0, "hello"))
    assert table.at == START + 7


def test_every_stop_has_a_number_and_a_time() -> None:
    harness = drawing_phase()
    stop, paper = harness.table.stop, harness.table.paper
    harness.now += 1000
    for member in harness.players[:2]:
        harness.request(member, from_client.Finish(stop))
    assert (harness.table.stop, harness.table.hurry_at) == (stop, harness.now)
    harness.now += 1000
    harness.request(harness.players[2], from_client.Finish(stop))
    assert (harness.table.stop, harness.table.stop_at, harness.table.paper) == (stop + 1, harness.now, paper)


@pytest.mark.rule("D1")
def test_a_vote_is_a_stop_and_so_is_what_follows() -> None:
    harness = drawing_phase()
    for member in harness.players:
        harness.draw(member)
    harness.play_until(Phase.WORD)
    stop = harness.table.stop
    assert harness.request(harness.players[0], from_client.Ready(stop)) is None
    assert harness.table.stop == stop
    assert harness.request(harness.players[1], from_client.Object(stop, Fault.WRITING)) is None
    assert harness.table.stop == stop + 1
    assert harness.request(harness.players[2], from_client.Vote(stop + 1, yes=False)) is None
    assert harness.table.stop == stop + 2


def test_each_round_has_new_sheets_and_the_old_ones_are_kept() -> None:
    harness = drawing_phase()
    paper = harness.table.paper
    harness.draw(harness.players[0])
    first = harness.table.sheets
    harness.play_until(Phase.SCORES)
    assert harness.table.drawings() == {(1, seat): first[seat] for seat in range(3)}
    harness.play_until(Phase.READING)
    assert harness.game.round.index == 2
    assert harness.table.drawings() == {
        (1, seat): first[seat] for seat in range(3)
    }  # and they are still on the table
    assert (harness.table.sheets, harness.table.paper) == (first, paper)
    harness.play_until(Phase.DRAWING)
    assert harness.table.paper == paper + 1
    assert harness.table.drawings() == {
        (number, seat): sheet
        for number, sheets in ((1, first), (2, harness.table.sheets))
        for seat, sheet in enumerate(sheets)
    }
    assert all(sheet.is_empty for sheet in harness.table.sheets)
    harness.play_until(Phase.OVER)
    assert sorted(harness.table.drawings()) == [
        (number, seat) for number in (1, 2, 3, 4) for seat in range(3)
    ]


def test_votes_to_skip_a_player_have_no_effect_any_more() -> None:
    harness = drawing_phase()
    harness.session.record(facts.SkipVoted(harness.now, 0, 1))
    assert harness.finished() == []


def test_returning_to_the_lobby_removes_players_who_left_and_keeps_the_host() -> None:
    harness = TableHarness(*NAMES[:4])
    harness.play_until(Phase.OVER)
    stop = harness.table.stop
    harness.session.record(facts.HostChanged(harness.now, 2))
    harness.session.record(facts.SeatLeft(harness.now, 0, 2))
    harness.session.record(facts.ReturnedToLobby(harness.now, stop + 1, 4))
    table = harness.table
    assert (names(table), table.host) == (["Ben", "Cleo", "Dov"], 1)
    assert (table.game, table.game_id, table.box, table.sheets, table.gallery) == (None, None, None, [], {})
    assert table.stop == stop + 1


def test_returning_to_the_lobby_replaces_a_host_who_left() -> None:
    over = TableHarness(*NAMES[:3])
    over.play_until(Phase.OVER)
    happened = over.store()
    gone = [facts.SeatLeft(START, seat, 0) for seat in range(3)]
    table = replay_facts(CODE, [*happened, gone[0], facts.ReturnedToLobby(START, 99, 9)])
    assert (names(table), table.host) == (["Ben", "Cleo"], 0)
    table = replay_facts(CODE, [*happened, *gone, facts.ReturnedToLobby(START, 99, 9)])
    assert (names(table), table.host) == ([], None)
    table.apply(seat_taken(0, "Dov"))
    assert table.host == 0


def make_unreadable(fact: facts.AnyFact) -> facts.AnyFact:
    """Return a fact that this version cannot apply, as if cards, rules and ink had changed."""
    match fact:
        case facts.GameBegun():
            return facts.GameBegun(fact.at, fact.game, "other cards")
        case facts.ActionTaken():
            return facts.ActionTaken(fact.at, 0, "Juggle")
        case facts.InkDrawn():
            return facts.InkDrawn(fact.at, b"no ink")
        case _:
            return fact


def test_past_games_are_not_replayed() -> None:
    """The table loads even if the cards, the rules and the encoding of ink have changed since."""
    harness = drawing_phase()
    harness.draw(harness.players[0])
    harness.play_until(Phase.OVER)
    harness.session.record(facts.SeatLeft(harness.now, 2, 0))
    happened = harness.store()
    strange = [make_unreadable(fact) for fact in happened]
    returned = facts.ReturnedToLobby(harness.now, harness.table.stop + 1, harness.table.paper)
    harness.session.record(returned)
    assert snapshot(replay_facts(CODE, [*strange, returned])) == snapshot(harness.table)
    with pytest.raises(CardsChanged):
        replay_facts(CODE, strange)
