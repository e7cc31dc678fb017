"""Languages of the word cards; each player reads the same cards in their own language."""

from enum import StrEnum


class Language(StrEnum):
    """A language by its code; the order is also the fallback order for missing words."""

    EN = "en"
    ES = "es"
    FR = "fr"
    RU = "ru"
