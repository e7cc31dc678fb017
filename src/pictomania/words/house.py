"""The house deck: 99 cards with two sides each, for both editions, in every language that has a file."""

import gzip
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import accumulate

from pictomania.rules import EDITIONS, LEVELS, EditionName
from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide
from pictomania.words.draft import DraftSide
from pictomania.words.formats import toml
from pictomania.words.languages import ENGLISH, Language, in_order, is_language
from pictomania.words.packed import unpack
from pictomania.words.validation import build_deck

CARDS = files("pictomania.words").joinpath("cards")
Translations = Mapping[str, Mapping[str, str]]  # side, such as 1.01a -> English word -> word


@cache
def house_deck(edition: EditionName = EditionName.SECOND) -> WordDeck:
    """Load the house deck, divided into the levels of an edition.

    The files list the cards by difficulty, easiest first, in the levels of the second edition. The first
    edition uses the same cards in the same order with its own number of cards per level.
    """
    return _divide(_cards(), edition)


def earlier_house_decks(edition: EditionName) -> Iterator[WordDeck]:
    """Load the house decks of earlier versions, newest first; running games go on with their cards."""
    for file in sorted(CARDS.joinpath("earlier").iterdir(), key=lambda file: file.name, reverse=True):
        yield _divide(unpack(gzip.decompress(file.read_bytes())).cards, edition)


def _divide(cards: Sequence[WordCard], edition: EditionName) -> WordDeck:
    level_ends = list(accumulate(EDITIONS[edition].cards_per_level))
    return WordDeck(
        WordCard(card.name, 1 + sum(place >= end for end in level_ends), card.sides)
        for place, card in enumerate(cards)
    )


@cache
def _cards() -> tuple[WordCard, ...]:
    cards = (card for level in LEVELS for card in build_deck(read_level(level)).cards)
    return tuple(translate(cards, {language: read_words(language) for language in card_languages()[1:]}))


def card_languages() -> tuple[Language, ...]:
    """List the languages that have word cards: English, and those with a file of their own."""
    names = (file.name.removesuffix(".toml") for file in CARDS.iterdir())
    return tuple(in_order({ENGLISH, *filter(is_language, names)}))


def read_level(level: int) -> list[DraftSide]:
    """Parse the file of one level, which has the English words."""
    return toml.read(CARDS.joinpath(f"level-{level}.toml").read_text(encoding="utf-8"))


def read_words(language: Language) -> Translations:
    """Parse the file of a language other than English."""
    return tomllib.loads(CARDS.joinpath(f"{language}.toml").read_text(encoding="utf-8"))


def translate(cards: Iterable[WordCard], words: Mapping[Language, Translations]) -> Iterator[WordCard]:
    """Add words in other languages to English cards.

    A language that lacks a word of a side lacks the whole side, so that no side mixes languages.
    """
    for card in cards:
        sides = []
        for letter, side in zip("ab", card.sides, strict=True):
            name = f"{card.name}{letter}"
            sides.append(
                _translate_side(side, {language: of.get(name, {}) for language, of in words.items()})
            )
        yield replace(card, sides=tuple(sides))


def _translate_side(side: WordSide, words: Mapping[Language, Mapping[str, str]]) -> WordSide:
    english = side.words(ENGLISH)
    complete = {language: of for language, of in words.items() if all(map(of.get, english))}
    ideas = (
        Idea({ENGLISH: word} | {language: of[word] for language, of in complete.items()}, idea.draw)
        for word, idea in zip(english, side.ideas, strict=True)
    )
    return replace(side, ideas=tuple(ideas))
