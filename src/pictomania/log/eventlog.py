"""The event log interface: ordered, durable, and with optimistic concurrency for each table."""

import re
from collections.abc import Sequence
from typing import Protocol

MAX_ENTRY_BYTES = 1_000_000  # bytes; the default limit of NATS, so that every kind of log has the same

_TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # valid as part of a NATS subject


class Conflict(Exception):  # noqa: N818 (an outcome, not an error)
    """Another process has appended, so the caller no longer owns the table. Nothing was stored."""


class Unavailable(Exception):  # noqa: N818 (a state, and often a passing one)
    """No answer: the entries may or may not be stored.

    Don't acknowledge them; retry with the same position, or read the end of the table again.
    """


class Unusable(Exception):  # noqa: N818 (a state that needs a person)
    """A log that cannot be opened; the message is one sentence for the server's operator."""


class EventLog(Protocol):
    """Entries by table, each with a position.

    Positions start at 0, before the first entry, and increase with every entry, not necessarily by one:
    take the next one from what `append` returns. Invalid names and entries raise ValueError.
    """

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Store all entries or none after position `expected`, and return the position of the last.

        They are durable when it returns. Raises `Conflict` if the table does not end at `expected`, and
        `Unavailable` if there is no answer; a cancelled caller can't tell either.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Return the entries after a position, in order and without gaps; the newest may be missing."""
        ...

    async def tables(self) -> list[str]:
        """Return the tables with entries, sorted by name; a server resumes these."""
        ...

    async def trim(self, table: str, through: int) -> None:
        """Delete the entries up to and including a position; the end of the table stays where it is.

        Do so only after a later entry has superseded them: until then, readers may see both.
        """
        ...

    async def drop(self, table: str) -> None:
        """Delete a table for good; it is at position 0 again."""
        ...

    async def close(self) -> None:
        """Store pending entries and release all resources; closing twice is fine.

        A caller that is cancelled does not wait for pending entries, which may be lost.
        """
        ...


def check_table_name(table: str) -> str:
    """Return a table name that every log can store, or raise ValueError."""
    if not _TABLE_NAME.fullmatch(table):
        raise ValueError(f"invalid table name: {table!r}")
    return table


def check_entries(entries: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return entries that every log can store in one append, or raise ValueError."""
    if not entries:
        raise ValueError("nothing to append")
    if any(len(entry) > MAX_ENTRY_BYTES for entry in entries):
        raise ValueError(f"an entry has more than {MAX_ENTRY_BYTES} bytes")
    return tuple(entries)
