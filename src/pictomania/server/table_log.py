"""The log of one table: appends until it is stored, counts bytes, rewrites itself in fewer entries."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.journal import alias, note
from pictomania.server.metrics import Metrics

PATIENCE_S = 3.0  # with a log that does not answer, before players who wait are told so
RETRY_S = 0.2
BULKY_BYTES = 64 * 1024  # stored since a table was last rewritten; an ordinary round has less
MOST_BYTES = 32 * 1024 * 1024  # of one table, after which it stores nothing but the game itself
WORTH_WHILE = 0.8  # of its size, at most, is what a table is rewritten for
QUIET_S = 30.0  # between two warnings about a log that does not answer

Condense = Callable[[str, Sequence[bytes]], Awaitable[Sequence[bytes] | None]]


class Outage:
    """Warns about a log that does not answer, once for all tables and attempts."""

    def __init__(self) -> None:
        """All is well."""
        self._failures = 0
        self._warn_at = 0.0

    def failed(self, code: str, why: str) -> None:
        """Count a failure, and warn now and then."""
        self._failures += 1
        now = asyncio.get_running_loop().time()
        if now >= self._warn_at:
            self._warn_at = now + QUIET_S
            note("the log does not answer", 30, table=alias(code), why=why, failures=self._failures)

    def ended(self) -> None:
        """Say that it is over, if there was one."""
        if self._failures:
            note("the log answers again", failures=self._failures)
            self._failures = 0


class TableLog:
    """What is stored of one table."""

    def __init__(self, code: str, position: int, size: int, log: EventLog, outage: Outage) -> None:
        """Go on behind a position; `size` is how many bytes there are up to it."""
        self.is_late = False  # has an append been waiting for longer than anybody should?
        self._code = code
        self._position = position
        self._size = size
        self._fresh = size  # bytes stored since the table was rewritten
        self._log = log
        self._outage = outage
        self._condensed: tuple[int, Sequence[bytes]] | None = None  # up to a position

    @property
    def is_full(self) -> bool:
        """Has so much been stored that only the game itself should go on?"""
        return self._size >= MOST_BYTES

    @property
    def is_bulky(self) -> bool:
        """Is it worth while to rewrite it?"""
        return self._fresh >= BULKY_BYTES

    def outdate(self) -> None:
        """Say that most of what is stored has become superfluous: a game that is over."""
        self._fresh = self._size

    async def append(self, entries: Sequence[bytes], metrics: Metrics, on_late: Callable[[], None]) -> None:
        """Append, however long it takes; `on_late` is called once if that is too long for players.

        Raises `Conflict` where somebody else hosts the table now.
        """

        def late() -> None:
            self.is_late = True
            on_late()

        timer = asyncio.get_running_loop().call_later(PATIENCE_S, late)
        in_doubt = False
        try:
            while True:
                try:
                    self._position = await self._appended(entries, in_doubt)
                    break
                except Unavailable as error:
                    in_doubt = True
                    metrics.append_failures += 1
                    self._outage.failed(self._code, str(error))
                await asyncio.sleep(RETRY_S)
        finally:
            timer.cancel()
            self.is_late = False
        metrics.appends += 1
        self._outage.ended()
        self._size += _size(entries)
        self._fresh += _size(entries)

    async def _appended(self, entries: Sequence[bytes], in_doubt: bool) -> int:
        """The new position; where an append had no answer before, it may have been stored all the same."""
        try:
            return await self._log.append(self._code, self._position, entries)
        except Conflict:
            stored = await self._log.read(self._code, self._position) if in_doubt else []
            if [entry for _, entry in stored] != list(entries):
                raise
            return stored[-1][0]

    # Rewriting.

    async def condense(self, condense: Condense) -> None:
        """Say what is stored now in fewer entries, which takes its time; `rewrite` puts them in place."""
        self._fresh = 0  # whatever comes of it, it is not tried again soon
        position = self._position
        try:
            entries = [data for at, data in await self._log.read(self._code) if at <= position]
        except Unavailable:
            return
        fewer = await condense(self._code, entries)
        if fewer is not None and _size(fewer) <= WORTH_WHILE * _size(entries):
            self._condensed = position, fewer

    @property
    def is_condensed(self) -> bool:
        """Is there something to be put in place of what is stored?"""
        return self._condensed is not None

    async def rewrite(self, metrics: Metrics, on_late: Callable[[], None]) -> None:
        """Store what was condensed, with all that came after it, and forget the old entries."""
        assert self._condensed is not None  # noqa: S101 (it was asked for)
        (position, fewer), self._condensed = self._condensed, None
        before = self._position
        with suppress(Unavailable):
            since = [data for _, data in await self._log.read(self._code, position)]
            entries = [*fewer, *since]
            await self.append(entries, metrics, on_late)
            self._size = _size(entries)
            self._fresh = _size(since)
            await self._log.trim(self._code, before)


def _size(entries: Sequence[bytes]) -> int:
    return sum(map(len, entries))
