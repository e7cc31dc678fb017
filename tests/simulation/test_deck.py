"""The plain deck is as large as the printed one and repeats no word."""

import pytest

from pictomania.rules import EDITIONS, LEVELS, EditionName
from pictomania.simulation import plain_deck


@pytest.mark.parametrize("edition", EditionName)
def test_has_the_printed_number_of_cards(edition: EditionName) -> None:
    deck = plain_deck(edition)
    sides = [len(deck.sides(level)) for level in LEVELS]
    assert sides == [2 * count for count in EDITIONS[edition].cards_per_level]
    assert len(deck.cards) == 99


@pytest.mark.parametrize("edition", EditionName)
def test_repeats_no_word(edition: EditionName) -> None:
    words = [word for card in plain_deck(edition).cards for side in card.sides for word in side.words]
    assert len(words) == len(set(words)) == 99 * 2 * 7


def test_fills_the_holder_on_every_level() -> None:
    assert plain_deck(EditionName.FIRST).levels(6) == LEVELS
