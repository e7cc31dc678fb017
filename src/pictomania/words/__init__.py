"""Word cards: the house deck in several languages, and custom decks.

Knows nothing of tables, seats or sockets; `WordDeck.for_rules` makes what the rules need.
"""

from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide, nearest_levels
from pictomania.words.draft import DeckError, Mistake
from pictomania.words.house import card_languages, earlier_house_decks, house_deck
from pictomania.words.languages import ENGLISH, LANGUAGE_HINT, LANGUAGE_PATTERN, Language, is_language
from pictomania.words.packed import PACKED, pack, unpack
from pictomania.words.reader import FORMATS, format_of, read_deck

__all__ = [
    "ENGLISH",
    "FORMATS",
    "LANGUAGE_HINT",
    "LANGUAGE_PATTERN",
    "PACKED",
    "DeckError",
    "Idea",
    "Language",
    "Mistake",
    "WordCard",
    "WordDeck",
    "WordSide",
    "card_languages",
    "earlier_house_decks",
    "format_of",
    "house_deck",
    "is_language",
    "nearest_levels",
    "pack",
    "read_deck",
    "unpack",
]
