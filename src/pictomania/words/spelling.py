"""How words are spelt and compared: what may not stand in them, and when two of them are the same."""

from unicodedata import category, normalize

JOINERS = "\u200c\u200d"  # invisible, but some scripts are spelt with them
# Control characters, overrides of the direction of writing, halves of characters, line separators.
UNFIT = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def clean(word: str) -> str:
    """Spell a word in one way: composed accents, single blanks, none at the ends."""
    return normalize("NFC", " ".join(word.split()))


def fold(word: str) -> str:
    """Reduce a word to what is compared: differences of case, and of the Russian yo and ye, do not count."""
    return clean(word).casefold().replace("\u0451", "\u0435")


def unfit(word: str) -> str | None:
    """Name the first character that must not stand in a word, as U+202E, or None."""
    for char in word:
        if char not in JOINERS and category(char) in UNFIT:
            return f"U+{ord(char):04X}"
    return None
