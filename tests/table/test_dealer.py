"""Tests of `pictomania.table.dealer`."""

from dataclasses import replace
from typing import get_args

import pytest

from pictomania.rules import (
    Action,
    AddSeat,
    Admit,
    ChooseLevel,
    Colour,
    ComeBack,
    Deal,
    Draw,
    EditionName,
    Fault,
    Finish,
    Guess,
    KeepPlaying,
    Lay,
    MakeHost,
    Object,
    Phase,
    Praise,
    Ready,
    Replace,
    Retract,
    SetRounds,
    SettingsConflict,
    SitOut,
    Start,
    TimeUp,
    Variant,
    Vote,
    Wipe,
)
from pictomania.table import facts
from pictomania.table.dealer import (
    Box,
    begin_game,
    box_of,
    custom_box,
    decode_action,
    encode_action,
    house_box,
    rules,
    why_not_begin,
)
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import (
    PACKED,
    DeckError,
    Idea,
    WordCard,
    WordDeck,
    WordSide,
    house_deck,
    pack,
    read_deck,
)
from tests.table.support.decks import uploaded_deck

ACTIONS: tuple[Action, ...] = (
    ChooseLevel(3),
    Replace(2),
    Replace(2, (0, 1, 3)),
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
    KeepPlaying(),
    Retract(),
    Object(Fault.HINT),
    Object(Fault.HINT, 2, (0, 1)),
    Praise(2, 1),
    Lay("1.01", 0),
    Deal(None, 4),
    Deal(0, 4),
    TimeUp(),
    MakeHost(2),
    SitOut(2),
    ComeBack(2),
    AddSeat(Colour.BLUE),
    SetRounds(3),
)
FIRST, SECOND = EditionName.FIRST, EditionName.SECOND
HOUSE = house_box(SECOND)
SMALL = custom_box(*uploaded_deck(level_2=3))  # enough for one holder of the second edition
TINY = custom_box(*uploaded_deck(level_2=2))
UNEVEN = custom_box(*uploaded_deck(level_1=3, level_4=6))


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_actions_round_trip_through_the_log(action: Action) -> None:
    name, fields = encode_action(action)
    stored = decode_entry(encode_entry(facts.ActionTaken(0, None, name, fields)))
    assert isinstance(stored, facts.ActionTaken)
    again = decode_action(stored.action, stored.fields)
    assert again == action
    assert [type(value) for value in encode_action(again)[1].values()] == [
        type(value) for value in fields.values()
    ]


def test_there_is_an_example_of_every_action() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))


@pytest.mark.parametrize(
    ("name", "fields"),
    [("Cheat", {}), ("Guess", {}), ("Guess", {"artist": "x", "number": 1}), ("Admit", {"fault": "boredom"})],
)
def test_invalid_actions_are_refused(name: str, fields: facts.ActionFields) -> None:
    with pytest.raises(ValueError, match=r"no such action|Object missing|Expected|Invalid"):
        decode_action(name, fields)


def test_house_cards_are_cached_per_edition() -> None:
    assert house_box(SECOND) is HOUSE
    assert house_box(FIRST).fingerprint != HOUSE.fingerprint


def test_custom_decks_are_cached_and_identified_by_their_contents() -> None:
    assert custom_box(*uploaded_deck(level_2=3)) is custom_box(*uploaded_deck(level_2=3))
    raw, form, language = uploaded_deck(level_2=3)
    assert custom_box(raw + b"\n", form, language).fingerprint == SMALL.fingerprint
    assert custom_box(raw.replace(b"2-0-a", b"2-0-x"), form, language).fingerprint != SMALL.fingerprint
    assert custom_box(raw.replace(b"level: 2", b"level: 3"), form, language).fingerprint != SMALL.fingerprint
    with pytest.raises(DeckError):
        custom_box(b"one word", form, language)


def test_words_of_other_languages_can_change_during_a_game() -> None:
    """A game recognises its cards by their English words."""
    words = house_deck(SECOND)
    side = words.cards[0].sides[0]

    def with_words(**others: str) -> Box:
        """Change words of the first idea."""
        idea = replace(side.ideas[0], words={**side.ideas[0].words, **others})
        first = replace(words.cards[0], sides=(replace(side, ideas=(idea, *side.ideas[1:])),))
        return box_of(WordDeck([first, *words.cards[1:]]))

    box = with_words()
    assert with_words(ru="слово").matches(box.fingerprint)
    assert with_words(cs="slovo").matches(box.fingerprint)
    assert not with_words(en="word").matches(box.fingerprint)


EARLIER = {"en": "arm", "es": "brazo", "fr": "bras", "ru": "рука"}


