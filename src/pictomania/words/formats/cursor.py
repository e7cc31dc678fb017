"""Line numbers for documents parsed by a library that reports none, so that errors can name the line.

The tokens of the text are indexed once, and a cursor only moves forward, so finding all line numbers takes
linear time.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

Positions = dict[str, list[int]]


class Cursor(Protocol):
    """Moves forward through a text from one parsed value to the next."""

    line: int  # last line returned

    def item(self, number: int, name: str) -> int:
        """Go to a card or side by its index; return the line of its name or of its start."""

    def theme(self, theme: str) -> int:
        """Return the line of the next occurrence of a theme, or the last line if there is none."""

    def word(self, word: str) -> int:
        """Return the line of the next occurrence of a word, or the last line if there is none."""

    def key(self, key: str) -> int:
        """Return the line of the next occurrence as a key or table name, or the last line."""


@dataclass(slots=True)
class TokenIndex:
    """Offsets of the strings, keys, and cards or sides of a text, in order."""

    strings: Positions = field(default_factory=dict)
    keys: Positions = field(default_factory=dict)
    items: list[int] = field(default_factory=list)
    escaped: list[tuple[str, int, Positions]] = field(default_factory=list)  # string literals to decode

    def decode(self, decode: Callable[[list[str]], list[str]]) -> None:
        """Add the literals with escape sequences, decoded in one batch."""
        texts = decode([literal for literal, _, _ in self.escaped])
        for text, (_, position, positions) in zip(texts, self.escaped, strict=True):
            positions.setdefault(text, []).append(position)
        for text in set(texts):
            for positions in (self.strings, self.keys):
                positions.get(text, []).sort()
        self.escaped.clear()


class IndexCursor:
    """Cursor for new decks."""

    def __init__(self, text: str, index: TokenIndex) -> None:
        self.line = 1
        self._text = text
        self._index = index
        self._at = 0
        self._end = len(text)  # end of the current card or side, where searches stop

    def item(self, number: int, name: str) -> int:
        """Look ahead for the name, which may follow the words."""
        items = self._index.items
        if number < len(items):
            self._go_to(items[number])
            self._end = items[number + 1] if number + 1 < len(items) else len(self._text)
        position = self._next(self._index.strings, name) if name else None
        return self.line if position is None else self.line + self._text.count("\n", self._at, position)

    def theme(self, theme: str) -> int:
        """Find a theme."""
        return self._line_of(self._index.strings, theme)

    def word(self, word: str) -> int:
        """Find a word."""
        return self._line_of(self._index.strings, word)

    def key(self, key: str) -> int:
        """Find a key."""
        return self._line_of(self._index.keys, key)

    def _line_of(self, positions: Positions, text: str) -> int:
        position = self._next(positions, text)
        if position is not None:
            self._go_to(position)
            self._at += 1  # the same word may follow again
        return self.line

    def _next(self, positions: Positions, text: str) -> int | None:
        found = positions.get(text, [])
        number = bisect_left(found, self._at)
        return found[number] if number < len(found) and found[number] < self._end else None

    def _go_to(self, position: int) -> None:
        self.line += self._text.count("\n", self._at, position)
        self._at = position
