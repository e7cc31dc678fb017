"""JSON text as values, strict where Python's reader is lenient: what no field can take stays recognisable."""

import json
from dataclasses import dataclass

from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

LONGEST_WHOLE = 9  # digits; far more than any field needs, far fewer than Python balks at


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it was written, with a fraction, an exponent or very many digits; NaN and Infinity too."""

    written: str


@dataclass(frozen=True, slots=True)
class Doubled:
    """An object in which a key stands twice, so that nobody knows which value is meant."""

    key: str


def _whole(written: str) -> int | Figure:
    return int(written) if len(written) <= LONGEST_WHOLE else Figure(written)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | Doubled:
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            return Doubled(key)
        members[key] = value
    return members


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=Figure, parse_constant=Figure
)


def value_of(text: str, source: str, line: int) -> object:
    """Read the JSON text that begins on this line of a source."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        where = f"{source}, line {line + error.lineno - 1}"
        raise InputError(where, f"not JSON at character {error.colno}: {_why(error)}") from None
    except RecursionError:
        raise InputError(f"{source}, line {line}", "nested too deeply for a round") from None


def _why(error: json.JSONDecodeError) -> str:
    if error.msg == "Extra data":
        return "something follows the round; give one round on each line, or a single one over several lines"
    return printable(error.msg[:1].lower() + error.msg[1:])


def is_complete(text: str) -> bool:
    """Is this JSON as it stands?"""
    try:
        _DECODER.decode(text)
    except (json.JSONDecodeError, RecursionError):
        return False
    return True


def is_unfinished(text: str) -> bool:
    """Is this JSON so far, but broken off?"""
    text = text.rstrip()
    try:
        _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except RecursionError:
        return False
    return False
