"""A deck of made-up words, as large as the printed one; knows nothing of real words or languages."""

from pictomania.rules import EDITIONS, LEVELS, NUMBERS, Card, Deck, EditionName, side_of


def plain_deck(edition: EditionName) -> Deck:
    """Make as many double-sided cards of each level as the edition has; no word stands on two of them."""
    counts = EDITIONS[edition].cards_per_level
    return Deck(
        Card(f"{level}.{card}", level, tuple(side_of(_words(level, card, side)) for side in (0, 1)))
        for level, count in zip(LEVELS, counts, strict=True)
        for card in range(1, count + 1)
    )


def _words(level: int, card: int, side: int) -> tuple[str, ...]:
    return tuple(f"word {level}.{card}{'ab'[side]}{number}" for number in NUMBERS)
