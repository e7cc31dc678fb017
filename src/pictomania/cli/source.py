"""Where rounds come from: files or standard input, read line by line. Knows nothing of the game."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pictomania.cli.document import is_complete, is_unfinished, value_of
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable

STANDARD_INPUT = "-"
LIMIT = 1_000_000  # bytes; the largest honest round has about two thousand
HINT = "Type or paste rounds as JSON, one on each line; pictomania score --help shows what one looks like."

Line = tuple[int, str]  # its number, 1 for the first, and its text


def values_in(file: str) -> Iterator[tuple[str, object]]:
    """Yield each JSON value with its place as soon as it is read: one on each line, or one over several."""
    source = "standard input" if file == STANDARD_INPUT else printable(file) or '""'
    lines = _lines(file, source)
    first = next(lines, None)
    if first is None:
        raise InputError(source, "there is no round in it")
    if is_unfinished(first[1]):
        yield f"{source}, line {first[0]}", _spread_value(first, lines, source)
        return
    for line, text in chain([first], lines):
        yield f"{source}, line {line}", value_of(text, source, line)


def _spread_value(first: Line, rest: Iterator[Line], source: str) -> object:
    start, text = first
    following, last, parts, size = "", start, [text], len(text)
    for line, more in rest:
        following = following or more
        parts += ["\n" * (line - last), more]  # blank lines are kept, so that errors name the right one
        size += line - last + len(more)
        last = line
        if size > LIMIT:
            raise _too_long(f"{source}, line {start}")
    whole = "".join(parts)
    if is_complete(following) and not is_complete(whole):
        whole = text  # rounds on lines after all: the first one is broken, and not what comes after it
    return value_of(whole, source, start)


def _lines(file: str, source: str) -> Iterator[Line]:
    """Yield the lines that are not blank."""
    try:
        with _opened(file) as stream:
            for line, raw in enumerate(iter(lambda: stream.readline(LIMIT + 1), b""), start=1):
                text = _decoded(raw, f"{source}, line {line}")
                if text.strip():
                    yield line, text.rstrip("\r\n")
    except OSError as error:
        raise InputError(source, f"cannot be read: {error.strerror or error}") from None


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file != STANDARD_INPUT:
        return Path(file).open("rb")
    if sys.stdin is None:  # closed by whoever started us
        raise OSError("it is closed")
    if sys.stdin.isatty():
        print(HINT, file=sys.stderr)
    return nullcontext(sys.stdin.buffer)


def _decoded(raw: bytes, place: str) -> str:
    if len(raw) > LIMIT:
        raise _too_long(place)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(place, f"not UTF-8 text at byte {error.start + 1}") from None


def _too_long(place: str) -> InputError:
    return InputError(place, "more than 1 MB, which is too long for a round")
