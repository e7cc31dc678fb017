"""A wrapper around a real log that can be slow, fail or die."""

import asyncio
from collections.abc import Sequence
from enum import Enum, auto

from pictomania.log import Conflict, EventLog, Unavailable

_GRAVES: set[asyncio.Task[object]] = set()  # keeps tasks that never end alive


class Fault(Enum):
    """How an append can fail."""

    NO_ANSWER = auto()  # and nothing is stored
    STORED_WITHOUT_ANSWER = auto()
    CONFLICT = auto()
    DEATH_BEFORE = auto()  # the process dies before storing
    DEATH_AFTER = auto()  # the process dies after storing


class FlakyLog:
    """An `EventLog` with faults on demand."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._gate = asyncio.Event()
        self._gate.set()
        self._read_gate = asyncio.Event()
        self._read_gate.set()
        self.faults: list[Fault] = []  # for the next appends, one each
        self.deaf_reads = 0  # the next N reads fail
        self.ghosts: list[str] = []  # tables that are listed but gone
        self.is_silent_for = "nothing"  # appends to tables with this prefix fail
        self.is_silent = False  # all appends fail
        self.asked: list[tuple[str, int, list[bytes]]] = []  # every attempted append
        self.held: list[str] = []  # tables whose appends are held
        self.reads: list[str] = []
        self.looks = 0  # calls of `tables`
        self.is_dead = False

    def hold(self) -> None:
        """Hold appends from now on."""
        self._gate.clear()

    def let_go(self) -> None:
        """Release what was held, and hold no more."""
        self._gate.set()

    def die(self) -> None:
        """Store nothing any more, and never return."""
        self.is_dead = True

    def hold_reads(self) -> None:
        """Hold reads from now on."""
        self._read_gate.clear()

    def let_go_reads(self) -> None:
        """Release what was held, and hold no more."""
        self._read_gate.set()

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Append, or fail."""
        self.asked.append((table, expected, list(entries)))
        self.held.append(table)
        await self._gate.wait()
        self.held.remove(table)
        fault = self.faults.pop(0) if self.faults else None
        if fault is Fault.CONFLICT:
            raise Conflict("somebody else")
        if fault is Fault.NO_ANSWER or self.is_silent or table.startswith(self.is_silent_for):
            raise Unavailable("no answer")
        await self._death(fault is Fault.DEATH_BEFORE)
        position = await self._log.append(table, expected, entries)
        await self._death(fault is Fault.DEATH_AFTER)
        if fault is Fault.STORED_WITHOUT_ANSWER:
            raise Unavailable("no answer")
        return position

    async def _death(self, is_now: bool) -> None:
        self.is_dead |= is_now
        task = asyncio.current_task()
        if self.is_dead and task is not None:
            _GRAVES.add(task)
            task.add_done_callback(_GRAVES.discard)
            await asyncio.Event().wait()  # forever

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Read, or fail."""
        self.reads.append(table)
        self._check_hearing()
        await self._read_gate.wait()
        return await self._log.read(table, after)

    async def tables(self) -> list[str]:
        """List, or fail."""
        self.looks += 1
        self._check_hearing()
        return await self._log.tables() + self.ghosts

    def _check_hearing(self) -> None:
        if self.deaf_reads:
            self.deaf_reads -= 1
            raise Unavailable("no answer")

    async def trim(self, table: str, through: int) -> None:
        await self._log.trim(table, through)

    async def drop(self, table: str) -> None:
        await self._log.drop(table)

    async def close(self) -> None:
        await self._log.close()
