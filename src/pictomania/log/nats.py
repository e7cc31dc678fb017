"""Event log in NATS JetStream, for several servers at once: appends are compared and stored by NATS.

See "A log on NATS" in docs/decisions.md for why it is built like this.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from pictomania.log.eventlog import Conflict, Unavailable, check_entries, check_table_name
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import LogFacts, NatsSettings, open_stream
from pictomania.log.nats_stream import NatsStream, StreamMessage
from pictomania.log.packing import (
    SPAN,
    Entries,
    Parts,
    end_of,
    first_after,
    is_end,
    join,
    pack,
    positions,
    unpack,
)

_T = TypeVar("_T")

MAX_MESSAGE_BYTES = 1 << 20  # NATS allows this much by default, and advises against much more
HEADER_BYTES = 1024  # of a message, more than enough
MAX_PENDING = 8192  # calls at a time
MAX_PENDING_BYTES = 64 * 1024 * 1024  # of entries in them
STALE_RETRY_S = 0.02  # before a replica that lags behind is asked again


class NatsLog:
    """An `EventLog` in a stream of NATS. Belongs to the event loop that opened it."""

    def __init__(self, stream: NatsStream, facts: LogFacts, timeout_s: float, max_pending: int) -> None:
        """Use a stream; use `open` instead."""
        self.facts = facts
        self._stream = stream
        self._timeout_s = timeout_s
        self._max_pending = max_pending
        self._pending = 0
        self._pending_bytes = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._is_closed = False
        self._disconnecting: asyncio.Future[None] | None = None

    @classmethod
    async def open(
        cls, settings: NatsSettings, *, timeout_s: float = 5.0, max_pending: int = MAX_PENDING
    ) -> "NatsLog":
        """Connect, and create the stream if it is missing; or raise `Unusable`.

        `timeout_s` is how long a call may take before it is `Unavailable`.
        """
        connection = await NatsConnection.open(settings.servers, settings.credentials, settings.patience_s)
        try:
            stream, facts = await open_stream(connection, settings)
        except BaseException:
            await connection.close()
            raise
        return cls(stream, facts, timeout_s, max_pending)

    @property
    def connection(self) -> NatsConnection:
        """The connection, which serves other purposes too."""
        return self._stream.connection

    @property
    def name(self) -> str:
        """The first word of all subjects."""
        return self._stream.name

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Store all entries or none after position `expected`, and return the last position."""
        check_table_name(table)
        entries = check_entries(entries)
        if len(entries) > SPAN:
            raise ValueError(f"more than {SPAN} entries at once")
        data = pack(Entries(entries))
        async with self._call(len(data)):
            if not is_end(expected):
                raise Conflict(f"no append can end at {expected}")
            last = expected // SPAN
            if len(data) <= self._max_message_bytes:
                return end_of(await self._stream.publish(self._subject("log", table), data, last))
            return end_of(await self._publish_in_parts(table, data, last))

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Return the entries after a position, in order."""
        check_table_name(table)
        async with self._call():
            return [entry for entry in await self._read(table, max(after, 0)) if entry[0] > after]

    async def tables(self) -> list[str]:
        """Return the tables with entries, sorted by name."""
        async with self._call():
            subjects = await self._stream.subjects(self._subject("log", "*"))
        return sorted(subject.rpartition(".")[2] for subject in subjects)

    async def trim(self, table: str, through: int) -> None:
        """Delete the entries up to a position, except the last, which marks the end of the table."""
        check_table_name(table)
        async with self._call():
            end, mark = await _all(
                self._stream.last(self._subject("log", table)),
                self._stream.last(self._subject("trim", table)),
            )
            if end is None or through <= 0:
                return
            through = min(through, end_of(end.seq) - 1)
            kept = await self._stream.next(self._subject("log", table), first_after(through))
            if kept is None:
                return  # dropped meanwhile
            if through > max(end_of(kept.seq - 1), _marked(mark)):
                # A message is deleted as a whole; readers skip the entries that were trimmed.
                await self._stream.publish(self._subject("trim", table), str(through).encode())
            await self._stream.purge(self._subject("*", table), _beginning(kept))

    async def drop(self, table: str) -> None:
        """Delete a table for good."""
        check_table_name(table)
        async with self._call():
            # Only what is there now: a request that is carried out late must not delete a new table.
            while (end := await self._stream.last(self._subject("*", table))) is not None:
                await self._stream.purge(self._subject("*", table), end.seq + 1)

    async def close(self) -> None:
        """Wait for pending calls, then disconnect; if the caller is cancelled, disconnect at once."""
        self._is_closed = True
        try:
            await self._is_idle.wait()
        finally:
            if self._disconnecting is None:
                self._disconnecting = asyncio.ensure_future(self._stream.connection.close())
            await asyncio.shield(self._disconnecting)

    @asynccontextmanager
    async def _call(self, size: int = 0) -> AsyncIterator[None]:
        """Limit the time of a call, and the number and size of those pending."""
        if self._is_closed:
            raise Unavailable("the log is closed")
        if self._pending >= self._max_pending or self._pending_bytes > MAX_PENDING_BYTES:
            raise Unavailable("too many calls are pending")
        self._pending += 1
        self._pending_bytes += size
        self._is_idle.clear()
        try:
            async with asyncio.timeout(self._timeout_s):
                yield
        except TimeoutError:
            raise Unavailable(f"no answer from NATS within {self._timeout_s:g} s") from None
        finally:
            self._pending -= 1
            self._pending_bytes -= size
            if not self._pending:
                self._is_idle.set()

    async def _publish_in_parts(self, table: str, data: bytes, last: int) -> int:
        """Store a large append in parts, which do not count until the message that lists them is stored."""
        size = self._max_message_bytes
        subject = self._subject("part", table)
        parts = (data[start : start + size] for start in range(0, len(data), size))
        results = await asyncio.gather(
            *(self._stream.publish(subject, part) for part in parts), return_exceptions=True
        )
        numbers = [result for result in results if isinstance(result, int)]
        failed = next((result for result in results if isinstance(result, BaseException)), None)
        if failed is None:
            try:
                return await self._stream.publish(self._subject("log", table), pack(Parts(numbers)), last)
            except Conflict as conflict:
                failed = conflict
        # Not after `Unavailable`, when they may count. Other parts go with the next `trim` or `drop`.
        with suppress(Unavailable):
            await _all(*map(self._stream.delete, numbers))
        raise failed

    async def _read(self, table: str, after: int) -> list[tuple[int, bytes]]:
        """Read from any replica, but what the leader has: others may lag behind."""
        subject = self._subject("log", table)
        while True:
            end, begin, mark = await _all(
                self._stream.last(subject),
                self._stream.next(subject, first_after(after)),
                self._stream.last(self._subject("trim", table)),
            )
            if end is None or begin is None:
                return []
            messages = await self._stream.range(self._subject("*", table), _beginning(begin), end.seq)
            appends = [message for message in messages if message.subject == subject]
            if appends and appends[-1].seq == end.seq:
                break
            await asyncio.sleep(STALE_RETRY_S)
        stored = {message.seq: message.data for message in messages}
        return [
            entry
            for message in appends
            for entry in positions(message.seq, _entries(message, stored))
            if entry[0] > _marked(mark)
        ]

    def _subject(self, kind: str, table: str) -> str:
        return f"{self._stream.name}.{kind}.{table}"

    @property
    def _max_message_bytes(self) -> int:
        return min(MAX_MESSAGE_BYTES, self._stream.connection.max_payload) - HEADER_BYTES


def _beginning(message: StreamMessage) -> int:
    """Return the number of an append's first message: of the first part, if it has parts."""
    append = unpack(message.data)
    return message.seq if isinstance(append, Entries) else min(message.seq, *append.numbers)


def _marked(mark: StreamMessage | None) -> int:
    """Return the position up to which an append was trimmed."""
    return 0 if mark is None else int(mark.data)


def _entries(message: StreamMessage, stored: Mapping[int, bytes]) -> Sequence[bytes]:
    """Return the entries of an append, whose parts may be among other stored messages."""
    append = unpack(message.data)
    return append.entries if isinstance(append, Entries) else join(append, stored, message.data)


async def _all(*calls: Awaitable[_T]) -> list[_T]:
    """Return all results; after an error, none of the calls goes on."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
