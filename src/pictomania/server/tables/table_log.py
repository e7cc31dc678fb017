"""The log of one table: appends with retries, counts bytes, and replaces itself with a compacted version."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.metrics import Metrics
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.wire.to_client import StorageStatus

PATIENCE_S = 3.0  # before requests are refused because the log is unavailable
NATS_PATIENCE_S = 10.0  # the same with NATS, which may take nine seconds to elect a leader
NOTICE_S = 1.0  # before players see that requests wait
RETRY_S = 0.2
BULKY_BYTES = 64 * 1024  # stored since the last compaction; an ordinary round takes less
MAX_TABLE_BYTES = 32 * 1024 * 1024  # of one table; beyond that only game actions are stored
MAX_COMPACTED_RATIO = 0.8  # size of a compacted log relative to the old one; otherwise it isn't worthwhile
WARNING_INTERVAL_S = 30.0  # between two warnings about an unavailable log

Compact = Callable[[str, Sequence[bytes]], Awaitable[Sequence[bytes] | None]]


class Outage:
    """Warns about an unavailable log, once for all tables and attempts."""

    def __init__(self) -> None:
        self._failures = 0
        self._began = 0.0
        self._before_s = 0.0
        self._warn_at = 0.0

    @property
    def total_s(self) -> float:
        """Seconds of all outages, the current one included."""
        return self._before_s + self.current_s

    @property
    def current_s(self) -> float:
        """Seconds since the first failure of the current outage; 0 if there is none."""
        return asyncio.get_running_loop().time() - self._began if self._failures else 0.0

    def failed(self, code: str, why: str) -> None:
        """Count a failure, and warn from time to time."""
        now = asyncio.get_running_loop().time()
        if not self._failures:
            self._began = now
        self._failures += 1
        if now >= self._warn_at:
            self._warn_at = now + WARNING_INTERVAL_S
            log_event(
                "log unavailable",
                logging.WARNING,
                table=table_alias(code),
                why=why,
                failures=self._failures,
            )

    def ended(self) -> None:
        """Report the end of an outage, if there was one."""
        if self._failures:
            log_event("log available again", failures=self._failures)
            self._before_s += self.current_s
            self._failures = 0


class TableLog:
    """One table's part of the log."""

    def __init__(
        self,
        code: str,
        position: int,
        size: int,
        log: EventLog,
        outage: Outage,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Continue after a position; `size` is the number of bytes stored up to it."""
        self.patience_s = patience_s
        self._asked_at: float | None = None  # when the append in progress began
        self._code = code
        self._position = position
        self._size = size
        self._uncompacted = size  # bytes stored since the last compaction
        self._log = log
        self._outage = outage
        self._compacted: tuple[int, Sequence[bytes]] | None = None  # up to a position

    @property
    def status(self) -> StorageStatus:
        """Whether the append in progress, if any, takes unusually long."""
        if self._asked_at is None:
            return StorageStatus.READY
        waited_s = asyncio.get_running_loop().time() - self._asked_at
        if waited_s >= self.patience_s:
            return StorageStatus.AWAY
        return StorageStatus.WAITING if waited_s >= NOTICE_S else StorageStatus.READY

    @property
    def is_full(self) -> bool:
        """Whether so much is stored that only game actions should follow."""
        return self._size >= MAX_TABLE_BYTES

    @property
    def is_bulky(self) -> bool:
        """Whether a compaction is worthwhile."""
        return self._uncompacted >= BULKY_BYTES

    def mark_bulky(self) -> None:
        """Note that most of what is stored is no longer needed: its game is over."""
        self._uncompacted = self._size

    async def append(self, entries: Sequence[bytes], metrics: Metrics) -> None:
        """Append entries, retrying until the log answers.

        Raises `Conflict` if another server owns the table now.
        """
        loop = asyncio.get_running_loop()
        began = self._asked_at = loop.time()
        in_doubt = False
        try:
            while True:
                try:
                    self._position = await self._try_append(entries, in_doubt)
                    break
                except Unavailable as error:
                    in_doubt = True
                    metrics.append_failures += 1
                    self._outage.failed(self._code, str(error))
                await asyncio.sleep(RETRY_S)
        finally:
            self._asked_at = None
        metrics.appends += 1
        metrics.append_seconds.observe(loop.time() - began)
        self._outage.ended()
        self._size += _size(entries)
        self._uncompacted += _size(entries)

    async def _try_append(self, entries: Sequence[bytes], in_doubt: bool) -> int:
        """Return the new position; an earlier attempt whose outcome is in doubt may have been stored.

        What is read to find out may be out of date: then there is a conflict, but nothing new.
        """
        try:
            return await self._log.append(self._code, self._position, entries)
        except Conflict:
            stored = await self._log.read(self._code, self._position - 1) if in_doubt else []
            if not stored or stored[0][0] != self._position:
                raise  # no doubt, or our last entry is gone: the table was dropped or compacted
            if len(stored) == 1:
                raise Unavailable("there is a conflict, but nothing new to read") from None
            if [entry for _, entry in stored[1:]] != list(entries):
                raise
            return stored[-1][0]

    # Compaction.

    async def compact(self, compact: Compact) -> None:
        """Compact what is stored now, in the background; `rewrite` then puts the result in place."""
        self._uncompacted = 0  # do not try again soon, even if this fails
        position = self._position
        try:
            entries = [data for at, data in await self._log.read(self._code) if at <= position]
        except Unavailable:
            return
        fewer = await compact(self._code, entries)
        if fewer is not None and _size(fewer) <= MAX_COMPACTED_RATIO * _size(entries):
            self._compacted = position, fewer

    @property
    def is_compacted(self) -> bool:
        """Whether compacted entries wait for `rewrite`."""
        return self._compacted is not None

    async def rewrite(self, metrics: Metrics) -> None:
        """Store the compacted entries and everything that followed them, then trim the old entries."""
        assert self._compacted is not None  # noqa: S101 (the caller checked `is_compacted`)
        (position, fewer), self._compacted = self._compacted, None
        before = self._position
        with suppress(Unavailable):
            since = [data for _, data in await self._log.read(self._code, position)]
            entries = [*fewer, *since]
            await self.append(entries, metrics)
            self._size = _size(entries)
            self._uncompacted = _size(since)
            await self._log.trim(self._code, before)


def _size(entries: Sequence[bytes]) -> int:
    return sum(map(len, entries))
