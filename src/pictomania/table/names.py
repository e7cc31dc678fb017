"""What people may call themselves and say: cleaned, measured as the eye sees it, and told apart."""

from collections.abc import Collection
from unicodedata import category, normalize

from pictomania.words.spelling import clean, unfit

LONGEST_NAME = 20  # as the eye counts
LONGEST_LINE = 200
MOST_MARKS = 3  # accents and the like on one letter

# A name is also compared as somebody sees it who is being fooled: these look alike in most typefaces.
_CYRILLIC, _LATIN = (
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u043a\u043c\u0442\u043d\u0432\u0456\u0458\u0455",
    "aceopxykmthbijs",
)
_ALIKE = str.maketrans(_CYRILLIC + "01|", _LATIN + "oll")
_JOINED = "\u200d\ufe0f\ufe0e"  # hold signs together, or choose how they look
_SKIN = range(0x1F3FB, 0x1F400)
_FLAG = range(0x1F1E6, 0x1F200)


def cleaned(text: str, longest: int) -> str | None:
    """Spell a text in one way; None if it is empty, too long, or has signs in it that are not to be seen."""
    text = clean(text)
    if not text or unfit(text) is not None or length(text) > longest or _is_flooded(text):
        return None
    return text if any(_is_visible(sign) for sign in text) else None


def length(text: str) -> int:
    """Count what the eye sees as one sign: a letter with its accents, a joined emoji, a flag."""
    count, joined, flag = 0, False, False
    for sign in text:
        code = ord(sign)
        if sign in _JOINED or category(sign) in ("Mn", "Me", "Mc") or code in _SKIN:
            joined = sign == "\u200d"
            continue
        if code in _FLAG and flag:
            flag = False
            continue
        flag = code in _FLAG
        if not joined:
            count += 1
        joined = False
    return count


def _is_flooded(text: str) -> bool:
    """Are there letters with more accents on them than any language has?"""
    run = 0
    for sign in normalize("NFD", text):
        run = run + 1 if category(sign) in ("Mn", "Me") else 0
        if run > MOST_MARKS:
            return True
    return False


def _is_visible(sign: str) -> bool:
    return category(sign)[0] not in "CZM" and sign not in "\u115f\u1160\u3164\uffa0\u2800"


def looks(name: str) -> str:
    """Reduce a name to what it looks like at a glance."""
    plain = "".join(sign for sign in normalize("NFKD", name).casefold() if category(sign)[0] not in "CZM")
    return plain.translate(_ALIKE)


def told_apart(name: str, taken: Collection[str]) -> str:
    """Give somebody whose name is taken a number, so that everyone is told apart."""
    others = {looks(other) for other in taken}
    chosen, number = name, 1
    while looks(chosen) in others:
        number += 1
        chosen = f"{name} {number}"
    return chosen
