"""What a log promises, whatever keeps it: order, durability, and one writer at a time for each table."""

import re
from collections.abc import Sequence
from typing import Protocol

LARGEST_ENTRY = 1_000_000  # bytes; what NATS takes by default, so that both kinds of log refuse the same

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what can be a part of a NATS subject


class Conflict(Exception):  # noqa: N818 (what happened, not what is wrong)
    """Somebody else has appended: whoever tried is not the host of the table any more. Nothing was stored."""


class Unavailable(Exception):  # noqa: N818 (a state, and often a passing one)
    """No answer: the entries may or may not be stored.

    Tell nobody that they are; try again with the same position, or read the table's end again.
    """


class Unusable(Exception):  # noqa: N818 (a state that needs a person)
    """A log that cannot be opened; the one sentence is for whoever starts the server."""


class EventLog(Protocol):
    """Entries by table, each with a position.

    A position is 0 before the first entry and grows with every entry; whether by one is the log's own affair,
    so take the next one from what `append` returns. Names and entries that no log could keep are mistakes of
    the caller and raise ValueError.
    """

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Store all entries or none after position `expected`, and return the position of the last.

        They are durable when it returns. Raises `Conflict` if the table does not end at `expected`, and
        `Unavailable` if there is no answer; a caller that is cancelled knows as little.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The entries behind a position, in order and without a hole; the newest ones may not show yet."""
        ...

    async def tables(self) -> list[str]:
        """The tables with entries, by name; these are what a server resumes."""
        ...

    async def trim(self, table: str, through: int) -> None:
        """Forget the entries up to and including a position; the end of the table stays where it is.

        Only after a later entry has made them superfluous, since entries before and after may both be read
        once more.
        """
        ...

    async def drop(self, table: str) -> None:
        """Forget a table for good; it is at position 0 again."""
        ...

    async def close(self) -> None:
        """Store what is waiting and let go of everything; closing twice does no harm."""
        ...


def named(table: str) -> str:
    """Pass a table's name on if every log can keep it."""
    if not _NAME.fullmatch(table):
        raise ValueError(f"no name for a table: {table!r}")
    return table


def fitting(entries: Sequence[bytes]) -> tuple[bytes, ...]:
    """Pass entries on if every log can store them in one go."""
    if not entries:
        raise ValueError("nothing to append")
    if any(len(entry) > LARGEST_ENTRY for entry in entries):
        raise ValueError(f"an entry has more than {LARGEST_ENTRY} bytes")
    return tuple(entries)
