"""Forgetting: tables that nobody comes to any more, and games that were kept long enough."""

import asyncio

from pictomania.log import Unavailable
from pictomania.server.hosting import Hosting
from pictomania.server.journal import note
from pictomania.table.codes import tidied
from pictomania.table.record import Unreadable, fact

EVERY_S = 3600.0
FIRST_S = 300.0  # after a start everybody comes back, and needs the log more


class Sweep:
    """Goes through the log once an hour."""

    def __init__(self, hosting: Hosting, keep_tables_hours: int) -> None:
        """Forget tables after so many hours without anybody."""
        self._hosting = hosting
        self._keep_ms = keep_tables_hours * 3_600_000
        self._last: dict[str, int] = {}  # when something last happened at tables that nobody is at

    async def run(self) -> None:
        """Sweep for ever, until cancelled."""
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                tables, games = await self.sweep()
                if tables or games:
                    note("swept", tables=tables, games=games)
            except Unavailable as error:
                note("nothing can be swept now", 30, why=str(error))
            await asyncio.sleep(EVERY_S)

    async def sweep(self) -> tuple[int, int]:
        """Forget what is old; say how many tables and games."""
        log, gone = self._hosting.log, 0
        names = [name for name in await log.tables() if tidied(name) == name]
        self._last = {name: self._last[name] for name in names if name in self._last}
        for name in names:
            if not self._is_spared(name) and await self._is_old(name) and not self._is_spared(name):
                await log.drop(name)
                self._last.pop(name, None)
                gone += 1
        return gone, await self._hosting.archive.sweep()

    def _is_spared(self, name: str) -> bool:
        """Is somebody there, or did something happen not long ago? What is remembered is never too late."""
        is_used = self._hosting.is_in_use(name) or name in self._hosting.damaged
        return is_used or self._hosting.time.ms() - self._last.get(name, 0) <= self._keep_ms

    async def _is_old(self, name: str) -> bool:
        entries = [data for _, data in await self._hosting.log.read(name)]
        try:
            self._last[name] = fact(entries[-1]).at if entries else 0
            if not self._is_spared(name):
                await asyncio.to_thread(_read, entries)
        except Unreadable:
            return False  # somebody may want to look at it
        return True


def _read(entries: list[bytes]) -> None:
    for entry in entries:
        fact(entry)
