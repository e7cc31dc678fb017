"""Event log inside the server's own process: a SQLite file on a local disk."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Thread
from typing import TypeVar

from pictomania.log.database import connect, open_database
from pictomania.log.eventlog import Conflict, Unavailable, Unusable, check_entries, check_table_name
from pictomania.log.lock import locked
from pictomania.log.writer import MAX_PENDING, LogWriter

_T = TypeVar("_T")

_END = 'SELECT coalesce(max(position), 0) FROM entries WHERE "table" = ?'
_APPEND = "INSERT INTO entries VALUES (?, ?, ?)"
_DROP = 'DELETE FROM entries WHERE "table" = ?'
_TRIM = 'DELETE FROM entries WHERE "table" = ? AND position <= ?'
_READ = 'SELECT position, data FROM entries WHERE "table" = ? AND position > ? ORDER BY position'
# Skip from one name to the next in the index: DISTINCT would scan every entry.
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
        self, path: Path, loop: asyncio.AbstractEventLoop, timeout_s: float, max_pending: int
    ) -> None:
        """Open the file, which blocks; use `open` instead."""
        self._closing: asyncio.Future[None] | None = None
        with ExitStack() as undo:
            undo.enter_context(locked(path))
            connection = undo.enter_context(closing(open_database(path, timeout_s)))
            self._writer = LogWriter(connection, path, loop, max_pending)
            undo.callback(self._writer.stop)
            self._reader = undo.enter_context(closing(connect(path, "mode=ro", timeout_s)))
            self._read_pool = undo.enter_context(ThreadPoolExecutor(1, "log reader"))
            # Undone in reverse: the last connection to close checkpoints the WAL, and a reader cannot.
            self._undo = undo.pop_all()

    @classmethod
    async def open(cls, path: Path, *, timeout_s: float = 5.0, max_pending: int = MAX_PENDING) -> "SqliteLog":
        """Open the file, creating it and its folder if missing, or raise `Unusable`.

        `timeout_s` is how long another program may lock the file before an append is `Unavailable`.
        """
        loop = asyncio.get_running_loop()

        def open_blocking() -> SqliteLog:
            real = path.resolve()  # so that a symbolic link does not bypass the lock
            real.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # private: it contains keys of seats
            return cls(real, loop, timeout_s, max_pending)

        opening = asyncio.ensure_future(asyncio.to_thread(open_blocking))
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:  # a thread goes on
            with suppress(OSError, Unusable):
                await (await opening).close()
            raise
        except OSError as error:
            raise Unusable(f"{path} cannot be used: {error}") from error

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Store all entries or none after position `expected`, and return the last position."""
        check_table_name(table)
        entries = check_entries(entries)

        def write(connection: sqlite3.Connection) -> int:
            (end,) = connection.execute(_END, (table,)).fetchone()
            if end != expected:
                raise Conflict(f"table {table} ends at {end}, not at {expected}")
            rows = ((table, position, data) for position, data in enumerate(entries, expected + 1))
            connection.executemany(_APPEND, rows)
            return expected + len(entries)

        return await self._writer.write(write)

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Return the entries after a position, in order."""
        check_table_name(table)
        return await self._query(lambda: self._reader.execute(_READ, (table, after)).fetchall())

    async def tables(self) -> list[str]:
        """Return the tables with entries, sorted by name."""
        return await self._query(lambda: [name for (name,) in self._reader.execute(_TABLES)])

    async def trim(self, table: str, through: int) -> None:
        """Delete the entries up to a position, except the last, which marks the end of the table."""
        check_table_name(table)

        def write(connection: sqlite3.Connection) -> int:
            (end,) = connection.execute(_END, (table,)).fetchone()
            connection.execute(_TRIM, (table, min(through, end - 1)))
            return 0

        await self._writer.write(write)

    async def drop(self, table: str) -> None:
        """Delete a table for good."""
        check_table_name(table)

        def write(connection: sqlite3.Connection) -> int:
            connection.execute(_DROP, (table,))
            return 0

        await self._writer.write(write)

    async def close(self) -> None:
        """Store pending entries, then close and unlock the file, even if the caller is cancelled."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(_in_daemon(self._undo.close))
        await asyncio.shield(self._closing)

    async def _query(self, query: Callable[[], _T]) -> _T:
        if self._closing is not None:
            raise Unavailable("the log is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._read_pool, query)
        except sqlite3.Error as error:
            raise Unavailable(f"the log cannot be read now: {error}") from error


async def _in_daemon(work: Callable[[], None]) -> None:
    """Do it in a thread that does not keep the process alive: another program may have locked the file."""
    done: Future[None] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 (for the caller)
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=run, name="log closer", daemon=True).start()
    await asyncio.wrap_future(done)
