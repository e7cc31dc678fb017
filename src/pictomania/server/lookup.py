"""Finding a table by its code, for somebody at an address: only so many wrong codes are answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pictomania.server.credit import Credits
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.table.codes import tidied


class Lookup:
    """Answers a code that is wrong and a code that may not be tried alike."""

    def __init__(self, hosting: Hosting, wrong_per_minute: int) -> None:
        """Let each address be wrong so often a minute."""
        self._hosting = hosting
        self._wrong = Credits(wrong_per_minute / 60, wrong_per_minute)
        self._turns: dict[str, _Turn] = {}

    async def find(self, typed: str, who: str) -> Hosted | None:
        """Find a table by what somebody typed; raises `Damaged` where its record cannot be read.

        One after the other for each address, so that many guesses at once are not better than as many in a
        row; and those who are right, of whom many may come at once after a restart, only wait a little.
        """
        async with self._turn(who):
            now = self._hosting.time.ms() / 1000
            if not self._wrong.spend(who, now):
                return None
            self._wrong.spend(who, now, -1)  # nothing is wrong yet
            code = tidied(typed)
            found = None if code is None else await self._hosting.find(code)
            if found is None:
                self._wrong.spend(who, now)
            return found

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
