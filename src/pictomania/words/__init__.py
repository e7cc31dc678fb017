"""The word cards: our own in four languages, and those that somebody brings along.

Knows nothing of tables, seats or sockets; what the rules need of a deck comes from `WordDeck.for_rules`.
"""

from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide, planned_levels
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
    "pack",
    "planned_levels",
    "read_deck",
    "unpack",
]
