"""The house deck: its size and languages, and the rules for every word."""

import re
import unicodedata
from collections import Counter
from itertools import combinations

import pytest

from pictomania.rules import LEVELS, EditionName
from pictomania.words import Idea, Language, WordSide, house_deck
from pictomania.words.house import read_level
from pictomania.words.spelling import fold

MAX_LENGTH = 28  # fits on a phone
SOURCES = ("quickdraw", "tu-berlin", "openmoji", "tabler", "lucide", "hugeicons", "icon-park-outline")
DECK = house_deck()
SIDES: list[tuple[int, WordSide]] = [(card.level, side) for card in DECK.cards for side in card.sides]
IDEAS: list[Idea] = [idea for _, side in SIDES for idea in side.ideas]
# Two words that differ only in their article count as equal.
ARTICLES = {
    "en": r"^(the|an?) ",
    "es": r"^(el|la|los|las|una?) ",
    "fr": r"^(les? |la |une? |l’)",
    "ru": r"^$",
}

# Two to seven, and ordinals; forms of "one" are left out, since they are also articles.
NUMBER_WORDS = {
    Language.EN: r"\b(two|three|four|five|six|seven|first|second|third|fourth|fifth|seventh|last|double)\b",
    Language.ES: r"\b(dos|tres|cuatro|cinco|seis|siete|primer[oa]?|segund[oa]|tercer[oa]?|últim[oa]|doble)\b",
    Language.FR: r"\b(deux|trois|quatre|cinq|six|sept|premi(er|ère)|seconde?|derni(er|ère)|double)\b",
    Language.RU: r"\b(два|две|двух|двое|три|трёх|четыр\w+|пять|шесть|сем[ьи]|перв\w+|втор\w+|последн\w+)\b",
}


def bare(word: str, language: Language) -> str:
    """Fold a word for comparison, without its article."""
    return re.sub(ARTICLES[language], "", fold(word))


def test_ninety_nine_cards_with_two_sides_of_seven_ideas() -> None:
    assert Counter(card.level for card in DECK.cards) == {1: 27, 2: 27, 3: 27, 4: 18}
    assert all(len(card.sides) == 2 for card in DECK.cards)
    assert len(IDEAS) == 1386
    assert len({side.theme for _, side in SIDES}) == 198


def test_every_idea_has_a_word_in_every_language() -> None:
    assert DECK.languages == tuple(Language)
    assert all(set(idea.words) == set(Language) for idea in IDEAS)


def test_the_first_edition_divides_the_same_cards_differently() -> None:
    first = house_deck(EditionName.FIRST)
    assert Counter(card.level for card in first.cards) == {1: 21, 2: 27, 3: 35, 4: 16}
    assert [(card.name, card.sides) for card in first.cards] == [
        (card.name, card.sides) for card in DECK.cards
    ]
    assert [card.level for card in first.cards] == sorted(card.level for card in first.cards)


@pytest.mark.parametrize("language", Language)
def test_no_word_occurs_twice_in_the_deck(language: Language) -> None:
    counts = Counter(bare(idea.words[language], language) for idea in IDEAS)
    assert [word for word, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("language", Language)
def test_no_word_contains_another_word_of_its_side(language: Language) -> None:
    for _, side in SIDES:
        for pair in combinations(map(fold, side.words(language)), 2):
            short, long = sorted(pair, key=len)
            assert short not in long, pair


@pytest.mark.parametrize("language", Language)
def test_words_are_short_and_well_formed(language: Language) -> None:
    for idea in IDEAS:
        word = idea.words[language]
        assert 0 < len(word) <= MAX_LENGTH, word
        assert word == unicodedata.normalize("NFC", " ".join(word.split())), word
        cyrillic = [char for char in word if "CYRILLIC" in unicodedata.name(char)]
        latin = [char for char in word if "LATIN" in unicodedata.name(char)]
        assert not (latin if language is Language.RU else cyrillic), word
        assert not re.search(r"[\d()/;|_'\"“”…]", word), word


@pytest.mark.parametrize("language", Language)
def test_no_word_gives_away_its_number(language: Language) -> None:
    for idea in IDEAS:
        assert not re.search(NUMBER_WORDS[language], idea.words[language], re.IGNORECASE), idea.words


def test_bots_can_draw_enough_sides() -> None:
    for_bots = Counter(level for level, side in SIDES if side.bots)
    assert for_bots[1] >= 40
    assert for_bots[2] >= 30
    assert for_bots[3] >= 15


def test_the_files_say_which_sides_bots_can_draw() -> None:
    for level in LEVELS:
        for side in read_level(level):
            assert side.bots == all(idea.draw for idea in side.ideas), side.theme


def test_every_idea_of_levels_1_and_2_has_a_drawing() -> None:
    assert all(idea.draw for level, side in SIDES if level in (1, 2) for idea in side.ideas)
    for idea in IDEAS:
        for tag in idea.draw:
            source, slash, name = tag.partition("/")
            assert source in SOURCES, tag
            assert slash, tag
            assert name == name.strip() != "", tag
