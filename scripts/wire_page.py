"""Parser of docs/wire.md: its examples of messages, and of ink as bytes with their meaning."""

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
_BYTES = re.compile(r"((?:[0-9a-f]{2} )*[0-9a-f]{2})(?:  .*)?")  # followed by two spaces and an explanation

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
    """A binary frame, and its meaning."""

    name: str
    data: bytes
    says: object


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of JSON and bytes."""
    section = heading = ""
    for match in _BLOCK.finditer(page):
        if match["section"]:
            section, heading = match["section"], ""
        elif match["heading"]:
            heading = match["heading"]
        else:
            yield Block(section, heading, match["kind"], match["text"], match.span("text"))


def messages(page: str, section: str) -> list[Block]:
    """Return the examples of messages in a section."""
    return [block for block in blocks(page) if block.section == section and block.kind == "json"]


def byte_examples(page: str, section: str) -> list[BytesExample]:
    """Return the examples of bytes in a section; each is followed by its meaning as JSON."""
    found = [block for block in blocks(page) if block.section == section]
    pairs = list(zip(found[::2], found[1::2], strict=True))
    if any((one.kind, other.kind, one.heading) != ("hex", "json", other.heading) for one, other in pairs):
        raise ValueError(f"in {section}: bytes and their meanings do not alternate")
    return [BytesExample(one.heading, _bytes(one.text), json.loads(other.text)) for one, other in pairs]


def _bytes(text: str) -> bytes:
    lines = [_BYTES.fullmatch(line) for line in text.splitlines()]
    if None in lines:
        raise ValueError(f"not bytes: {text}")
    return bytes.fromhex("".join(line[1] for line in lines if line))
