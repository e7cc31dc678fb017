"""A log that wraps a real one and fails at chosen appends."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import StrEnum

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.net.ledger import NAME as LEDGER
from pictomania.server.tables.archive import PREFIX


class Fault(StrEnum):
    """What can go wrong with an append."""

    UNSTORED = "nothing is stored, and there is no answer"
    UNANSWERED = "it is stored, and there is no answer"
    LATE = "there is no answer, and it is stored some time later"
    BLIND = "it is stored, there is no answer, and for a moment nothing can be read"
    DEAD_BEFORE = "the server is dead before anything is stored"
    DEAD_AFTER = "the server is dead right after it is stored"


class Dead(Exception):  # noqa: N818 (what it is)
    """Raised for everything that a dead server still tries."""


class FailingLog:
    """A log that fails as planned; once dead, it stays dead."""

    def __init__(self, log: EventLog, plan: Callable[[], Fault | None]) -> None:
        """`plan` is called at every append."""
        self.is_dead = asyncio.Event()
        self._log = log
        self._plan = plan
        self._is_blind = False
        self._late: set[asyncio.Task[None]] = set()

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Append, or fail; the ledger of rate limits never fails."""
        if table == LEDGER:
            return await self._log.append(table, expected, entries)
        self._live()
        fault = self._plan()
        if fault is Fault.UNSTORED:
            raise Unavailable("nothing is stored")
        if fault is Fault.DEAD_BEFORE:
            self.is_dead.set()
            self._live()
        if fault is Fault.LATE:
            late = asyncio.create_task(self._append_late(table, expected, entries))
            self._late.add(late)
            late.add_done_callback(self._late.discard)
            raise Unavailable("perhaps later")
        position = await self._log.append(table, expected, entries)
        if fault in (Fault.UNANSWERED, Fault.BLIND):
            self._is_blind = fault is Fault.BLIND
            raise Unavailable("who knows")
        if fault is Fault.DEAD_AFTER:
            self.is_dead.set()
        self._live()
        return position

    async def _append_late(self, table: str, expected: int, entries: Sequence[bytes]) -> None:
        with suppress(Conflict):  # it was retried in the meantime
            await self._log.append(table, expected, entries)

    def _live(self) -> None:
        if self.is_dead.is_set():
            raise Dead

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Read; a dead server archives no more games."""
        if table.startswith(PREFIX):
            self._live()
        if self._is_blind or self.is_dead.is_set():
            self._is_blind = False
            raise Unavailable("nothing can be read")
        return await self._log.read(table, after)

    async def tables(self) -> list[str]:
        """List."""
        return await self._log.tables()

    async def trim(self, table: str, through: int) -> None:
        """Trim."""
        await self._log.trim(table, through)

    async def drop(self, table: str) -> None:
        """Drop."""
        await self._log.drop(table)

    async def close(self) -> None:
        """Do nothing: the wrapped log outlives its servers."""