@pytest.mark.parametrize(
    ("languages", "fingerprint"),
    [
        (("en",), "c7bd89a87600dfee"),
        (("fr", "ru"), "0cf87480f8f94476"),
        (("en", "es", "fr", "ru"), "9e5f9a67e34f419f"),
    ],
)
def test_fingerprints_of_earlier_versions_are_recognised(
    languages: tuple[str, ...], fingerprint: str
) -> None:
    ideas = (
        Idea({language: f"{EARLIER[language]} {place}" for language in languages}, ("x/y",))
        for place in range(7)
    )
    card = WordCard("1", 2, (WordSide("theme", tuple(ideas), bots=True),))
    assert box_of(WordDeck([card])).matches(fingerprint)
    german = (Idea({**idea.words, "de": f"Arm {place}"}) for place, idea in enumerate(card.sides[0].ideas))
    more = replace(card, sides=(replace(card.sides[0], ideas=tuple(german)),))
    assert box_of(WordDeck([more])).matches(fingerprint)
    corrected = replace(card, level=3)
    assert not box_of(WordDeck([corrected])).matches(fingerprint)


def test_a_packed_deck_has_the_same_fingerprint() -> None:
    raw, form, language = uploaded_deck(level_2=3)
    packed = pack(read_deck(raw, form, language))
    assert custom_box(packed, PACKED, language).fingerprint == SMALL.fingerprint
    assert custom_box(packed, PACKED, "fr").fingerprint == SMALL.fingerprint
    with pytest.raises(DeckError):
        custom_box(raw, PACKED, language)


def test_a_deck_stored_by_an_earlier_version_still_loads() -> None:
    ideas = ",".join(f"{{en='{word}'}}" for word in "abcdefg")
    raw = f"[[card]]\n[[card]]\n[card.a]\nideas=[{ideas}]".encode()
    assert len(custom_box(raw, "toml", "en").words.cards) == 1
    with pytest.raises(DeckError):
        read_deck(raw, "toml")


@pytest.mark.parametrize(
    ("settings", "players", "reason"),
    [
        (Settings(), 2, SettingsConflict.TOO_FEW_PLAYERS),
        (Settings(), 3, None),
        (Settings(), 6, None),
        (Settings(variants=(Variant.ONE_CARD,)), 3, SettingsConflict.VARIANT_OF_OTHER_EDITION),
        (Settings(FIRST, (Variant.CALM_THREE,)), 4, SettingsConflict.VARIANT_NEEDS_THREE),
        (Settings(FIRST, (Variant.CALM_THREE,)), 3, None),
        (Settings(levels=(1, 2)), 3, SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND),
        (Settings(levels=()), 3, SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND),
        (Settings(levels=(4, 4, 4, 4)), 3, None),
        (
            Settings(variants=(Variant.CHILDREN,), levels=(1, 1, 1, 1)),
            3,
            SettingsConflict.LEVELS_FIXED_BY_CHILDREN,
        ),
        (Settings(variants=(Variant.CHILDREN,), levels="ask"), 3, SettingsConflict.LEVELS_FIXED_BY_CHILDREN),
        (Settings(variants=(Variant.CHILDREN, Variant.CHILDREN)), 3, None),
    ],
)
def test_conflicts_of_settings_are_found(
    settings: Settings, players: int, reason: SettingsConflict | None
) -> None:
    assert why_not_begin(settings, HOUSE, players) == reason


def test_missing_and_small_decks_are_refused() -> None:
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


def test_a_small_deck_uses_the_nearest_levels_it_has() -> None:
    assert rules(Settings(deck="own"), SMALL, 3).levels == (2, 2, 2, 2)
    assert rules(Settings(deck="own"), UNEVEN, 3).levels == (1, 1, 4, 4)
    assert rules(Settings(deck="own", levels=(4, 3, 2, 1)), UNEVEN, 3).levels == (4, 4, 1, 1)
    assert rules(Settings(FIRST, levels=(1, 2, 3, 4, 4), deck="own"), UNEVEN, 3).levels == (4,) * 5
    assert rules(Settings(), HOUSE, 3).levels == (1, 2, 3, 4)
    one_card = Settings(FIRST, (Variant.ONE_CARD,), levels=(1, 2, 3, 4, 1), deck="own")
    assert rules(one_card, custom_box(*uploaded_deck(level_3=1)), 3).levels == (3,) * 5


@pytest.mark.rule("D4")
def test_the_host_chooses_levels_where_the_edition_or_the_settings_say_so() -> None:
    assert rules(Settings(levels="ask"), HOUSE, 3).levels is None
    assert rules(Settings(FIRST), house_box(FIRST), 3).levels is None


@pytest.mark.rule("D3")
def test_replacements_by_the_edition_unlimited_or_counted() -> None:
    assert rules(Settings(FIRST), house_box(FIRST), 3).replacements == 1
    assert rules(Settings(FIRST, replacements="any"), house_box(FIRST), 3).replacements is None
    assert rules(Settings(), HOUSE, 3).replacements is None
    assert rules(Settings(replacements=0), HOUSE, 3).replacements == 0


def test_a_game_begins_with_the_settings_of_the_table() -> None:
    colours = (Colour.BLUE, Colour.RED, Colour.GREEN)
    game = begin_game(Settings(FIRST, (Variant.CHILDREN,), erasing=False), house_box(FIRST), colours, 2)
    assert (game.colours, game.host, game.phase) == (colours, 2, Phase.LAYING)
    assert game.rules.variants == {Variant.CHILDREN}
    assert not game.rules.erasing
    assert game.deck is house_box(FIRST).deck
