"""What people may call themselves and say: cleaned, measured as the eye sees it, and told apart."""

import re
from collections.abc import Collection
from unicodedata import category, normalize

from pictomania.words.spelling import JOINERS, clean, unfit

LONGEST_NAME = 20  # as the eye counts
LONGEST_LINE = 200
MOST_SIGNS = 10  # of what the eye sees as one, on the average of a text
MOST_ACCENTS = 3  # on one letter
MOST_MARKS = 6  # on one letter: accents, and those vowels that some scripts write beside it

# A name is also compared as somebody sees it who is being fooled: these look alike in most typefaces.
_CYRILLIC, _LATIN = (
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u043a\u043c\u0442\u043d\u0432\u0456\u0458\u0455",
    "aceopxykmthbljs",
)
_GREEK, _ITS_LATIN = (
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7",
    "abezhlkmnoptyx",
)
_ALIKE = str.maketrans(_CYRILLIC + _GREEK + "i\u013101|", _LATIN + _ITS_LATIN + "lloll")
_BLANK = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"  # letters and signs by name, but nothing is to be seen
_PICTURE = "[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_SHADED = f"{_PICTURE}[\U0001f3fb-\U0001f3ff]?"  # perhaps with a colour of skin
_SIGN = re.compile(  # a flag, up to four pictures in one, or any other sign
    f"[\U0001f1e6-\U0001f1ff]{{2}}|{_SHADED}(?:\u200d{_SHADED}){{0,3}}|[^{JOINERS}]"
)


def cleaned(text: str, longest: int) -> str | None:
    """Spell a text in one way; None if it is empty, too long, or has signs in it that are not to be seen."""
    if len(text) > longest * MOST_SIGNS:  # asked first, since all the rest takes its time with long texts
        return None
    text = clean(text)
    if unfit(text) is not None or length(text) > longest or _is_flooded(text):
        return None
    return text if any(_is_visible(sign) for sign in text) else None


def length(text: str) -> int:
    """Count what the eye sees as one sign: a letter with its accents, a joined emoji, a flag."""
    return len(_SIGN.findall("".join(sign for sign in text if category(sign)[0] != "M")))


def _is_flooded(text: str) -> bool:
    """Are there letters with more on them than any language has?"""
    accents = marks = 0
    for sign in normalize("NFD", text):
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


def looks(name: str) -> str:
    """Reduce a name to what it looks like at a glance."""
    return "".join(filter(_is_visible, normalize("NFKD", name).casefold())).translate(_ALIKE)


def told_apart(name: str, taken: Collection[str]) -> str:
    """Give somebody whose name is taken a number, so that everyone is told apart."""
    others = {looks(other) for other in taken}
    chosen, number = name, 1
    while looks(chosen) in others:
        number += 1
        chosen = f"{name} {number}"
    return chosen
