"""A log that can be slow, silent, forgetful or dead, around a real one."""

import asyncio
from collections.abc import Sequence
from enum import Enum, auto

from pictomania.log import Conflict, EventLog, Unavailable

_GRAVES: set[asyncio.Task[object]] = set()  # what never ends must not be forgotten either


class Fault(Enum):
    """What can become of one append."""

    NO_ANSWER = auto()  # and nothing is stored
    STORED_WITHOUT_ANSWER = auto()
    CONFLICT = auto()
    DEATH_BEFORE = auto()  # of the whole process, so that nobody ever hears of it
    DEATH_AFTER = auto()  # it was stored


class ShakyLog:
    """An `EventLog` that does what a test wants to see survived."""

    def __init__(self, log: EventLog) -> None:
        """Work well, at first."""
        self._log = log
        self._gate = asyncio.Event()
        self._gate.set()
        self._read_gate = asyncio.Event()
        self._read_gate.set()
        self.faults: list[Fault] = []  # of the next appends, one each
        self.deaf_reads = 0  # so many reads have no answer
        self.ghosts: list[str] = []  # tables that are gone by the time that somebody looks
        self.is_silent_for = "nothing"  # what the names of tables begin with whose appends have no answer
        self.is_silent = False  # does no append have an answer, until further notice?
        self.asked: list[tuple[str, int, list[bytes]]] = []  # every append that was tried
        self.held: list[str] = []  # the tables whose appends are held back
        self.reads: list[str] = []
        self.looks = 0  # times that somebody asked for all tables
        self.is_dead = False

    def hold(self) -> None:
        """Let appends wait from now on."""
        self._gate.clear()

    def let_go(self) -> None:
        """Let those that wait go on, and whatever comes."""
        self._gate.set()

    def die(self) -> None:
        """Store nothing any more, and never answer."""
        self.is_dead = True

    def hold_reads(self) -> None:
        """Let reads wait from now on."""
        self._read_gate.clear()

    def let_go_reads(self) -> None:
        """Let those that wait go on, and whatever comes."""
        self._read_gate.set()

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Append, or not."""
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
            await asyncio.Event().wait()  # for ever

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Read, or not."""
        self.reads.append(table)
        self._check_hearing()
        await self._read_gate.wait()
        return await self._log.read(table, after)

    async def tables(self) -> list[str]:
        """List, or not."""
        self.looks += 1
        self._check_hearing()
        return await self._log.tables() + self.ghosts

    def _check_hearing(self) -> None:
        if self.deaf_reads:
            self.deaf_reads -= 1
            raise Unavailable("no answer")

    async def trim(self, table: str, through: int) -> None:
        """Forget the beginning."""
        await self._log.trim(table, through)

    async def drop(self, table: str) -> None:
        """Forget."""
        await self._log.drop(table)

    async def close(self) -> None:
        """Close."""
        await self._log.close()
