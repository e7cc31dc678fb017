"""Display name rules: names and chat are normalized and measured in graphemes; names must look unique."""

import re
from collections.abc import Collection, Iterator
from unicodedata import category, normalize
from unicodedata import name as name_of

from pictomania.table.identity.confusables import SHAPES, SHAPES_BEFORE_NFKD
from pictomania.words.spelling import JOINERS, clean, forbidden_character

MAX_NAME_LENGTH = 20  # graphemes
MAX_LINE_LENGTH = 200
MAX_CODE_POINTS = 9  # per grapheme, on average; a name and a number fit into `wire.limits.Name`
MAX_ACCENTS = 3  # on one letter
MAX_LETTER_MARKS = 6  # on one letter: accents, and vowel signs that some scripts write beside it

# By shape, a small L, a capital I, a one and a bar are the same, and so are a zero and an O.
_STROKES = str.maketrans("lI1|O0", "||||oo")
# Characters that count as letters or symbols, but are invisible.
_BLANK = "\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\u2800\U0001d159"
# Alphabets whose marks are accents or points that are often left out; in all others, marks are vowels.
_ACCENTED = ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "SYRIAC")
_VOICED = "\u3099\u309a"  # Japanese voicing marks, which make another letter
_PICTURE = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_SHADED = f"{_PICTURE}[\U0001f3fb-\U0001f3ff]?"  # with an optional skin tone
_GRAPHEME = re.compile(  # a flag, up to four joined emoji, or any other character
    f"[\U0001f1e6-\U0001f1ff]{{2}}|{_SHADED}(?:\u200d{_SHADED}){{0,3}}|[^{JOINERS}]"
)


def clean_name(text: str, longest: int) -> str | None:
    """Normalize a text; None if it is empty, too long, or has invisible characters."""
    # First, because normalization takes quadratic time in the number of marks on a letter.
    if len(text) > longest * MAX_CODE_POINTS or _is_flooded(text):
        return None
    text = clean(text)
    if len(text) > longest * MAX_CODE_POINTS:  # normalization can decompose letters
        return None
    if forbidden_character(text) is not None or length(text) > longest or _is_flooded(normalize("NFD", text)):
        return None
    return text if any(_is_visible(char) for char in text) else None


def length(text: str) -> int:
    """Count graphemes: a letter with its accents, a joined emoji and a flag are one each."""
    return len(_GRAPHEME.findall("".join(char for char in text if category(char)[0] != "M")))


def _is_flooded(text: str) -> bool:
    """Whether a letter has more marks than any language uses."""
    accents = marks = 0
    for char in text:
        kind = category(char)
        if kind[0] == "M":
            marks += 1
            accents += kind != "Mc"
        elif char not in JOINERS:
            accents = marks = 0
        if accents > MAX_ACCENTS or marks > MAX_LETTER_MARKS:
            return True
    return False


def _is_visible(char: str) -> bool:
    return category(char)[0] not in "CZM" and char not in _BLANK


def looks(name: str) -> frozenset[str]:
    """Reduce a name to its shapes, as written and in capitals; names that share either look alike.

    Both are needed: a small Greek nu looks like a V and a capital one like an N, and in capitals a name
    equals itself in another case.
    """
    return frozenset((f"as written: {_shapes(name)}", f"in capitals: {_shapes(name.upper())}"))


def _shapes(text: str) -> str:
    parts = normalize("NFKD", text.translate(SHAPES_BEFORE_NFKD))
    seen = (char for base, char in _with_bases(parts) if _is_visible(char) or _is_vowel(base, char))
    return "".join(seen).translate(SHAPES).translate(_STROKES).casefold()


def _with_bases(text: str) -> Iterator[tuple[str, str]]:
    """Pair each character with the one that it modifies: itself, unless it is a mark."""
    base = " "  # if a text starts with a mark
    for char in text:
        if category(char)[0] != "M":
            base = char
        yield base, char


def _is_vowel(base: str, mark: str) -> bool:
    """Whether a mark turns its base letter into another letter, in the script of both."""
    if category(mark)[0] != "M" or mark in _BLANK:
        return False
    script = name_of(base, "").partition(" ")[0]
    if mark in _VOICED:
        return script in ("HIRAGANA", "KATAKANA")
    return script not in _ACCENTED and name_of(mark, "").startswith(f"{script} ")


def make_unique(name: str, taken: Collection[str]) -> str:
    """Add a number to a name that looks like one of these."""
    others = _all_looks(taken)
    chosen, number = name, 1
    while not looks(chosen).isdisjoint(others):
        number += 1
        chosen = f"{name} {number}"
    return chosen


def is_taken(name: str, taken: Collection[str]) -> bool:
    """Whether a name looks like one of these."""
    return not looks(name).isdisjoint(_all_looks(taken))


def _all_looks(names: Collection[str]) -> frozenset[str]:
    return frozenset().union(*map(looks, names))
