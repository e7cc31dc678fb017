"""Our own cards: 99 of them with two sides each, in four languages, for both editions."""

from functools import cache
from importlib.resources import files
from itertools import accumulate

from pictomania.rules import EDITIONS, LEVELS, EditionName
from pictomania.words.check import deck_from
from pictomania.words.deck import WordCard, WordDeck
from pictomania.words.draft import DraftSide
from pictomania.words.formats import toml


@cache
def house_deck(edition: EditionName = EditionName.SECOND) -> WordDeck:
    """Read our cards, sorted into the levels of an edition.

    The cards stand in the order of their difficulty, easiest first, as the second edition divides them. The
    first edition takes the same cards in the same order and cuts them where its own numbers say.
    """
    cards = [card for level in LEVELS for card in _cards_of(level)]
    cuts = list(accumulate(EDITIONS[edition].cards_per_level))
    return WordDeck(
        WordCard(card.name, 1 + sum(place >= cut for cut in cuts), card.sides)
        for place, card in enumerate(cards)
    )


def _cards_of(level: int) -> tuple[WordCard, ...]:
    return deck_from(draft_of(level)).cards


def draft_of(level: int) -> list[DraftSide]:
    """Read the file of one level."""
    return toml.read(
        files("pictomania.words").joinpath(f"cards/level-{level}.toml").read_text(encoding="utf-8")
    )
