"""A deck as it was read, line by line, before anybody has looked whether it makes sense."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from pictomania.rules import NUMBERS

MOST_SIDES = 1000
LONGEST_QUOTE = 100  # characters of the deck that an error repeats
LONGEST_SENTENCE = 300


@dataclass(slots=True)
class DraftIdea:
    """An idea as it was read."""

    line: int
    words: dict[str, str]  # by language as it was written
    draw: tuple[str, ...] = ()


@dataclass(slots=True)
class DraftSide:
    """A side as it was read."""

    line: int
    theme: str = ""
    level: int = 1
    card: str | None = None  # sides with the same name in a row are one card; None: a card of its own
    bots: bool | None = None  # can a bot draw all seven? None: it does not say
    ideas: list[DraftIdea] = field(default_factory=list)
    count: int = 0  # of ideas that were read; no more are kept than a side may have

    def add(self, idea: DraftIdea) -> None:
        """Count an idea, and keep it if the side still has room for it."""
        self.count += 1
        if self.count <= len(NUMBERS):
            self.ideas.append(idea)


def add_side(sides: list[DraftSide], side: DraftSide) -> None:
    """Append a side, or refuse the deck as soon as it has too many, however long it goes on."""
    if len(sides) == MOST_SIDES:
        sentence = f"more than {MOST_SIDES} sides, which is too many"
        raise DeckError(side.line, Mistake.TOO_MANY_SIDES, sentence, number=MOST_SIDES)
    sides.append(side)


class Mistake(StrEnum):
    """What can be wrong with a deck, by a name that can be said in every language."""

    UNREADABLE = "unreadable"  # not there, or not UTF-8
    TOO_LARGE = "too-large"  # number: how many kB it may have
    NOT_THIS_FORM = "not-this-form"  # no CSV, TOML or JSON, though its name says so
    WRONG_SHAPE = "wrong-shape"  # a text where a list belongs, say
    UNKNOWN_NAME = "unknown-name"  # of a column or a key
    NO_LANGUAGE = "no-language"  # names a table with commas in its first line
    TOO_MANY_CELLS = "too-many-cells"
    NO_SIDES = "no-sides"
    TOO_MANY_SIDES = "too-many-sides"  # number: how many there may be
    NOT_SEVEN = "not-seven"  # number: how many words there are
    NO_SUCH_LEVEL = "no-such-level"
    NO_SUCH_LANGUAGE = "no-such-language"
    NO_WORD = "no-word"
    HIDDEN_CHARACTER = "hidden-character"
    TOO_LONG = "too-long"  # number: how many characters it may have
    REPEATED = "repeated"  # number: the line where it stands already
    CARD_REPEATED = "card-repeated"
    THICK_CARD = "thick-card"  # has more than two sides
    NO_DRAWING = "no-drawing"  # that a bot could make, though one is promised


class DeckError(Exception):
    """What is wrong with a deck, in one sentence that names the line and, where it has a name, the card."""

    def __init__(
        self, line: int, mistake: Mistake, sentence: str, word: str = "", number: int | None = None
    ) -> None:
        """Keep the word apart: whoever brings a deck without wanting to see it is not shown any."""
        super().__init__(line, mistake, sentence, word, number)
        self.line = line
        self.mistake = mistake
        self.sentence = _cut(sentence, LONGEST_SENTENCE)
        self.word = _cut(word, LONGEST_QUOTE)
        self.number = number
        self.card: str | None = None

    def on(self, card: str | None) -> Self:
        """Say that it is on a card."""
        self.card = None if card is None else _cut(card, LONGEST_QUOTE)
        return self

    def to_bytes(self) -> bytes:
        """Encode it for another process; JSON, because words may have characters that UTF-8 lacks."""
        parts = (self.line, self.mistake, self.sentence, self.word, self.number, self.card)
        return json.dumps(parts).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Decode what `to_bytes` of another process encoded."""
        line, mistake, sentence, word, number, card = json.loads(data)
        return cls(line, Mistake(mistake), sentence, word, number).on(card)

    def told(self, source: str, *, blind: bool = False) -> str:
        """Say it of a source, with the word in question unless it is not to be seen."""
        quoted = f"{self.word!r} " if self.word and not blind else ""
        card = f", card {self.card}" if self.card and self.card.isprintable() else ""
        return f"{source}, line {self.line}{card}: {quoted}{self.sentence}"

    def __str__(self) -> str:
        """Say it without a source."""
        return self.told("deck")


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "\u2026"
