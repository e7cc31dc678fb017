"""Tests of `pictomania.table.dealer`."""

from typing import get_args

import pytest

from pictomania.rules import (
    Action,
    Admit,
    ChooseLevel,
    Colour,
    Deal,
    Draw,
    EditionName,
    Fault,
    Finish,
    Guess,
    Lay,
    MakeHost,
    Misfit,
    Object,
    Phase,
    Praise,
    Ready,
    Replace,
    Start,
    TimeUp,
    Variant,
    Vote,
    Wipe,
)
from pictomania.table import facts
from pictomania.table.dealer import action, begun, brought_box, house_box, rules, told, why_not_begin
from pictomania.table.record import entry, fact
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import PACKED, DeckError, Language, pack, read_deck
from tests.table.decks import brought

ACTIONS: tuple[Action, ...] = (
    ChooseLevel(3),
    Replace(2),
    Vote(yes=False),
    Vote(yes=True),
    Ready(),
    Start(),
    Draw(),
    Wipe(),
    Guess(1, 7),
    Finish(None),
    Finish(3),
    Admit(Fault.WRITING),
    Object(Fault.HINT),
    Praise(2, 1),
    Lay("1.01", 0),
    Deal(None, 4),
    Deal(0, 4),
    TimeUp(),
    MakeHost(2),
)
FIRST, SECOND = EditionName.FIRST, EditionName.SECOND
HOUSE = house_box(SECOND)
SMALL = brought_box(*brought(level_2=3))  # as much as one holder of the second edition
TINY = brought_box(*brought(level_2=2))
UNEVEN = brought_box(*brought(level_1=3, level_4=6))


@pytest.mark.parametrize("done", ACTIONS, ids=str)
def test_an_action_is_stored_and_put_together_again(done: Action) -> None:
    name, fields = told(done)
    stored = fact(entry(facts.Acted(0, None, name, fields)))
    assert isinstance(stored, facts.Acted)
    again = action(stored.action, stored.told)
    assert again == done
    assert [type(value) for value in told(again)[1].values()] == [type(value) for value in fields.values()]


def test_every_action_is_here() -> None:
    assert {type(done) for done in ACTIONS} == set(get_args(Action))


@pytest.mark.parametrize(
    ("name", "fields"),
    [("Cheat", {}), ("Guess", {}), ("Guess", {"artist": "x", "number": 1}), ("Admit", {"fault": "boredom"})],
)
def test_what_is_no_action_is_refused(name: str, fields: dict[str, int | str | bool | None]) -> None:
    with pytest.raises(ValueError, match=r"no such action|Object missing|Expected|Invalid"):
        action(name, fields)


def test_house_cards_are_made_once_for_each_edition() -> None:
    assert house_box(SECOND) is HOUSE
    assert house_box(FIRST).fingerprint != HOUSE.fingerprint


def test_a_brought_deck_is_read_once_and_known_by_what_stands_on_it() -> None:
    assert brought_box(*brought(level_2=3)) is SMALL
    raw, form, language = brought(level_2=3)
    assert brought_box(raw + b"\n", form, language).fingerprint == SMALL.fingerprint
    assert brought_box(raw.replace(b"2-0-a", b"2-0-x"), form, language).fingerprint != SMALL.fingerprint
    assert brought_box(raw.replace(b"level: 2", b"level: 3"), form, language).fingerprint != SMALL.fingerprint
    assert brought_box(raw, form, Language.FR).fingerprint != SMALL.fingerprint
    with pytest.raises(DeckError):
        brought_box(b"one word", form, language)


def test_a_packed_deck_is_the_same_deck() -> None:
    raw, form, language = brought(level_2=3)
    packed = pack(read_deck(raw, form, language))
    assert brought_box(packed, PACKED, language).fingerprint == SMALL.fingerprint
    assert brought_box(packed, PACKED, Language.FR).fingerprint == SMALL.fingerprint
    with pytest.raises(DeckError):
        brought_box(raw, PACKED, language)


def test_a_deck_that_the_last_version_stored_is_taken_as_it_took_it() -> None:
    ideas = ",".join(f"{{en='{word}'}}" for word in "abcdefg")
    raw = f"[[card]]\n[[card]]\n[card.a]\nideas=[{ideas}]".encode()
    assert len(brought_box(raw, "toml", Language.EN).words.cards) == 1
    with pytest.raises(DeckError):
        read_deck(raw, "toml")


