"""A deck as parsed, before validation, and the errors it can have."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from pictomania.rules import NUMBERS

MAX_SIDES = 1000
MAX_LANGUAGES = 10
MAX_QUOTE_LENGTH = 100  # characters of the deck that an error quotes
MAX_MESSAGE_LENGTH = 300


@dataclass(slots=True)
class DraftIdea:
    """An idea as parsed."""

    line: int
    words: dict[str, str]  # by language code as written
    draw: tuple[str, ...] = ()


@dataclass(slots=True)
class DraftSide:
    """A side as parsed."""

    line: int
    theme: str = ""
    level: int = 1
    card: str | None = None  # adjacent sides with the same name form one card; None: a card of its own
    bots: bool | None = None  # can bots draw all seven? None: not specified
    ideas: list[DraftIdea] = field(default_factory=list)
    count: int = 0  # ideas parsed, including those beyond the seventh, which are dropped

    def add(self, idea: DraftIdea) -> None:
        """Add an idea; ideas beyond the seventh are only counted."""
        self.count += 1
        if self.count <= len(NUMBERS):
            self.ideas.append(idea)


def add_side(sides: list[DraftSide], side: DraftSide) -> None:
    """Append a side, or raise `DeckError` as soon as there are too many."""
    if len(sides) == MAX_SIDES:
        message = f"the deck has more than {MAX_SIDES} sides"
        raise DeckError(side.line, Mistake.TOO_MANY_SIDES, message, number=MAX_SIDES)
    sides.append(side)


def check_languages(languages: Collection[str], line: int) -> None:
    """Raise `DeckError` if a deck has too many languages by this line."""
    if len(languages) > MAX_LANGUAGES:
        message = f"the deck has more than {MAX_LANGUAGES} languages"
        raise DeckError(line, Mistake.TOO_MANY_LANGUAGES, message, number=MAX_LANGUAGES)


class Mistake(StrEnum):
    """What can be wrong with a deck, by a name that clients translate."""

    UNREADABLE = "unreadable"  # missing, or not UTF-8
    TOO_LARGE = "too-large"  # number: limit in kB
    NOT_THIS_FORM = "not-this-form"  # not valid CSV, TOML or JSON
    WRONG_SHAPE = "wrong-shape"  # for example, a string instead of a list
    UNKNOWN_NAME = "unknown-name"  # of a column or a key
    NO_LANGUAGE = "no-language"  # no language column in the CSV header
    TOO_MANY_LANGUAGES = "too-many-languages"  # number: limit
    TOO_MANY_CELLS = "too-many-cells"
    NO_SIDES = "no-sides"
    TOO_MANY_SIDES = "too-many-sides"  # number: limit
    NOT_SEVEN = "not-seven"  # number: actual number of words
    NO_SUCH_LEVEL = "no-such-level"
    NO_SUCH_LANGUAGE = "no-such-language"
    NO_WORD = "no-word"
    HIDDEN_CHARACTER = "hidden-character"
    TOO_LONG = "too-long"  # number: limit in characters
    REPEATED = "repeated"  # number: line of the first occurrence
    CARD_REPEATED = "card-repeated"
    THICK_CARD = "thick-card"  # more than two sides
    NO_DRAWING = "no-drawing"  # missing on a side that is marked as drawable by bots


class DeckError(Exception):
    """What is wrong with a deck, with the line and, if known, the card.

    The offending word is kept apart from the message, so that players can check a deck without seeing it.
    """

    def __init__(
        self, line: int, mistake: Mistake, message: str, word: str = "", number: int | None = None
    ) -> None:
        super().__init__(line, mistake, message, word, number)
        self.line = line
        self.mistake = mistake
        self.message = _truncate(message, MAX_MESSAGE_LENGTH)
        self.word = _truncate(word, MAX_QUOTE_LENGTH)
        self.number = number
        self.card: str | None = None

    def on_card(self, card: str | None) -> Self:
        """Add the name of the card."""
        self.card = None if card is None else _truncate(card, MAX_QUOTE_LENGTH)
        return self

    def to_bytes(self) -> bytes:
        """Encode for another process; as JSON, because words may contain lone surrogates."""
        parts = (self.line, self.mistake, self.message, self.word, self.number, self.card)
        return json.dumps(parts).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode the result of `to_bytes`."""
        line, mistake, message, word, number, card = json.loads(data)
        return cls(line, Mistake(mistake), message, word, number).on_card(card)

    def describe(self, source: str, *, blind: bool = False) -> str:
        """Return the full message for a source; `blind` hides the offending word."""
        word = "(hidden)" if blind else repr(self.word)
        subject = f"{word} " if self.word else ""
        card = f", card {self.card}" if self.card and self.card.isprintable() else ""
        return f"{source}, line {self.line}{card}: {subject}{self.message}"

    def __str__(self) -> str:
        return self.describe("deck")


def _truncate(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "\u2026"
