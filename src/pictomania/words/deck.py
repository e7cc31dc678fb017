"""Word cards with words in several languages, and their conversion for the rules."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pictomania.rules import Card, Deck, Face, Side, make_side
from pictomania.words.languages import ENGLISH, Language, best, in_order, nearest
from pictomania.words.spelling import fold_clean


@dataclass(frozen=True, slots=True)
class Idea:
    """One thing to draw: its word in each available language, and drawings of it for bots."""

    words: Mapping[Language, str]
    draw: tuple[str, ...] = ()  # tags in the drawing libraries, such as quickdraw/apple

    def word(self, language: Language) -> str:
        """Return the word in this language or its parent or, if missing, in the first that has one."""
        return self.words[nearest(language, self.words) or in_order(self.words)[0]]


@dataclass(frozen=True, slots=True)
class WordSide:
    """A theme and seven ideas that are easy to confuse."""

    theme: str
    ideas: tuple[Idea, ...]
    bots: bool  # can a bot draw all seven?

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which at least one idea has a word, in fallback order."""
        return tuple(in_order({language for idea in self.ideas for language in idea.words}))

    def words(self, *readers: Language | None) -> tuple[str, ...]:
        """Return the seven words in the first of these languages that the side has; else in English, or any.

        A parent stands in for its language. Only custom decks lack single words, which are filled in.
        """
        language = best(self.languages, *readers)
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
        used = {language for side in self._sides.values() for language in side.languages}
        self.languages = tuple(in_order(used))  # those in which at least one idea has a word

    def language(self, *readers: Language | None) -> Language:
        """Return the language in which a player reads these cards or, if there is none, the next reader."""
        return best(self.languages, *readers)

    def side(self, face: Face) -> WordSide:
        """Return the side of a face."""
        return self._sides[face]

    def words(self, face: Face, *readers: Language | None) -> tuple[str, ...]:
        """Return the words of a face in a player's language or, if it has none, in the next reader's."""
        return self._sides[face].words(*readers)

    def for_bots(self) -> "WordDeck":
        """Return a deck of only those sides whose ideas bots can draw."""
        cards = ((card, tuple(side for side in card.sides if side.bots)) for card in self.cards)
        return WordDeck(WordCard(card.name, card.level, sides) for card, sides in cards if sides)

    def for_rules(self) -> Deck:
        """Convert to a deck for the rules, which compares the words that each player may see (R4).

        Languages without any word are left out: their readers see what those of other languages see.
        """
        sides = [side.languages for side in self._sides.values()]
        partial = [
            each for each in self.languages if not all(nearest(each, languages) for languages in sides)
        ]

        def convert(side: WordSide) -> Side:
            return make_side(side.words(ENGLISH), _spellings(side, self.languages, partial))

        return Deck(Card(card.name, card.level, tuple(map(convert, card.sides))) for card in self.cards)


def _spellings(side: WordSide, languages: Iterable[Language], partial: Collection[Language]) -> Iterator[str]:
    """Yield each word with the languages of its readers.

    A reader of a partial language, which not all sides of the deck have, may see its words beside words of
    other sides in any language, so these words are compared without regard to languages.
    """
    views = {language: [fold_clean(word) for word in side.words(language)] for language in side.languages}
    own = {reader: language for reader in languages if (language := nearest(reader, views)) is not None}
    for reader, language in own.items():
        yield from (f"{reader}:{word}" for word in views[language])
    is_complete = all(reader in own for reader in partial)
    for language in {own[reader] for reader in partial} if is_complete else views:
        yield from (f"*:{word}" for word in views[language])


def nearest_levels(wanted: Sequence[int], available: Sequence[int]) -> tuple[int, ...]:
    """Return the nearest available level for each wanted one; of two, the easier."""
    return tuple(min(available, key=lambda level: (abs(level - want), level)) for want in wanted)
