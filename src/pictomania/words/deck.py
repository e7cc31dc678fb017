"""Word cards with their words in several languages, and the same cards as the rules know them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pictomania.rules import Card, Deck, Face, side_of
from pictomania.words.languages import Language
from pictomania.words.spelling import folded


@dataclass(frozen=True, slots=True)
class Idea:
    """One thing to draw: its word in each language that has one, and where bots find it drawn."""

    words: Mapping[Language, str]
    draw: tuple[str, ...] = ()  # names in lists of drawings, such as quickdraw/apple

    def word(self, language: Language) -> str:
        """The word in this language or, where it is missing, in the first that has one."""
        return self.words.get(language) or next(
            self.words[other] for other in Language if other in self.words
        )


@dataclass(frozen=True, slots=True)
class WordSide:
    """A theme and seven ideas that can be mistaken for each other."""

    theme: str
    ideas: tuple[Idea, ...]
    bots: bool  # can a bot draw all seven?

    def words(self, language: Language) -> tuple[str, ...]:
        """The seven words in one language."""
        return tuple(idea.word(language) for idea in self.ideas)


@dataclass(frozen=True, slots=True)
class WordCard:
    """A card with one side or two."""

    name: str
    level: int
    sides: tuple[WordSide, ...]


class WordDeck:
    """All word cards that a table plays with."""

    def __init__(self, cards: Iterable[WordCard]) -> None:
        """Find sides by face."""
        self.cards = tuple(cards)
        self._sides = {
            Face(card.name, number): side for card in self.cards for number, side in enumerate(card.sides)
        }

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which some idea has a word of its own."""
        used = {language for side in self._sides.values() for idea in side.ideas for language in idea.words}
        return tuple(language for language in Language if language in used)

    def side(self, face: Face) -> WordSide:
        """Look up a side."""
        return self._sides[face]

    def words(self, face: Face, language: Language) -> tuple[str, ...]:
        """Show a side as a player of this language reads it."""
        return self._sides[face].words(language)

    def for_bots(self) -> "WordDeck":
        """The sides on which bots can draw all seven ideas."""
        cards = ((card, tuple(side for side in card.sides if side.bots)) for card in self.cards)
        return WordDeck(WordCard(card.name, card.level, sides) for card, sides in cards if sides)

    def for_rules(self) -> Deck:
        """Make the deck that the rules deal from; words are compared in every language (R4).

        A language that has no word of its own reads everywhere as the first that has one.
        """
        languages = self.languages
        return Deck(
            Card(
                card.name,
                card.level,
                tuple(side_of(_names(side), _spellings(side, languages)) for side in card.sides),
            )
            for card in self.cards
        )


def _names(side: WordSide) -> tuple[str, ...]:
    return tuple(next(iter(idea.words.values())) for idea in side.ideas)


def _spellings(side: WordSide, languages: Iterable[Language]) -> Iterable[str]:
    for language in languages:
        for word in side.words(language):
            yield f"{language}:{folded(word)}"


def planned_levels(wanted: Sequence[int], available: Sequence[int]) -> tuple[int, ...]:
    """Give each round the nearest level that a deck has, the easier one of two, as a small deck needs it."""
    return tuple(min(available, key=lambda level: (abs(level - want), level)) for want in wanted)
