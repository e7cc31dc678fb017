"""Reads custom decks in any supported format."""

from pathlib import PurePath

from pictomania.words.deck import WordDeck
from pictomania.words.draft import DeckError, DraftSide, Mistake
from pictomania.words.formats import csv, json, text, toml
from pictomania.words.validation import build_deck

MAX_DECK_BYTES = 1_000_000  # five times the house deck's size
FORMATS = ("text", "csv", "toml", "json")


def format_of(name: str) -> str:
    """Guess the format of a file from its name; plain text by default."""
    suffix = PurePath(name).suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else "text"


def read_deck(raw: bytes, file_format: str, language: str = "en", *, stored: bool = False) -> WordDeck:
    """Read a whole deck, or raise `DeckError`; `language` applies to plain text that does not specify one.

    A deck that version 0.1.0 `stored` is accepted by the rules of that version.
    """
    if len(raw) > MAX_DECK_BYTES:
        message = f"the file is larger than {MAX_DECK_BYTES // 1_000_000} MB"
        raise DeckError(1, Mistake.TOO_LARGE, message, number=MAX_DECK_BYTES // 1_000)
    return build_deck(_parse(_decode(raw), file_format, language, stored=stored), stored=stored)


def _decode(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DeckError(line, Mistake.UNREADABLE, "the file is not UTF-8 text") from None


def _parse(content: str, file_format: str, language: str, *, stored: bool) -> list[DraftSide]:
    match file_format:
        case "csv":
            return csv.read(content)
        case "toml":
            return toml.read(content, stored=stored)
        case "json":
            return json.read(content, stored=stored)
        case _:
            return text.read(content, language)
