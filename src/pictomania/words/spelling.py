"""Normalization and comparison of words, and forbidden characters."""

from unicodedata import category, normalize

JOINERS = "\u200c\u200d"  # invisible, but some scripts need them
# Control characters, bidirectional overrides, lone surrogates, line separators.
FORBIDDEN_CATEGORIES = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
MAX_DECOMPOSITION = 4  # code points in the canonical decomposition of one character, at most


def clean(word: str) -> str:
    """Normalize a word: NFC, single spaces, no spaces at the ends.

    Check `is_within` first: normalizing a run of combining marks takes quadratic time.
    """
    return normalize("NFC", " ".join(word.split()))


def is_within(word: str, limit: int) -> bool:
    """Has the normalized word at most `limit` characters? Takes linear time."""
    single = " ".join(word.split())
    return len(single) <= limit * MAX_DECOMPOSITION and len(normalize("NFC", single)) <= limit


def truncate(word: str, limit: int) -> str:
    """Return the first `limit` characters of the normalized word. Takes linear time."""
    return normalize("NFC", " ".join(word.split())[: limit * MAX_DECOMPOSITION])[:limit]


def fold(word: str) -> str:
    """Fold a word for comparison: ignores case and the difference between the Russian yo and ye."""
    return fold_clean(clean(word))


def fold_clean(word: str) -> str:
    """Fold a word that is normalized already."""
    return word.casefold().replace("\u0451", "\u0435")


def forbidden_character(word: str) -> str | None:
    """Return the first forbidden character of a word, such as U+202E, or None."""
    for char in word:
        if char not in JOINERS and category(char) in FORBIDDEN_CATEGORIES:
            return f"U+{ord(char):04X}"
    return None
