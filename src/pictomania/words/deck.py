"""Word cards with words in several languages, and their conversion for the rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pictomania.rules import Card, Deck, Face, make_side
from pictomania.words.languages import Language
from pictomania.words.spelling import fold_clean


@dataclass(frozen=True, slots=True)
class Idea:
    """One thing to draw: its word in each available language, and drawings of it for bots."""

    words: Mapping[Language, str]
    draw: tuple[str, ...] = ()  # tags in the drawing libraries, such as quickdraw/apple

    def word(self, language: Language) -> str:
        """Return the word in this language or, if missing, in the first language that has one."""
        return self.words.get(language) or next(
            self.words[other] for other in Language if other in self.words
        )


@dataclass(frozen=True, slots=True)
class WordSide:
    """A theme and seven ideas that are easy to confuse."""

    theme: str
    ideas: tuple[Idea, ...]
    bots: bool  # can a bot draw all seven?

    def words(self, language: Language) -> tuple[str, ...]:
        """Return the seven words in one language."""
        return tuple(idea.word(language) for idea in self.ideas)


@dataclass(frozen=True, slots=True)
class WordCard:
    """A card with one or two sides."""

    name: str
    level: int
    sides: tuple[WordSide, ...]


class WordDeck:
    """All word cards of a table."""

    def __init__(self, cards: Iterable[WordCard]) -> None:
        self.cards = tuple(cards)
        self._sides = {
            Face(card.name, number): side for card in self.cards for number, side in enumerate(card.sides)
        }

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which at least one idea has a word."""
        used = {language for side in self._sides.values() for idea in side.ideas for language in idea.words}
        return tuple(language for language in Language if language in used)

    def side(self, face: Face) -> WordSide:
        """Return the side of a face."""
        return self._sides[face]

    def words(self, face: Face, language: Language) -> tuple[str, ...]:
        """Return the words of a face in a player's language."""
        return self._sides[face].words(language)

    def for_bots(self) -> "WordDeck":
        """Return a deck of only those sides whose ideas bots can draw."""
        cards = ((card, tuple(side for side in card.sides if side.bots)) for card in self.cards)
        return WordDeck(WordCard(card.name, card.level, sides) for card, sides in cards if sides)

    def for_rules(self) -> Deck:
        """Convert to a deck for the rules, which compares words in every language (R4).

        Languages without any word are left out: they only repeat other languages.
        """
        languages = self.languages
        return Deck(
            Card(
                card.name,
                card.level,
                tuple(make_side(_names(side), _spellings(side, languages)) for side in card.sides),
            )
            for card in self.cards
        )


def _names(side: WordSide) -> tuple[str, ...]:
    return tuple(next(iter(idea.words.values())) for idea in side.ideas)


def _spellings(side: WordSide, languages: Iterable[Language]) -> Iterable[str]:
    for language in languages:
        for word in side.words(language):
            yield f"{language}:{fold_clean(word)}"


def nearest_levels(wanted: Sequence[int], available: Sequence[int]) -> tuple[int, ...]:
    """Return the nearest available level for each wanted one; of two, the easier."""
    return tuple(min(available, key=lambda level: (abs(level - want), level)) for want in wanted)
