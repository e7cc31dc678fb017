"""The log inside one process: a SQLite file on a local disk, and no server beside our own."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from pictomania.log.database import connected, ready
from pictomania.log.eventlog import Conflict, Unavailable, Unusable, fitting, named
from pictomania.log.lock import locked
from pictomania.log.writer import LONGEST_QUEUE, Writer

_T = TypeVar("_T")

_END = 'SELECT coalesce(max(position), 0) FROM entries WHERE "table" = ?'
_APPEND = "INSERT INTO entries VALUES (?, ?, ?)"
_DROP = 'DELETE FROM entries WHERE "table" = ?'
_TRIM = 'DELETE FROM entries WHERE "table" = ? AND position <= ?'
_READ = 'SELECT position, data FROM entries WHERE "table" = ? AND position > ? ORDER BY position'
# From one name to the next by the index: DISTINCT would walk through every entry.
_TABLES = """
WITH RECURSIVE names (name) AS (
    SELECT min("table") FROM entries
    UNION ALL
    SELECT (SELECT min("table") FROM entries WHERE "table" > name) FROM names WHERE name IS NOT NULL
)
SELECT name FROM names WHERE name IS NOT NULL
"""


class SqliteLog:
    """An `EventLog` in one file; positions are 1, 2, 3. Belongs to the event loop that opened it."""

    def __init__(
        self, path: Path, loop: asyncio.AbstractEventLoop, patience_s: float, longest_queue: int
    ) -> None:
        """Open the file, which takes its time; use `open`."""
        self._path = path
        self._patience_s = patience_s
        self._closing: asyncio.Future[None] | None = None
        with ExitStack() as undo:
            undo.enter_context(locked(path))
            connection = undo.enter_context(closing(ready(path, patience_s)))
            self._writer = Writer(connection, path, loop, longest_queue)
            undo.callback(self._writer.stop)
            self._reader = undo.enter_context(closing(connected(path, "ro", patience_s)))
            self._reads = undo.enter_context(ThreadPoolExecutor(1, "log reader"))
            # Undone from here upwards: whoever closes the file last writes the WAL back, and a reader cannot.
            self._undo = undo.pop_all()

    @classmethod
    async def open(
        cls, path: Path, *, patience_s: float = 5.0, longest_queue: int = LONGEST_QUEUE
    ) -> "SqliteLog":
        """Open the file, made anew with its folder if there is none, or raise `Unusable`.

        `patience_s` is how long another program may lock the file before an append is `Unavailable`.
        """
        loop = asyncio.get_running_loop()

        def opened() -> SqliteLog:
            real = path.resolve()  # so that a link is no second door
            real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # a log is nobody else's affair
            return cls(real, loop, patience_s, longest_queue)

        try:
            return await asyncio.to_thread(opened)
        except OSError as error:
            raise Unusable(f"{path} cannot be used: {error}") from error

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Store all entries or none after position `expected`, and return the last position."""
        named(table)
        entries = fitting(entries)

        def work(connection: sqlite3.Connection) -> int:
            (end,) = connection.execute(_END, (table,)).fetchone()
            if end != expected:
                raise Conflict(f"table {table} ends at {end}, not at {expected}")
            places = enumerate(entries, expected + 1)
            connection.executemany(_APPEND, ((table, position, data) for position, data in places))
            return expected + len(entries)

        return await self._writer.done(work)

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The entries behind a position, in order."""
        named(table)
        return await self._read(lambda: self._reader.execute(_READ, (table, after)).fetchall())

    async def tables(self) -> list[str]:
        """The tables with entries, by name."""
        return await self._read(lambda: [name for (name,) in self._reader.execute(_TABLES)])

    async def trim(self, table: str, through: int) -> None:
        """Forget the entries up to a position, but for the last one, which says where the table ends."""
        named(table)

        def work(connection: sqlite3.Connection) -> int:
            (end,) = connection.execute(_END, (table,)).fetchone()
            connection.execute(_TRIM, (table, min(through, end - 1)))
            return 0

        await self._writer.done(work)

    async def drop(self, table: str) -> None:
        """Forget a table for good."""
        named(table)

        def work(connection: sqlite3.Connection) -> int:
            connection.execute(_DROP, (table,))
            return 0

        await self._writer.done(work)

    async def backup(self, path: Path) -> None:
        """Copy the log as it is now into a new file, while it is in use; nothing is overwritten."""
        self._check_open()
        await asyncio.to_thread(_back_up, self._path, path, self._patience_s)

    async def close(self) -> None:
        """Store what is waiting, then close the file and unlock it, even if the caller is cancelled."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._undo.close))
        await asyncio.shield(self._closing)

    async def _read(self, question: Callable[[], _T]) -> _T:
        self._check_open()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reads, question)
        except sqlite3.Error as error:
            raise Unavailable(f"nothing can be read now: {error}") from error

    def _check_open(self) -> None:
        if self._closing is not None:
            raise Unavailable("the log is closed")


def _back_up(source: Path, target: Path, patience_s: float) -> None:
    if target.exists():
        raise FileExistsError(f"{target} is there already; a backup overwrites nothing")
    part = target.resolve().with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)  # of a backup that was interrupted
    try:
        with closing(connected(source, "ro", patience_s)) as log, closing(sqlite3.connect(part)) as copy:
            log.backup(copy)  # in one step: in several it would begin anew with every append
        part.replace(target)
    except sqlite3.Error as error:
        raise Unavailable(f"no backup can be made now: {error}") from error
    finally:
        part.unlink(missing_ok=True)
