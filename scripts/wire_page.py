"""Reads docs/wire.md: its example of every message, and its examples of ink as bytes with what they say."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs/wire.md"

_BLOCK = re.compile(
    r"^## (?P<section>[^\n]+)$|^### (?P<heading>[^\n]+)$|^```(?P<kind>json|hex)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_BYTES = re.compile(r"((?:[0-9a-f]{2} )*[0-9a-f]{2})(?:  .*)?")  # then, after two blanks, what they mean

FROM_CLIENT = "From the client"
TO_CLIENT = "To the client"
BYTES_FROM_CLIENT = "Bytes from the client"
BYTES_TO_CLIENT = "Bytes to the client"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block under its headings."""

    section: str
    heading: str
    kind: str
    text: str
    span: tuple[int, int]  # of the text, in the page


@dataclass(frozen=True, slots=True)
class BytesExample:
    """A binary frame, and what is in it."""

    name: str
    data: bytes
    says: object


def blocks(page: str) -> Iterator[Block]:
    """Go through the fenced blocks of JSON and bytes."""
    section = heading = ""
    for found in _BLOCK.finditer(page):
        if found["section"]:
            section, heading = found["section"], ""
        elif found["heading"]:
            heading = found["heading"]
        else:
            yield Block(section, heading, found["kind"], found["text"], found.span("text"))


def messages(page: str, section: str) -> list[Block]:
    """The examples of messages in a section."""
    return [block for block in blocks(page) if block.section == section and block.kind == "json"]


def byte_examples(page: str, section: str) -> list[BytesExample]:
    """The examples of bytes in a section: each is followed by what it says."""
    found = [block for block in blocks(page) if block.section == section]
    pairs = list(zip(found[::2], found[1::2], strict=True))
    if any((one.kind, other.kind, one.heading) != ("hex", "json", other.heading) for one, other in pairs):
        raise ValueError(f"in {section}: bytes and what they say do not take turns")
    return [BytesExample(one.heading, _bytes(one.text), json.loads(other.text)) for one, other in pairs]


def _bytes(text: str) -> bytes:
    lines = [_BYTES.fullmatch(line) for line in text.splitlines()]
    if None in lines:
        raise ValueError(f"not bytes: {text}")
    return bytes.fromhex("".join(line[1] for line in lines if line))
