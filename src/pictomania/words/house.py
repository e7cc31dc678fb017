"""The house deck: 99 cards with two sides each, in four languages, for both editions."""

from functools import cache
from importlib.resources import files
from itertools import accumulate

from pictomania.rules import EDITIONS, LEVELS, EditionName
from pictomania.words.deck import WordCard, WordDeck
from pictomania.words.draft import DraftSide
from pictomania.words.formats import toml
from pictomania.words.validation import build_deck


@cache
def house_deck(edition: EditionName = EditionName.SECOND) -> WordDeck:
    """Load the house deck, divided into the levels of an edition.

    The files list the cards by difficulty, easiest first, in the levels of the second edition. The first
    edition uses the same cards in the same order with its own number of cards per level.
    """
    cards = [card for level in LEVELS for card in _cards_of(level)]
    level_ends = list(accumulate(EDITIONS[edition].cards_per_level))
    return WordDeck(
        WordCard(card.name, 1 + sum(place >= end for end in level_ends), card.sides)
        for place, card in enumerate(cards)
    )


def _cards_of(level: int) -> tuple[WordCard, ...]:
    return build_deck(read_level(level)).cards


def read_level(level: int) -> list[DraftSide]:
    """Parse the file of one level."""
    return toml.read(
        files("pictomania.words").joinpath(f"cards/level-{level}.toml").read_text(encoding="utf-8")
    )
