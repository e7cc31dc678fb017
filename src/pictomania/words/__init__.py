"""Word cards: the house deck in four languages, and custom decks.

Knows nothing of tables, seats or sockets; `WordDeck.for_rules` makes what the rules need.
"""

from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide, nearest_levels
from pictomania.words.draft import DeckError, Mistake
from pictomania.words.house import house_deck
from pictomania.words.languages import Language
from pictomania.words.packed import PACKED, pack, unpack
from pictomania.words.reader import FORMATS, format_of, read_deck

__all__ = [
    "FORMATS",
    "PACKED",
    "DeckError",
    "Idea",
    "Language",
    "Mistake",
    "WordCard",
    "WordDeck",
    "WordSide",
    "format_of",
    "house_deck",
    "nearest_levels",
    "pack",
    "read_deck",
    "unpack",
]
