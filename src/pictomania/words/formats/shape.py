"""What a parsed document must look like to be a deck; whatever does not is refused by name."""

from collections.abc import Mapping

from pictomania.words.draft import DeckError, Mistake
from pictomania.words.formats.cursor import Cursor


def table_of(value: object, what: str, cursor: Cursor) -> Mapping[str, object]:
    """Expect a table (an object)."""
    if not isinstance(value, dict):
        raise _misshapen(cursor, f"{what} is not a table")
    return value


def list_of(value: object, what: str, cursor: Cursor) -> list[object]:
    """Expect a list."""
    if not isinstance(value, list):
        raise _misshapen(cursor, f"{what} is not a list")
    return value


def text_of(value: object, what: str, cursor: Cursor) -> str:
    """Expect a text."""
    if not isinstance(value, str):
        raise _misshapen(cursor, f"{what} is not a text")
    return value


def whole_of(value: object, what: str, cursor: Cursor) -> int:
    """Expect a whole number; true is not 1."""
    if type(value) is not int:
        raise _misshapen(cursor, f"{what} is not a whole number")
    return value


def flag_of(value: object, what: str, cursor: Cursor) -> bool:
    """Expect true or false."""
    if not isinstance(value, bool):
        raise _misshapen(cursor, f"{what} is neither true nor false")
    return value


def tags_of(value: object, cursor: Cursor) -> tuple[str, ...]:
    """Expect a list of names of drawings."""
    return tuple(text_of(tag, "a name in draw", cursor) for tag in list_of(value, "draw", cursor))


def level_of(written: str, line: int) -> int:
    """Expect the digits of a level; whether it exists is another question."""
    try:
        if written.isdecimal():
            return int(written)
    except ValueError:  # more digits than Python reads
        pass
    raise DeckError(line, Mistake.NO_SUCH_LEVEL, "is not a level", written)


def known(table: Mapping[str, object], keys: tuple[str, ...], cursor: Cursor) -> None:
    """Refuse keys that mean nothing here: they are typing errors."""
    for key in table:
        if key not in keys:
            sentence = f"means nothing here (known: {', '.join(keys)})"
            raise DeckError(cursor.key(key), Mistake.UNKNOWN_NAME, sentence, key)


def _misshapen(cursor: Cursor, sentence: str) -> DeckError:
    return DeckError(cursor.line, Mistake.WRONG_SHAPE, sentence)
