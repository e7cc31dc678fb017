"""Finding a table by its code for an address; wrong codes slow down guessing, and never a seated player."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pictomania.server.credit import Credits
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.table.codes import hashed, tidied

PAUSE_S = 1.0  # before an address that guesses is told that a code is wrong, whether or not it is


class Lookup:
    """Answers a code that is wrong and a code that may not be tried alike."""

    def __init__(self, hosting: Hosting, wrong_per_minute: int) -> None:
        """Let each address be wrong so often a minute."""
        self._hosting = hosting
        self._wrong = Credits(wrong_per_minute / 60, wrong_per_minute)
        self._turns: dict[str, _Turn] = {}

    async def find(self, typed: str, who: str, key: str | None = None) -> Hosted | None:
        """Find a table by what somebody typed; raises `Damaged` where its record cannot be read.

        An address that has been wrong too often gets no answer but for its seated players, whom their key
        tells from others.
        """
        code = tidied(typed)
        # One after the other for each address: many guesses at once are no better than as many in a row, and
        # players who are right, of whom many may come at once after a restart, only wait a little.
        async with self._turn(who):
            now = self._hosting.time.ms() / 1000
            if self._wrong.spend(who, now):
                self._wrong.spend(who, now, -1)  # nothing is wrong yet
                found = None if code is None else await self._hosting.find(code)
                if found is None:
                    self._wrong.spend(who, now)
                return found
        return await self._seated(code, key)

    async def _seated(self, code: str | None, key: str | None) -> Hosted | None:
        """The table of a seated player; everybody else waits the same time, so that waiting tells nothing."""
        loop = asyncio.get_running_loop()
        answer_at = loop.time() + PAUSE_S
        if code is not None and key is not None:
            found = await self._hosting.find(code)
            if found is not None and found.sitting.table.seat_of(hashed(code, key)) is not None:
                return found
        await asyncio.sleep(answer_at - loop.time())
        return None

    @asynccontextmanager
    async def _turn(self, who: str) -> AsyncIterator[None]:
        turn = self._turns.setdefault(who, _Turn())
        turn.waiting += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.waiting -= 1
            if not turn.waiting:
                del self._turns[who]


class _Turn:
    """Who asks from one address, one at a time."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
