"""Reader of JSON values from files or standard input, line by line. Knows nothing of the game."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable
from pictomania.cli.score.strict_json import is_complete, is_unfinished, parse_json

STANDARD_INPUT = "-"
LIMIT = 1_000_000  # bytes; the largest real round has about two thousand
HINT = "Type or paste rounds as JSON, one per line; pictomania score --help shows an example."

NumberedLine = tuple[int, str]  # counted from 1


def read_values(file: str) -> Iterator[tuple[str, object]]:
    """Yield each JSON value with its location as soon as it is read: one per line, or one over several."""
    source = "standard input" if file == STANDARD_INPUT else printable(file) or '""'
    lines = _lines(file, source)
    first = next(lines, None)
    if first is None:
        raise InputError(source, "no round in it")
    if is_unfinished(first[1]):
        yield f"{source}, line {first[0]}", _multiline_value(first, lines, source)
        return
    for line, text in chain([first], lines):
        yield f"{source}, line {line}", parse_json(text, source, line)


def _multiline_value(first: NumberedLine, rest: Iterator[NumberedLine], source: str) -> object:
    start, text = first
    following, last, parts, size = "", start, [text], len(text)
    for line, more in rest:
        following = following or more
        parts += ["\n" * (line - last), more]  # keep blank lines, so that errors have the right line number
        size += line - last + len(more)
        last = line
        if size > LIMIT:
            raise _too_long(f"{source}, line {start}")
    whole = "".join(parts)
    if is_complete(following) and not is_complete(whole):
        whole = text  # one round per line after all, and the first is broken
    return parse_json(whole, source, start)


def _lines(file: str, source: str) -> Iterator[NumberedLine]:
    """Yield the lines that are not blank."""
    try:
        with _open(file) as stream:
            for line, raw in enumerate(iter(lambda: stream.readline(LIMIT + 1), b""), start=1):
                text = _decode(raw, f"{source}, line {line}")
                if text.strip():
                    yield line, text.rstrip("\r\n")
    except OSError as error:
        raise InputError(source, f"cannot be read: {error.strerror or error}") from None


def _open(file: str) -> AbstractContextManager[BinaryIO]:
    if file != STANDARD_INPUT:
        return Path(file).open("rb")
    if sys.stdin is None:  # closed by the parent process
        raise OSError("it is closed")
    if sys.stdin.isatty():
        print(HINT, file=sys.stderr)
    return nullcontext(sys.stdin.buffer)


def _decode(raw: bytes, place: str) -> str:
    if len(raw) > LIMIT:
        raise _too_long(place)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(place, f"not UTF-8 text at byte {error.start + 1}") from None


def _too_long(place: str) -> InputError:
    return InputError(place, "more than 1 MB, which is too long for a round")
