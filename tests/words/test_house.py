"""The house deck: its size and languages, and the rules for every word.

Each file in `languages/` is for a language that we keep complete: regular expressions of its articles, and of
words that would give a number away, and its script. A language without one may have as few words as it likes.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from pictomania.bots.guesser import HUMAN_PREFIXES
from pictomania.rules import LEVELS, EditionName
from pictomania.words import Idea, WordCard, WordSide, card_languages, house_deck
from pictomania.words.draft import DraftSide
from pictomania.words.house import read_level, read_words, translate
from pictomania.words.languages import ENGLISH, Language
from pictomania.words.spelling import fold, forbidden_character

CHECKS = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in Path(__file__).parent.glob("languages/*.toml")
}
SCRIPTS = ("CYRILLIC", "GREEK", "LATIN")
MAX_LENGTH = 28  # fits on a phone
SOURCES = ("quickdraw", "tu-berlin", "openmoji", "tabler", "lucide", "hugeicons", "icon-park-outline")
DECK = house_deck()
SIDES: list[tuple[int, WordSide]] = [(card.level, side) for card in DECK.cards for side in card.sides]
IDEAS: list[Idea] = [idea for _, side in SIDES for idea in side.ideas]
SIDE_NAMES = [f"{card.name}{letter}" for card in DECK.cards for letter in "ab"]
each_language = pytest.mark.parametrize("language", card_languages())


def words_in(language: Language) -> list[str]:
    """List all words of a language."""
    return [idea.words[language] for idea in IDEAS if language in idea.words]


def bare(word: str, articles: str) -> str:
    """Fold a word for comparison: two words that differ only in their article count as equal."""
    return re.sub(rf"^({articles})", "", fold(word))


def test_ninety_nine_cards_with_two_sides_of_seven_ideas() -> None:
    assert Counter(card.level for card in DECK.cards) == {1: 27, 2: 27, 3: 27, 4: 18}
    assert all(len(card.sides) == 2 for card in DECK.cards)
    assert len(IDEAS) == 1386
    assert len({side.theme for _, side in SIDES}) == 198


@pytest.mark.parametrize("language", CHECKS)
def test_every_idea_has_a_word_in_the_languages_that_we_keep_complete(language: Language) -> None:
    if language != ENGLISH:
        translated = {side: set(words) for side, words in read_words(language).items()}
        assert translated == {
            name: set(side.words(ENGLISH)) for name, (_, side) in zip(SIDE_NAMES, SIDES, strict=True)
        }
    assert all(idea.words.get(language) for idea in IDEAS)


def test_the_files_of_levels_have_only_english_words() -> None:
    drafts: list[DraftSide] = [side for level in LEVELS for side in read_level(level)]
    assert all(set(idea.words) == {ENGLISH} for side in drafts for idea in side.ideas)


def test_a_language_that_lacks_a_word_lacks_the_side() -> None:
    card = WordCard("9.01", 1, tuple(WordSide("", side.ideas, bots=False) for _, side in SIDES[:2]))
    english = [Idea({ENGLISH: idea.words[ENGLISH]}) for side in card.sides for idea in side.ideas]
    words = {idea.words[ENGLISH]: f"{idea.words[ENGLISH]} in Czech" for idea in english}
    words_of_b = {
        word: translated for word, translated in words.items() if word in card.sides[1].words(ENGLISH)
    }
    outdated = {"9.01b": words_of_b | {"an earlier word": "its translation"}, "9.99a": words}
    (partial,) = translate([card], {"cs": {"9.01a": dict([*words.items()][:6]), **outdated}, "da": {}})
    assert [side.languages for side in partial.sides] == [("en",), ("en", "cs")]
    assert partial.sides[0].words("cs") == card.sides[0].words(ENGLISH)
    assert partial.sides[1].words("cs") == tuple(words_of_b.values())


def test_the_first_edition_divides_the_same_cards_differently() -> None:
    first = house_deck(EditionName.FIRST)
    assert Counter(card.level for card in first.cards) == {1: 21, 2: 27, 3: 35, 4: 16}
    assert [(card.name, card.sides) for card in first.cards] == [
        (card.name, card.sides) for card in DECK.cards
    ]
    assert [card.level for card in first.cards] == sorted(card.level for card in first.cards)


@each_language
def test_no_word_occurs_twice_in_the_deck(language: Language) -> None:
    articles = CHECKS.get(language, {}).get("articles", "(?!)")
    counts = Counter(bare(word, articles) for word in words_in(language))
    assert [word for word, count in counts.items() if count > 1] == []


@each_language
def test_words_are_short_and_well_formed(language: Language) -> None:
    script = CHECKS.get(language, {}).get("script")
    for word in words_in(language):
        assert 0 < len(word) <= MAX_LENGTH, word
        assert word == unicodedata.normalize("NFC", " ".join(word.split())), word
        assert forbidden_character(word) is None, word
        assert not re.search(r"[\d()/;|_'\"“”…]", word), word
        scripts = {each for each in SCRIPTS for char in word if each in unicodedata.name(char)}
        assert script is None or scripts == {script}, word


@each_language
def test_no_word_gives_away_its_number(language: Language) -> None:
    # Two to seven, and ordinals; forms of "one" are left out, since they are also articles.
    numbers = CHECKS.get(language, {}).get("numbers", "(?!)")
    for word in words_in(language):
        assert not re.search(rf"\b({numbers})\b", word, re.IGNORECASE), word


def test_bots_can_draw_enough_sides() -> None:
    for_bots = Counter(level for level, side in SIDES if side.bots)
    assert for_bots[1] == for_bots[2] == 54
    assert for_bots[3] >= 29
    assert for_bots[4] >= 12


def test_people_drew_many_ideas_of_the_easy_levels() -> None:
    """Bots understand people best where they have learned from people."""
    for level, least in ((1, 0.65), (2, 0.35)):
        ideas = [idea for of, side in SIDES if of == level for idea in side.ideas]
        drawn = [idea for idea in ideas if any(tag.startswith(HUMAN_PREFIXES) for tag in idea.draw)]
        assert len(drawn) / len(ideas) >= least


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
