"""One thread that writes: whatever waits is stored in one transaction, and all who wait are told at once."""

import asyncio
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from pictomania.log.eventlog import Conflict, Unavailable

LARGEST_BATCH = 512
LONGEST_QUEUE = 8192  # a table waits for its last append before the next, so these are as many tables

Work = Callable[[sqlite3.Connection], int]  # may raise Conflict, before it has changed anything
Waiting = tuple["asyncio.Future[int]", Work]
Outcome = int | Conflict | Unavailable


class Writer:
    """The only one who writes to a file, for the callers on one event loop."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, loop: asyncio.AbstractEventLoop, longest: int
    ) -> None:
        """Start the thread; at most `longest` callers wait at a time."""
        self._loop = loop
        self._connection = connection
        self._path = path
        self._opened = path.stat()
        self._longest = longest
        self._waiting: deque[Waiting] = deque()
        self._stopping = False
        self._change = Condition()  # guards the two above
        # A forgotten close must not keep the process alive; what was acknowledged is stored anyway.
        self._thread = Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()

    async def done(self, work: Work) -> int:
        """Have work done; its result is durable when it returns."""
        future: asyncio.Future[int] = self._loop.create_future()
        with self._change:
            if self._stopping:
                raise Unavailable("the log is closed")
            if len(self._waiting) >= self._longest:
                raise Unavailable("too much is waiting to be stored")
            self._waiting.append((future, work))
            self._change.notify()
        return await future

    def stop(self) -> None:
        """Take no more work, and block until all that waits is done."""
        with self._change:
            self._stopping = True
            self._change.notify()
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next_batch():
            outcomes = self._stored([work for _, work in batch])
            futures = [future for future, _ in batch]
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                self._loop.call_soon_threadsafe(_tell, futures, outcomes)

    def _next_batch(self) -> list[Waiting]:
        """Wait for work; nothing means that there will be none any more."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._stopping)
            return [self._waiting.popleft() for _ in range(min(LARGEST_BATCH, len(self._waiting)))]

    def _stored(self, works: Sequence[Work]) -> Sequence[Outcome]:
        try:
            return self._committed(works)
        except Exception as error:  # noqa: BLE001 (whatever it is, nobody may wait for ever)
            with suppress(sqlite3.Error):  # if even this fails, the next batch fails too and tries again
                self._connection.rollback()
            return [Unavailable(f"nothing can be stored now: {error}") for _ in works]

    def _committed(self, works: Sequence[Work]) -> list[Outcome]:
        # A file that was deleted or moved away can still be written to, but nobody would ever find it again.
        if not os.path.samestat(self._path.stat(), self._opened):
            raise FileNotFoundError(f"another file is in the place of {self._path}")
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._outcome(work) for work in works]
        self._connection.execute("COMMIT")
        return outcomes

    def _outcome(self, work: Work) -> Outcome:
        try:
            return work(self._connection)
        except Conflict as conflict:
            return conflict


def _tell(futures: Sequence["asyncio.Future[int]"], outcomes: Sequence[Outcome]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():  # its caller was cancelled
            continue
        if isinstance(outcome, int):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)
