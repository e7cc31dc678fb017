"""Where things stand in a text that was parsed as a whole, so that errors can name the line.

The tokens of the text are indexed once, and a cursor only moves forward, so that the lines of all things in a
text are found in linear time.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

Places = dict[str, list[int]]


class Cursor(Protocol):
    """Goes forward through a text, from one thing that was read to the next."""

    line: int  # the last one named

    def item(self, number: int, name: str) -> int:
        """Go to a card or side by its place in the deck; name the line of its name or of its beginning."""

    def theme(self, theme: str) -> int:
        """Name the line where a theme stands next, or the last one named if it cannot be found."""

    def word(self, word: str) -> int:
        """Name the line where a word stands next, or the last one named if it cannot be found."""

    def key(self, key: str) -> int:
        """Name the line where this stands next as a key, or as the name of a table."""


@dataclass(slots=True)
class Index:
    """Where the strings, the keys and the cards or sides of a text begin, in order."""

    strings: Places = field(default_factory=dict)
    keys: Places = field(default_factory=dict)
    items: list[int] = field(default_factory=list)
    escaped: list[tuple[str, int, Places]] = field(default_factory=list)  # literals still to be decoded

    def decode(self, decode: Callable[[list[str]], list[str]]) -> None:
        """File the literals that are not written as they read, all decoded at once."""
        texts = decode([literal for literal, _, _ in self.escaped])
        for text, (_, place, places) in zip(texts, self.escaped, strict=True):
            places.setdefault(text, []).append(place)
        for text in set(texts):
            for places in (self.strings, self.keys):
                places.get(text, []).sort()
        self.escaped.clear()


class IndexCursor:
    """The cursor for decks that come in now."""

    def __init__(self, text: str, index: Index) -> None:
        """Begin at the first line."""
        self.line = 1
        self._text = text
        self._index = index
        self._at = 0
        self._end = len(text)  # of the card or side, beyond which nothing is looked for

    def item(self, number: int, name: str) -> int:
        """Look ahead for the name, as it may stand behind the words."""
        items = self._index.items
        if number < len(items):
            self._go_to(items[number])
            self._end = items[number + 1] if number + 1 < len(items) else len(self._text)
        place = self._next(self._index.strings, name) if name else None
        return self.line if place is None else self.line + self._text.count("\n", self._at, place)

    def theme(self, theme: str) -> int:
        """Find a theme."""
        return self._line_of(self._index.strings, theme)

    def word(self, word: str) -> int:
        """Find a word."""
        return self._line_of(self._index.strings, word)

    def key(self, key: str) -> int:
        """Find a key."""
        return self._line_of(self._index.keys, key)

    def _line_of(self, places: Places, text: str) -> int:
        place = self._next(places, text)
        if place is not None:
            self._go_to(place)
            self._at += 1  # the same word may stand here once more
        return self.line

    def _next(self, places: Places, text: str) -> int | None:
        found = places.get(text, [])
        number = bisect_left(found, self._at)
        return found[number] if number < len(found) and found[number] < self._end else None

    def _go_to(self, place: int) -> None:
        self.line += self._text.count("\n", self._at, place)
        self._at = place
