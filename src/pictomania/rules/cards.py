"""What lies on the table before anybody has done anything: colours, number cards, word cards.

Knows words only as strings to compare; languages are the business of `pictomania.words`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

LEVELS = (1, 2, 3, 4)  # 1 easiest to 4 hardest
NUMBERS = (1, 2, 3, 4, 5, 6, 7)  # on the number cards, and the places of the words on a word card


class Colour(StrEnum):
    """The six colours players can have (R1)."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    ORANGE = "orange"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one word card, by name."""

    card: str
    side: int


@dataclass(frozen=True, slots=True)
class Side:
    """The seven words of a card side."""

    words: tuple[str, ...]
    spellings: frozenset[str]  # every form that must not stand twice in one holder, in any language (R4)


def side_of(words: tuple[str, ...], spellings: Iterable[str] = ()) -> Side:
    """Make a side; without spellings of its own, the words themselves are compared, whatever their case."""
    different = frozenset(word.casefold() for word in words)
    if len(words) != len(NUMBERS) or len(different) != len(NUMBERS):
        raise ValueError(f"a side has {len(NUMBERS)} different words, unlike {words}")
    return Side(words, frozenset(spellings) or different)


@dataclass(frozen=True, slots=True)
class Card:
    """A word card, as a rule with two sides."""

    name: str
    level: int
    sides: tuple[Side, ...]

    def __post_init__(self) -> None:
        """Refuse what no table could play with."""
        if self.level not in LEVELS or not self.sides:
            raise ValueError(f"card {self.name!r} needs a level of {LEVELS} and a side")


class Deck:
    """All word cards of a table; compared by identity, since it is the same throughout a game."""

    def __init__(self, cards: Iterable[Card]) -> None:
        """Sort the cards by level once, not in every move."""
        self.cards = tuple(cards)
        self._by_face = {
            Face(card.name, number): side for card in self.cards for number, side in enumerate(card.sides)
        }
        if len(self._by_face) != sum(len(card.sides) for card in self.cards):
            raise ValueError("two cards of a deck have the same name")
        self._levels = {card.name: card.level for card in self.cards}
        self._by_level = {level: self._sides_of(level) for level in {card.level for card in self.cards}}
        self._largest = {level: self._largest_holder(level) for level in self._by_level}

    def __repr__(self) -> str:
        """Say how large it is; its cards would fill pages."""
        return f"Deck({len(self.cards)} cards)"

    def side(self, face: Face) -> Side:
        """Look up the words of a face."""
        return self._by_face[face]

    def level(self, face: Face) -> int:
        """Look up the level of a face's card."""
        return self._levels[face.card]

    def sides(self, level: int) -> tuple[tuple[Face, Side], ...]:
        """List every side of the cards of a level."""
        return self._by_level.get(level, ())

    def levels(self, holder_size: int) -> tuple[int, ...]:
        """List the levels that can fill a holder of this size whatever is laid first (R2, R4)."""
        return tuple(sorted(level for level, largest in self._largest.items() if largest >= holder_size))

    def _sides_of(self, level: int) -> tuple[tuple[Face, Side], ...]:
        return tuple(
            (Face(card.name, number), side)
            for card in self.cards
            if card.level == level
            for number, side in enumerate(card.sides)
        )

    def _largest_holder(self, level: int) -> int:
        """Expect the worst: each card laid rules out itself and all cards that share a word with it."""
        cards = [
            frozenset[str]().union(*(side.spellings for side in card.sides))
            for card in self.cards
            if card.level == level
        ]
        bearers: dict[str, list[int]] = {}
        for place, spellings in enumerate(cards):
            for spelling in spellings:
                bearers.setdefault(spelling, []).append(place)
        ruled_out = max(
            len({place for spelling in spellings for place in bearers[spelling]}) for spellings in cards
        )
        return -(-len(cards) // ruled_out)


def numeral(number: int) -> str:
    """Write a number with its 6s and 9s underlined, so that it cannot be read upside down (D8)."""
    return "".join(digit + "\u0332" if digit in "69" else digit for digit in str(number))
