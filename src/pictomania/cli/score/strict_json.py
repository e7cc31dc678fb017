"""Strict JSON parser: numbers and objects that Python would silently change stay recognisable."""

import json
from dataclasses import dataclass

from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

MAX_DIGITS = 9  # far more than any field needs, far fewer than Python's limit


@dataclass(frozen=True, slots=True)
class RawNumber:
    """A number as text: with a fraction, an exponent or very many digits; NaN and Infinity too."""

    text: str


@dataclass(frozen=True, slots=True)
class DuplicateKey:
    """An object in which a key appears twice."""

    key: str


def _integer(text: str) -> int | RawNumber:
    return int(text) if len(text) <= MAX_DIGITS else RawNumber(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | DuplicateKey:
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            return DuplicateKey(key)
        members[key] = value
    return members


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=RawNumber, parse_constant=RawNumber
)


def parse_json(text: str, source: str, line: int) -> object:
    """Parse JSON text that begins on this line of a source."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"{source}, line {line + error.lineno - 1}"
        raise InputError(where, f"not JSON at character {error.colno}: {_reason(error)}") from None
    except RecursionError:
        raise InputError(f"{source}, line {line}", "nested too deeply for a round") from None


def _reason(error: json.JSONDecodeError) -> str:
    if error.msg == "Extra data":
        return "something follows the round; give one round per line, or a single one over several lines"
    return printable(error.msg[:1].lower() + error.msg[1:])


def is_complete(text: str) -> bool:
    """Whether the text is valid JSON."""
    try:
        _DECODER.decode(text)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def is_unfinished(text: str) -> bool:
    """Whether the text is the beginning of valid JSON."""
    text = text.rstrip()
    try:
        _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except RecursionError:
        return False
    return False
