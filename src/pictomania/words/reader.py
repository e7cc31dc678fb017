"""Reading a deck that somebody brings: which form it is in, how large it may be, and all or nothing."""

from pathlib import PurePath

from pictomania.words.check import deck_from
from pictomania.words.deck import WordDeck
from pictomania.words.draft import DeckError, DraftSide, Mistake
from pictomania.words.formats import csv, json, text, toml

LARGEST = 1_000_000  # bytes; our own 99 cards have a fifth of that
FORMATS = ("text", "csv", "toml", "json")


def format_of(name: str) -> str:
    """Tell the form of a file by its name; whatever is not known is plain text."""
    suffix = PurePath(name).suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else "text"


def read_deck(raw: bytes, form: str, language: str = "en", *, stored: bool = False) -> WordDeck:
    """Read a whole deck, or raise `DeckError`; `language` is that of plain text which does not say.

    A deck that an earlier version accepted and `stored` is still accepted, whatever has been forbidden since.
    """
    if len(raw) > LARGEST:
        sentence = f"the file has more than {LARGEST // 1_000_000} MB, which is too much for a deck"
        raise DeckError(1, Mistake.TOO_LARGE, sentence, number=LARGEST // 1_000)
    return deck_from(_draft(_decoded(raw), form, language, stored=stored), stored=stored)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DeckError(line, Mistake.UNREADABLE, "the file is not UTF-8 text") from None


def _draft(written: str, form: str, language: str, *, stored: bool) -> list[DraftSide]:
    match form:
        case "csv":
            return csv.read(written)
        case "toml":
            return toml.read(written, stored=stored)
        case "json":
            return json.read(written, stored=stored)
        case _:
            return text.read(written, language)
