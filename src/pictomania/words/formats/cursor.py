"""Where things stand in a text that was parsed as a whole, so that errors can name the line.

The tokens of the text are indexed once, and the cursor only moves forward, so that the lines of all things in
a text are found in linear time.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field

Places = dict[str, list[int]]


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


class Cursor:
    """Goes forward through a text, from one thing that was read to the next."""

    def __init__(self, text: str, index: Index) -> None:
        """Begin at the first line."""
        self._text = text
        self._index = index
        self._at = 0
        self._end = len(text)
        self.line = 1

    def go_to_item(self, number: int) -> None:
        """Go to a card or side by its place in the deck; look for nothing beyond its end."""
        items = self._index.items
        if number < len(items):
            self._go_to(items[number])
            self._end = items[number + 1] if number + 1 < len(items) else len(self._text)

    def line_of(self, string: str) -> int:
        """Name the line where a string stands next, or the last one named if it does not."""
        return self._next(self._index.strings, string)

    def line_ahead(self, string: str) -> int:
        """Name the line where a string stands next, without going there."""
        at, line = self._at, self.line
        found = self.line_of(string)
        self._at, self.line = at, line
        return found

    def line_of_key(self, key: str) -> int:
        """Name the line where this stands next as a key, or as the name of a table."""
        return self._next(self._index.keys, key)

    def _next(self, places: Places, text: str) -> int:
        found = places.get(text, [])
        next_one = bisect_left(found, self._at)
        if next_one < len(found) and found[next_one] < self._end:
            self._go_to(found[next_one])
        return self.line

    def _go_to(self, place: int) -> None:
        self.line += self._text.count("\n", self._at, place)
        self._at = place
