"""Writer thread with group commit: everything pending is stored in one transaction."""

import asyncio
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from pictomania.log.eventlog import Conflict, Unavailable

MAX_BATCH = 512
MAX_PENDING = 8192  # writes; a table waits for one before the next, so this is also a number of tables

Write = Callable[[sqlite3.Connection], int]  # may raise Conflict before changing anything
PendingWrite = tuple["asyncio.Future[int]", Write]
WriteResult = int | Conflict | Unavailable


class LogWriter:
    """The only writer of a database, for callers on one event loop."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, loop: asyncio.AbstractEventLoop, max_pending: int
    ) -> None:
        """Start the thread; it refuses more than `max_pending` writes at a time."""
        self._loop = loop
        self._connection = connection
        self._path = path
        self._stat_at_start = path.stat()
        self._max_pending = max_pending
        self._pending: deque[PendingWrite] = deque()
        self._is_stopping = False
        self._changed = Condition()  # guards the two above
        # A daemon: a missing close() must not keep the process alive, and acknowledged entries are stored.
        self._thread = Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> int:
        """Queue a write; its result is durable when this returns."""
        future: asyncio.Future[int] = self._loop.create_future()
        with self._changed:
            if self._is_stopping:
                raise Unavailable("the log is closed")
            if len(self._pending) >= self._max_pending:
                raise Unavailable("too many writes are pending")
            self._pending.append((future, write))
            self._changed.notify()
        return await future

    def stop(self) -> None:
        """Refuse new writes, and block until all pending ones are done."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next_batch():
            results = self._store([write for _, write in batch])
            futures = [future for future, _ in batch]
            with suppress(RuntimeError):  # the loop is closed, and the callers with it
                self._loop.call_soon_threadsafe(_resolve, futures, results)

    def _next_batch(self) -> list[PendingWrite]:
        """Wait for writes; an empty batch means that the writer was stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._pending or self._is_stopping)
            return [self._pending.popleft() for _ in range(min(MAX_BATCH, len(self._pending)))]

    def _store(self, writes: Sequence[Write]) -> Sequence[WriteResult]:
        try:
            return self._commit(writes)
        except Exception as error:  # noqa: BLE001 (any error must reach the callers, or they wait forever)
            with suppress(sqlite3.Error):  # if even this fails, the next batch fails too and tries again
                self._connection.rollback()
            return [Unavailable(f"nothing can be stored now: {error}") for _ in writes]

    def _commit(self, writes: Sequence[Write]) -> list[WriteResult]:
        # A file that was deleted or moved can still be written to, but its data would be lost.
        if not os.path.samestat(self._path.stat(), self._stat_at_start):
            raise FileNotFoundError(f"{self._path} was replaced by another file")
        self._connection.execute("BEGIN IMMEDIATE")
        results = [self._execute(write) for write in writes]
        self._connection.execute("COMMIT")
        return results

    def _execute(self, write: Write) -> WriteResult:
        try:
            return write(self._connection)
        except Conflict as conflict:
            return conflict


def _resolve(futures: Sequence["asyncio.Future[int]"], results: Sequence[WriteResult]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():  # its caller was cancelled
            continue
        if isinstance(result, int):
            future.set_result(result)
        else:
            future.set_exception(result)
