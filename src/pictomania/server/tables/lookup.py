"""Table lookup by code, with a rate limit on wrong codes that never hurts a seated player."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from pictomania.log import Unavailable
from pictomania.server.cluster.node import Node
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables
from pictomania.table.identity.codes import hash_key, normalize_code

PAUSE_S = 1.0  # before an address over its limit gets an answer, right code or wrong
JITTER_S = 0.2  # more, at random, which hides the way to another node


@dataclass(frozen=True, slots=True)
class RemoteTable:
    """A table that another node has."""

    node: Node
    only_seated: bool = False  # the address is over its limit: only a seat at the table gives access


class Lookup:
    """Finds tables for addresses; a wrong code and a refused attempt look alike."""

    def __init__(self, live_tables: LiveTables, wrong_per_minute: int) -> None:
        self._live_tables = live_tables
        self.wrong_codes = TokenBuckets(wrong_per_minute / 60, wrong_per_minute)
        self._queues: dict[str, _Queue] = {}

    async def find(self, typed: str, address: str, key: str | None = None) -> LiveTable | RemoteTable | None:
        """Find a table by a code as it was typed. Raises `Damaged`.

        An address over its limit of wrong codes finds only tables where its key has a seat.
        """
        code = normalize_code(typed)
        # One at a time per address: parallel guesses gain nothing over sequential ones, and players with
        # the right code, of whom many may reconnect at once after a restart, wait only a little.
        async with self._queue(address):
            now = asyncio.get_running_loop().time()
            if self.wrong_codes.spend(address, now):
                self.wrong_codes.spend(address, now, -1)  # nothing is wrong yet
                found = None if code is None else await self._live_tables.find(code)
                if found is None:
                    self.wrong_codes.spend(address, now)
                return RemoteTable(found) if isinstance(found, Node) else found
        return await self._find_seated(code, key)

    async def find_here(self, typed: str, key: str | None, *, only_seated: bool) -> LiveTable | None:
        """Find a table for another node, which has looked it up; raises `Unavailable` if it has moved."""
        code = normalize_code(typed)
        found: LiveTable | Node | RemoteTable | None = None
        if only_seated:
            found = await self._find_seated(code, key)
        elif code is not None:
            found = await self._live_tables.find(code)
        if isinstance(found, Node | RemoteTable):
            raise Unavailable("another node has taken the table over")
        return found

    async def _find_seated(self, code: str | None, key: str | None) -> LiveTable | RemoteTable | None:
        """Find the table of a seated player; all others wait, so that timing leaks nothing."""
        loop = asyncio.get_running_loop()
        answer_at = loop.time() + PAUSE_S + random.uniform(0, JITTER_S)  # noqa: S311 (a pause)
        if code is not None and key is not None:
            found = await self._live_tables.find(code)
            if isinstance(found, Node):
                return RemoteTable(found, only_seated=True)  # that node knows who has a seat
            if found is not None and found.session.table.seat_of(hash_key(code, key)) is not None:
                return found
        await asyncio.sleep(answer_at - loop.time())
        return None

    @asynccontextmanager
    async def _queue(self, address: str) -> AsyncIterator[None]:
        queue = self._queues.setdefault(address, _Queue())
        queue.waiting += 1
        try:
            async with queue.lock:
                yield
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[address]


class _Queue:
    """The lookups of one address, one at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
