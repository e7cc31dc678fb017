"""Tokenizer for TOML: rejects what must not reach the parser, and indexes strings and keys.

The standard library's parser takes quadratic time in the parts of a key, and recurses for each level of
nesting. A deck needs little of either, so anything more is rejected before parsing.
"""

import re
import tomllib

from pictomania.words.draft import DeckError, Mistake
from pictomania.words.formats.cursor import Positions, TokenIndex

MAX_KEY_PARTS = 4  # a deck needs three, as in [[card.a.ideas]]
MAX_DEPTH = 8  # a deck needs six: card = [{ a = { ideas = [{ draw = ["x"] }] } }]

# The first characters select an alternative, which then cannot fail, even on broken text: linear time.
TOKEN = re.compile(
    r"""
    "{3}(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}+)?
  | '{3}(?:[^']++|'(?!''))*+(?:'{3,5}+)?
  | "(?:[^"\\\n]++|\\[^\n])*+"?
  | '[^'\n]*+'?
  | \#[^\n]*+
  | [A-Za-z0-9_+-]++
  | [][{}=.,\n]
    """,
    re.DOTALL | re.VERBOSE,
)


def index_tokens(text: str) -> TokenIndex:
    """Index a text that may be TOML; raise `DeckError` if nesting is too deep or a key has too many parts."""
    scanner = _Scanner(text)
    for token in TOKEN.finditer(text):
        scanner.consume(token[0], token.start())
    return scanner.index


def decode_strings(literals: list[str]) -> list[str]:
    """Decode string literals that are known to be valid."""
    strings: list[str] = tomllib.loads("strings = [" + ",\n".join(literals) + "]")["strings"]
    return strings


class _Scanner:
    """Scanner state after some tokens."""

    def __init__(self, text: str) -> None:
        self.index = TokenIndex()
        self._text = text
        self._depth = 0
        self._dots = 0
        self._word: tuple[str, int] | None = None  # the last word or string, if nothing has followed it
        self._is_new = True  # is this the start of a statement?
        self._header: int | None = None  # offset of a table header

    def consume(self, token: str, position: int) -> None:
        match token:
            case "[" | "{":
                self._open(token, position)
            case "]" | "}":
                self._close()
            case ".":
                self._dot(position)
            case "=" | "," | "\n":
                self._separate(token)
            case _ if token[0] != "#":
                self._add_word()
                self._word = (token, position)
                self._is_new = False

    def _open(self, token: str, position: int) -> None:
        if self._is_new and token == "[":
            self._header = position
        self._is_new = False
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(position, "lists and tables are nested too deeply")
        self._end_key()

    def _close(self) -> None:
        if self._header is not None and self._word is not None:
            if self._depth == 2 and self._dots == 0 and self._word[0].strip("\"'") == "card":
                self.index.items.append(self._header)
            self._add_word(self.index.keys)
        self._depth = max(self._depth - 1, 0)
        self._end_key()

    def _dot(self, position: int) -> None:
        if self._word is not None:
            self._add_word()
            self._dots += 1
            if self._dots >= MAX_KEY_PARTS:
                raise self._error(position, f"a key has more than {MAX_KEY_PARTS} parts")

    def _separate(self, token: str) -> None:
        if token == "=":
            self._add_word(self.index.keys)
        elif token == "\n" and self._depth == 0:
            self._is_new, self._header = True, None
        self._end_key()

    def _end_key(self) -> None:
        self._add_word()
        self._dots = 0

    def _add_word(self, positions: Positions | None = None) -> None:
        """Add the last word, if any, to these positions; by default, as a string."""
        if self._word is None:
            return
        (token, position), self._word = self._word, None
        quoted = token[0] in "\"'"
        if positions is None and not quoted:
            return
        positions = self.index.strings if positions is None else positions
        if quoted and ("\\" in token or token[:3] in ('"' * 3, "'" * 3)):
            self.index.escaped.append((token, position, positions))
        else:
            positions.setdefault(token[1:-1] if quoted else token, []).append(position)

    def _error(self, position: int, message: str) -> DeckError:
        line = self._text.count("\n", 0, position) + 1
        return DeckError(line, Mistake.NOT_THIS_FORM, f"this TOML is too complex for a deck: {message}")
