"""The components of the game: colours, number cards and word cards.

Knows words only as strings to compare; `pictomania.words` handles languages.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

LEVELS = (1, 2, 3, 4)  # 1 easiest to 4 hardest
NUMBERS = (1, 2, 3, 4, 5, 6, 7)  # on the number cards, and of the words on a word card


class Colour(StrEnum):
    """The six player colours (R1)."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    ORANGE = "orange"


@dataclass(frozen=True, slots=True)
class Face:
    """Identifies one side of a word card."""

    card: str
    side: int


@dataclass(frozen=True, slots=True)
class Side:
    """The seven words of a card side."""

    words: tuple[str, ...]
    spellings: frozenset[str]  # every form that must not occur twice in a holder, in any language (R4)


def make_side(words: tuple[str, ...], spellings: Iterable[str] = ()) -> Side:
    """Make a side; by default, words are compared case-insensitively."""
    distinct = frozenset(word.casefold() for word in words)
    if len(words) != len(NUMBERS) or len(distinct) != len(NUMBERS):
        raise ValueError(f"a side needs {len(NUMBERS)} different words, not {words}")
    return Side(words, frozenset(spellings) or distinct)


@dataclass(frozen=True, slots=True)
class Card:
    """A word card, usually with two sides."""

    name: str
    level: int
    sides: tuple[Side, ...]

    def __post_init__(self) -> None:
        if self.level not in LEVELS or not self.sides:
            raise ValueError(f"card {self.name!r} needs a level from {LEVELS} and at least one side")


class Deck:
    """All word cards of a table; compared by identity, since it is the same throughout a game."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)
        self._by_face = {
            Face(card.name, number): side for card in self.cards for number, side in enumerate(card.sides)
        }
        if len(self._by_face) != sum(len(card.sides) for card in self.cards):
            raise ValueError("two cards in the deck have the same name")
        self._levels = {card.name: card.level for card in self.cards}
        self._by_level = {level: self._sides_of(level) for level in {card.level for card in self.cards}}
        self._largest = {level: self._largest_holder(level) for level in self._by_level}

    def __repr__(self) -> str:
        return f"Deck({len(self.cards)} cards)"

    def side(self, face: Face) -> Side:
        """Return the words of a face."""
        return self._by_face[face]

    def level(self, face: Face) -> int:
        """Return the level of a face's card."""
        return self._levels[face.card]

    def sides(self, level: int) -> tuple[tuple[Face, Side], ...]:
        """List all card sides of a level."""
        return self._by_level.get(level, ())

    def levels(self, holder_size: int) -> tuple[int, ...]:
        """List the levels that can fill a holder of this size, whichever cards are laid first (R2, R4)."""
        return tuple(sorted(level for level, largest in self._largest.items() if largest >= holder_size))

    def _sides_of(self, level: int) -> tuple[tuple[Face, Side], ...]:
        return tuple(
            (Face(card.name, number), side)
            for card in self.cards
            if card.level == level
            for number, side in enumerate(card.sides)
        )

    def _largest_holder(self, level: int) -> int:
        """Return the worst case: each card laid rules out itself and all cards that share a word with it."""
        cards = [
            frozenset[str]().union(*(side.spellings for side in card.sides))
            for card in self.cards
            if card.level == level
        ]
        cards_by_spelling: dict[str, list[int]] = {}
        for place, spellings in enumerate(cards):
            for spelling in spellings:
                cards_by_spelling.setdefault(spelling, []).append(place)
        ruled_out = max(
            len({place for spelling in spellings for place in cards_by_spelling[spelling]})
            for spellings in cards
        )
        return -(-len(cards) // ruled_out)


def numeral(number: int) -> str:
    """Format a number with its 6s and 9s underlined, so that it cannot be misread upside down (D8)."""
    return "".join(digit + "\u0332" if digit in "69" else digit for digit in str(number))
