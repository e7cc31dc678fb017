"""How words are spelt and compared: what may not stand in them, and when two of them are the same."""

from unicodedata import category, normalize

JOINERS = "\u200c\u200d"  # invisible, but some scripts are spelt with them
# Control characters, overrides of the direction of writing, halves of characters, line separators.
UNFIT = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
MOST_PARTS = 4  # a composed character has at most so many code points when it is taken apart


def clean(word: str) -> str:
    """Spell a word in one way: composed accents, single blanks, none at the ends.

    Bound the length first (`fits`): the time grows with the square of a run of combining marks.
    """
    return normalize("NFC", " ".join(word.split()))


def fits(word: str, longest: int) -> bool:
    """Tell whether a word has at most so many characters when it is clean, in linear time."""
    single = " ".join(word.split())
    return len(single) <= longest * MOST_PARTS and len(normalize("NFC", single)) <= longest


def beginning(word: str, longest: int) -> str:
    """The first characters of a word when it is clean, in linear time."""
    return normalize("NFC", " ".join(word.split())[: longest * MOST_PARTS])[:longest]


def fold(word: str) -> str:
    """Reduce a word to what is compared: differences of case, and of the Russian yo and ye, do not count."""
    return folded(clean(word))


def folded(word: str) -> str:
    """Reduce a word that is clean already."""
    return word.casefold().replace("\u0451", "\u0435")


def unfit(word: str) -> str | None:
    """Name the first character that must not stand in a word, as U+202E, or None."""
    for char in word:
        if char not in JOINERS and category(char) in UNFIT:
            return f"U+{ord(char):04X}"
    return None
