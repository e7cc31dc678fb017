"""The tokens of a TOML text: what must not reach the parser, and where everything stands.

The standard library's parser takes time that grows with the square of the parts of a key, and one call for
each level of nesting. A deck needs little of either, so more is refused before the parser sees it.
"""

import re
import tomllib

from pictomania.words.draft import DeckError, Mistake
from pictomania.words.formats.cursor import Index, Places

MOST_PARTS = 4  # of a dotted key; a deck needs three, as in [[card.a.ideas]]
DEEPEST = 8  # a deck needs six: card = [{ a = { ideas = [{ draw = ["x"] }] } }]

# Each alternative is chosen by its first characters and then cannot fail, even on broken text: linear.
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


def index_of(text: str) -> Index:
    """Index a text that may be TOML; raise `DeckError` if it is too deeply nested or has too long keys."""
    scan = _Scan(text)
    for token in TOKEN.finditer(text):
        scan.take(token[0], token.start())
    return scan.index


def decode(literals: list[str]) -> list[str]:
    """Decode string literals that are known to be right."""
    strings: list[str] = tomllib.loads("strings = [" + ",\n".join(literals) + "]")["strings"]
    return strings


class _Scan:
    """What is known of a text up to one of its tokens."""

    def __init__(self, text: str) -> None:
        self.index = Index()
        self._text = text
        self._depth = 0
        self._dots = 0
        self._word: tuple[str, int] | None = None  # the last word or string, if nothing came after it
        self._is_new = True  # does a statement begin here?
        self._header: int | None = None  # where the name of a table began, in brackets

    def take(self, token: str, place: int) -> None:
        match token:
            case "[" | "{":
                self._open(token, place)
            case "]" | "}":
                self._close()
            case ".":
                self._dot(place)
            case "=" | "," | "\n":
                self._separate(token)
            case _ if token[0] != "#":
                self._file_word()
                self._word = (token, place)
                self._is_new = False

    def _open(self, token: str, place: int) -> None:
        if self._is_new and token == "[":
            self._header = place
        self._is_new = False
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._refused(place, "lists and tables in it are nested too deeply")
        self._end_key()

    def _close(self) -> None:
        if self._header is not None and self._word is not None:
            if self._depth == 2 and self._dots == 0 and self._word[0].strip("\"'") == "card":
                self.index.items.append(self._header)
            self._file_word(self.index.keys)
        self._depth = max(self._depth - 1, 0)
        self._end_key()

    def _dot(self, place: int) -> None:
        if self._word is not None:
            self._file_word()
            self._dots += 1
            if self._dots >= MOST_PARTS:
                raise self._refused(place, f"a key in it has more than {MOST_PARTS} parts")

    def _separate(self, token: str) -> None:
        if token == "=":
            self._file_word(self.index.keys)
        elif token == "\n" and self._depth == 0:
            self._is_new, self._header = True, None
        self._end_key()

    def _end_key(self) -> None:
        self._file_word()
        self._dots = 0

    def _file_word(self, places: Places | None = None) -> None:
        """File the last word, if any, as a string unless it is said to be a key."""
        if self._word is None:
            return
        (token, place), self._word = self._word, None
        quoted = token[0] in "\"'"
        if places is None and not quoted:
            return
        places = self.index.strings if places is None else places
        if quoted and ("\\" in token or token[:3] in ('"' * 3, "'" * 3)):
            self.index.escaped.append((token, place, places))
        else:
            places.setdefault(token[1:-1] if quoted else token, []).append(place)

    def _refused(self, place: int, sentence: str) -> DeckError:
        line = self._text.count("\n", 0, place) + 1
        return DeckError(line, Mistake.NOT_THIS_FORM, f"not TOML that could be a deck: {sentence}")
