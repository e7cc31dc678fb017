"""Where things stand in a text that was parsed as a whole, so that errors can name the line."""

import re


class Cursor:
    """Goes forward through a text, from one thing that was read to the next."""

    def __init__(self, text: str) -> None:
        """Begin at the first line."""
        self._text = text
        self._at = 0

    def line_of(self, written: str) -> int:
        """Name the line where this stands next, or the last one named if it cannot be found as it is."""
        found = self._text.find(written, self._at) if written else -1
        if found >= 0:
            self._at = found
        return self._text.count("\n", 0, self._at) + 1

    def line_of_key(self, key: str) -> int:
        """Name the line where this stands next as a key of TOML or JSON, or as the name of a table."""
        found = re.compile(rf'(?<![\w-])"?{re.escape(key)}"?\s*[\]=:]').search(self._text, self._at)
        return self.line_of(found[0]) if found else self.line_of("")
