"""The lines that version 0.1.0 found for the cards of stored decks, which became the names of unnamed cards.

It looked for things as they would most simply be written, wherever that stands next, even inside of something
else. A game that was begun with such a deck goes on only if the names of all cards stay the same.
"""

import re
from collections.abc import Callable

from pictomania.words.formats.cursor import Places

QUOTED = re.compile(r'"([^"]*+)(?=")')  # from each quotation mark to the next


class EarlierCursor:
    """The cursor for decks that were stored as they had come in."""

    def __init__(self, text: str, quoted: Callable[[str], str], unnamed: str) -> None:
        """Begin at the first line; say how strings are written, and what is looked for where a name lacks."""
        self.line = 1
        self._text = text
        self._quoted = quoted
        self._unnamed = unnamed
        self._at = 0
        self._missing: set[str] = set()  # from here on, and so for good
        self._places: Places = {}
        for match in QUOTED.finditer(text):
            self._places.setdefault(match[1], []).append(match.start())
        for places in self._places.values():
            places.reverse()  # so that those left behind can be popped

    def item(self, number: int, name: str) -> int:  # noqa: ARG002 (it went by names alone)
        """Find the name of a card or side."""
        return self._line_of(self._quoted(name) if name else self._unnamed)

    def theme(self, theme: str) -> int:
        """Find a theme, quoted or not."""
        return self._line_of(theme)

    def word(self, word: str) -> int:
        """Find a word."""
        return self._line_of(self._quoted(word))

    def key(self, key: str) -> int:  # noqa: ARG002 (a stored deck has no unknown keys)
        """Name the last line."""
        return self.line

    def _line_of(self, written: str) -> int:
        place = -1 if written in self._missing else self._find(written)
        if place < 0:
            self._missing.add(written)
        else:
            self.line += self._text.count("\n", self._at, place)
            self._at = place
        return self.line

    def _find(self, written: str) -> int:
        inside = written[1:-1]
        if written != f'"{inside}"' or '"' in inside:
            return self._text.find(written, self._at)  # a theme or a word with quotation marks: few
        places = self._places.get(inside, [])
        while places and places[-1] < self._at:
            places.pop()
        return places[-1] if places else -1
