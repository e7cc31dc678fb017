"""What people may call themselves and say: cleaned, measured as the eye sees it, and told apart."""

import re
from collections.abc import Collection, Iterator
from unicodedata import category, normalize
from unicodedata import name as name_of

from pictomania.table.lookalikes import SHAPES, SHAPES_BEFORE_NFKD
from pictomania.words.spelling import JOINERS, clean, unfit

LONGEST_NAME = 20  # as the eye counts
LONGEST_LINE = 200
MOST_SIGNS = 9  # of what the eye sees as one, on average; a name and a number fit into `wire.limits.Name`
MOST_ACCENTS = 3  # on one letter
MOST_MARKS = 6  # on one letter: accents, and those vowels that some scripts write beside it

# As shapes: a small L, a capital I, a one and a bar are one line; a zero is an O.
_STROKES = str.maketrans("lI1|O0", "||||oo")
# Letters and signs by name, but nothing is to be seen.
_BLANK = "\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\u2800\U0001d159"
# Alphabets whose marks are accents or points that many leave out; in all others, marks are vowels.
_ACCENTED = ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC", "SYRIAC")
_VOICED = "\u3099\u309a"  # marks of Japanese letters, which make another letter
_PICTURE = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_SHADED = f"{_PICTURE}[\U0001f3fb-\U0001f3ff]?"  # perhaps with a colour of skin
_SIGN = re.compile(  # a flag, up to four pictures in one, or any other sign
    f"[\U0001f1e6-\U0001f1ff]{{2}}|{_SHADED}(?:\u200d{_SHADED}){{0,3}}|[^{JOINERS}]"
)


def cleaned(text: str, longest: int) -> str | None:
    """Spell a text in one way; None if it is empty, too long, or has signs in it that are not to be seen."""
    # These come first: putting marks in order takes quadratic time in the number of marks on a letter.
    if len(text) > longest * MOST_SIGNS or _is_flooded(text):
        return None
    text = clean(text)
    if len(text) > longest * MOST_SIGNS:  # composing can take letters apart
        return None
    if unfit(text) is not None or length(text) > longest or _is_flooded(normalize("NFD", text)):
        return None
    return text if any(_is_visible(sign) for sign in text) else None


def length(text: str) -> int:
    """Count what the eye sees as one sign: a letter with its accents, a joined emoji, a flag."""
    return len(_SIGN.findall("".join(sign for sign in text if category(sign)[0] != "M")))


def _is_flooded(text: str) -> bool:
    """Are there letters with more on them than any language has?"""
    accents = marks = 0
    for sign in text:
        kind = category(sign)
        if kind[0] == "M":
            marks += 1
            accents += kind != "Mc"
        elif sign not in JOINERS:
            accents = marks = 0
        if accents > MOST_ACCENTS or marks > MOST_MARKS:
            return True
    return False


def _is_visible(sign: str) -> bool:
    return category(sign)[0] not in "CZM" and sign not in _BLANK


def looks(name: str) -> frozenset[str]:
    """Reduce a name to its shapes, as it is written and in capitals; names that share one look alike.

    Both are needed: a small Greek nu looks like a V and a capital one like an N, and capitals make a name
    equal to itself in another case.
    """
    return frozenset((f"as written: {_shapes(name)}", f"in capitals: {_shapes(name.upper())}"))


def _shapes(text: str) -> str:
    parts = normalize("NFKD", text.translate(SHAPES_BEFORE_NFKD))
    seen = (sign for base, sign in _with_bases(parts) if _is_visible(sign) or _is_vowel(base, sign))
    return "".join(seen).translate(SHAPES).translate(_STROKES).casefold()


def _with_bases(text: str) -> Iterator[tuple[str, str]]:
    """Pair each sign with the letter that it stands on: itself, unless it is a mark."""
    base = " "  # where a text begins with a mark
    for sign in text:
        if category(sign)[0] != "M":
            base = sign
        yield base, sign


def _is_vowel(base: str, mark: str) -> bool:
    """Is this a mark that makes another letter of the one it stands on, in the script of both?"""
    if category(mark)[0] != "M" or mark in _BLANK:
        return False
    script = name_of(base, "").partition(" ")[0]
    if mark in _VOICED:
        return script in ("HIRAGANA", "KATAKANA")
    return script not in _ACCENTED and name_of(mark, "").startswith(f"{script} ")


def told_apart(name: str, taken: Collection[str]) -> str:
    """Give somebody whose name is taken a number, so that everyone is told apart."""
    others = _all_looks(taken)
    chosen, number = name, 1
    while not looks(chosen).isdisjoint(others):
        number += 1
        chosen = f"{name} {number}"
    return chosen


def is_taken(name: str, taken: Collection[str]) -> bool:
    """Does a name look like one of these?"""
    return not looks(name).isdisjoint(_all_looks(taken))


def _all_looks(names: Collection[str]) -> frozenset[str]:
    return frozenset().union(*map(looks, names))