@pytest.mark.parametrize(
    ("settings", "players", "reason"),
    [
        (Settings(), 2, Misfit.TOO_FEW_PLAYERS),
        (Settings(), 3, None),
        (Settings(), 6, None),
        (Settings(variants=(Variant.ONE_CARD,)), 3, Misfit.VARIANT_OF_OTHER_EDITION),
        (Settings(FIRST, (Variant.CALM_THREE,)), 4, Misfit.VARIANT_NEEDS_THREE),
        (Settings(FIRST, (Variant.CALM_THREE,)), 3, None),
        (Settings(levels=(1, 2)), 3, Misfit.LEVELS_NOT_ONE_EACH_ROUND),
        (Settings(levels=()), 3, Misfit.LEVELS_NOT_ONE_EACH_ROUND),
        (Settings(levels=(4, 4, 4, 4)), 3, None),
        (Settings(variants=(Variant.CHILDREN,), levels=(1, 1, 1, 1)), 3, Misfit.LEVELS_FIXED_BY_CHILDREN),
        (Settings(variants=(Variant.CHILDREN,), levels="ask"), 3, Misfit.LEVELS_FIXED_BY_CHILDREN),
        (Settings(variants=(Variant.CHILDREN, Variant.CHILDREN)), 3, None),
    ],
)
def test_settings_that_do_not_fit_are_named(settings: Settings, players: int, reason: Misfit | None) -> None:
    assert why_not_begin(settings, HOUSE, players) == reason


def test_a_deck_that_is_missing_or_too_small() -> None:
    own = Settings(deck="own")
    assert why_not_begin(own, None, 3) is Reason.NO_OWN_DECK
    assert why_not_begin(own, TINY, 3) is Reason.DECK_TOO_SMALL
    assert why_not_begin(Settings(deck="own", levels="ask"), TINY, 3) is Reason.DECK_TOO_SMALL
    assert why_not_begin(own, SMALL, 3) is None
    children = Settings(deck="own", variants=(Variant.CHILDREN,))
    assert why_not_begin(children, SMALL, 3) is Reason.DECK_TOO_SMALL  # it has no card of level 1
    one_card = Settings(FIRST, (Variant.ONE_CARD,), deck="own")
    assert why_not_begin(one_card, TINY, 3) is None
    assert why_not_begin(Settings(FIRST, deck="own"), UNEVEN, 3) is None


def test_a_small_deck_plays_the_nearest_levels_it_has() -> None:
    assert rules(Settings(deck="own"), SMALL, 3).levels == (2, 2, 2, 2)
    assert rules(Settings(deck="own"), UNEVEN, 3).levels == (1, 1, 4, 4)
    assert rules(Settings(deck="own", levels=(4, 3, 2, 1)), UNEVEN, 3).levels == (4, 4, 1, 1)
    assert rules(Settings(FIRST, levels=(1, 2, 3, 4, 4), deck="own"), UNEVEN, 3).levels == (4,) * 5
    assert rules(Settings(), HOUSE, 3).levels == (1, 2, 3, 4)
    one_card = Settings(FIRST, (Variant.ONE_CARD,), levels=(1, 2, 3, 4, 1), deck="own")
    assert rules(one_card, brought_box(*brought(level_3=1)), 3).levels == (3,) * 5


@pytest.mark.rule("D4")
def test_the_host_chooses_levels_where_the_book_or_the_settings_say_so() -> None:
    assert rules(Settings(levels="ask"), HOUSE, 3).levels is None
    assert rules(Settings(FIRST), house_box(FIRST), 3).levels is None


@pytest.mark.rule("D3")
def test_replacements_as_the_book_has_them_without_limit_or_counted() -> None:
    assert rules(Settings(FIRST), house_box(FIRST), 3).replacements == 1
    assert rules(Settings(FIRST, replacements="any"), house_box(FIRST), 3).replacements is None
    assert rules(Settings(), HOUSE, 3).replacements is None
    assert rules(Settings(replacements=0), HOUSE, 3).replacements == 0


def test_a_game_begins_as_the_table_is_set() -> None:
    colours = (Colour.BLUE, Colour.RED, Colour.GREEN)
    game = begun(Settings(FIRST, (Variant.CHILDREN,), erasing=False), house_box(FIRST), colours, 2)
    assert (game.colours, game.host, game.phase) == (colours, 2, Phase.LAYING)
    assert game.rules.variants == {Variant.CHILDREN}
    assert not game.rules.erasing
    assert game.deck is house_box(FIRST).deck
