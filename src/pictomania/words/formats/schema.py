"""Type checks for parsed documents; every failure raises `DeckError`."""

from collections.abc import Mapping

from pictomania.words.draft import DeckError, Mistake
from pictomania.words.formats.cursor import Cursor


def expect_table(value: object, what: str, cursor: Cursor) -> Mapping[str, object]:
    """Expect a TOML table or JSON object."""
    if not isinstance(value, dict):
        raise _wrong_type(cursor, f"{what} is not a table")
    return value


def expect_list(value: object, what: str, cursor: Cursor) -> list[object]:
    """Expect a list."""
    if not isinstance(value, list):
        raise _wrong_type(cursor, f"{what} is not a list")
    return value


def expect_string(value: object, what: str, cursor: Cursor) -> str:
    """Expect a string."""
    if not isinstance(value, str):
        raise _wrong_type(cursor, f"{what} is not text")
    return value


def expect_integer(value: object, what: str, cursor: Cursor) -> int:
    """Expect an integer; true does not count as 1."""
    if type(value) is not int:
        raise _wrong_type(cursor, f"{what} is not a whole number")
    return value


def expect_boolean(value: object, what: str, cursor: Cursor) -> bool:
    """Expect true or false."""
    if not isinstance(value, bool):
        raise _wrong_type(cursor, f"{what} is not true or false")
    return value


def expect_tags(value: object, cursor: Cursor) -> tuple[str, ...]:
    """Expect a list of drawing tags."""
    return tuple(expect_string(tag, "an entry of draw", cursor) for tag in expect_list(value, "draw", cursor))


def parse_level(digits: str, line: int) -> int:
    """Parse a level; whether it exists is checked later."""
    try:
        if digits.isdecimal():
            return int(digits)
    except ValueError:  # more digits than Python converts
        pass
    raise DeckError(line, Mistake.NO_SUCH_LEVEL, "is not a level", digits)


def reject_unknown_keys(table: Mapping[str, object], keys: tuple[str, ...], cursor: Cursor) -> None:
    """Reject unknown keys, which are probably typos."""
    for key in table:
        if key not in keys:
            message = f"is not a known key here (known: {', '.join(keys)})"
            raise DeckError(cursor.key(key), Mistake.UNKNOWN_NAME, message, key)


def _wrong_type(cursor: Cursor, message: str) -> DeckError:
    return DeckError(cursor.line, Mistake.WRONG_SHAPE, message)
