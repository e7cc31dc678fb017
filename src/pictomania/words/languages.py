"""Languages of pages and word cards; each player reads the same cards in their own language.

A language is any BCP 47 tag of a language, a script and a region, such as `en`, `pt-BR` or `zh-Hant`, in the
standard's capitals. Which languages have words is up to a deck.
"""

import re
from collections.abc import Container, Iterable, Sequence
from typing import Annotated

from msgspec import Meta

LANGUAGE_PATTERN = r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?"
Language = Annotated[str, Meta(pattern=rf"\A{LANGUAGE_PATTERN}\Z")]
LANGUAGE_HINT = "a language tag such as en or pt-BR"  # for errors

ENGLISH: Language = "en"  # the source of all other texts and words
_TAG = re.compile(LANGUAGE_PATTERN)
_REGION = re.compile(r"-([A-Z]{2}|[0-9]{3})\Z")


def is_language(tag: str) -> bool:
    """Is this a language tag?"""
    return _TAG.fullmatch(tag) is not None


def nearest(reader: Language, languages: Container[Language]) -> Language | None:
    """Return a reader's language, if it is there; else the same without its region.

    A script is never dropped: a reader of zh-Hant may not be able to read zh.
    """
    if reader in languages:
        return reader
    parent = _REGION.sub("", reader)
    return parent if parent in languages else None


def best(languages: Sequence[Language], *readers: Language | None) -> Language:
    """Choose a language for the first reader who finds theirs; else English, or the first."""
    found = (nearest(reader, languages) for reader in (*readers, ENGLISH) if reader is not None)
    return next(filter(None, found), languages[0])


def in_order(languages: Iterable[Language]) -> list[Language]:
    """Sort languages by the order in which they stand in for missing ones: English first, then by tag."""
    return sorted(languages, key=lambda language: (language != ENGLISH, language))
