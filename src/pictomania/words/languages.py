"""The languages of the word cards; each player reads the same cards in their own."""

from enum import StrEnum


class Language(StrEnum):
    """A language by its code; where a word is missing, the first of these that has one stands in."""

    EN = "en"
    ES = "es"
    FR = "fr"
    RU = "ru"
