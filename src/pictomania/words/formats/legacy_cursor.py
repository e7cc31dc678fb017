"""Line numbers as version 0.1.0 found them, for stored decks: unnamed cards are named after their line.

That version searched for the simplest spelling of a value, even inside other values. A game that was started
with such a deck can continue only if the names of all cards stay the same.
"""

import re
from collections.abc import Callable

from pictomania.words.formats.cursor import Positions

QUOTED = re.compile(r'"([^"]*+)(?=")')  # from each quotation mark to the next


class LegacyCursor:
    """Cursor for decks stored as uploaded."""

    def __init__(self, text: str, quoted: Callable[[str], str], unnamed: str) -> None:
        """`quoted` writes a string literal; `unnamed` is searched for if a name is missing."""
        self.line = 1
        self._text = text
        self._quoted = quoted
        self._unnamed = unnamed
        self._at = 0
        self._missing: set[str] = set()  # not found after the current position, so never again
        self._positions: Positions = {}
        for match in QUOTED.finditer(text):
            self._positions.setdefault(match[1], []).append(match.start())
        for positions in self._positions.values():
            positions.reverse()  # so that passed ones can be popped

    def item(self, number: int, name: str) -> int:  # noqa: ARG002 (it used names only)
        """Find the name of a card or side."""
        return self._line_of(self._quoted(name) if name else self._unnamed)

    def theme(self, theme: str) -> int:
        """Find a theme, quoted or not."""
        return self._line_of(theme)

    def word(self, word: str) -> int:
        """Find a word."""
        return self._line_of(self._quoted(word))

    def key(self, key: str) -> int:  # noqa: ARG002 (a stored deck has no unknown keys)
        """Return the last line."""
        return self.line

    def _line_of(self, literal: str) -> int:
        position = -1 if literal in self._missing else self._find(literal)
        if position < 0:
            self._missing.add(literal)
        else:
            self.line += self._text.count("\n", self._at, position)
            self._at = position
        return self.line

    def _find(self, literal: str) -> int:
        inside = literal[1:-1]
        if literal != f'"{inside}"' or '"' in inside:
            return self._text.find(literal, self._at)  # a theme, or a word with quotation marks: rare
        positions = self._positions.get(inside, [])
        while positions and positions[-1] < self._at:
            positions.pop()
        return positions[-1] if positions else -1
