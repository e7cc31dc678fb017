"""Deletes abandoned tables and expired games."""

import asyncio
import logging

from pictomania.log import Conflict, Unavailable
from pictomania.server.structured_logging import log_event
from pictomania.server.tables.live_tables import LiveTables
from pictomania.table.entries import UnreadableEntry, decode_entry
from pictomania.table.identity.codes import normalize_code

EVERY_S = 3600.0
FIRST_S = 300.0  # right after a start, players who come back need the log more
TURNS = "sweep"  # a name in the log that no table has: when the last sweep began


class Sweep:
    """Goes through the log once an hour."""

    def __init__(self, live_tables: LiveTables, keep_tables_hours: int) -> None:
        self._live_tables = live_tables
        self._keep_ms = keep_tables_hours * 3_600_000
        self._last_at: dict[str, int] = {}  # time of the last fact of tables that are not in memory

    async def run(self) -> None:
        """Sweep until cancelled."""
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                if await self._is_our_turn():
                    tables, games = await self.sweep()
                    if tables or games:
                        log_event("swept", tables=tables, games=games)
                else:
                    self._live_tables.archive.forget()
            except Unavailable as error:
                log_event("sweep failed", logging.WARNING, why=str(error))
            await asyncio.sleep(EVERY_S)

    async def _is_our_turn(self) -> bool:
        """Whether no other node has swept in the last hour, or nearly; then it is ours."""
        if self._live_tables.directory.node is None:
            return True
        log, now = self._live_tables.log, self._live_tables.clock.ms()
        entries = await log.read(TURNS)
        position, swept_at = (entries[-1][0], int(entries[-1][1])) if entries else (0, 0)
        if abs(now - swept_at) < 0.9 * EVERY_S * 1000:  # a node with a wrong clock must not stop the others
            return False
        try:
            await log.append(TURNS, position, [str(now).encode()])
        except Conflict:
            return False
        await log.trim(TURNS, position)
        return True

    async def sweep(self) -> tuple[int, int]:
        """Delete what is old; return the number of tables and games."""
        log, deleted = self._live_tables.log, 0
        names = [name for name in await log.tables() if normalize_code(name) == name]
        self._last_at = {name: self._last_at[name] for name in names if name in self._last_at}
        for name in names:
            if not self._is_needed(name) and await self._is_old(name) and not self._is_needed(name):
                deleted += await self._live_tables.drop(name)
                self._last_at.pop(name, None)
        return deleted, await self._live_tables.archive.sweep()

    def _is_needed(self, name: str) -> bool:
        """Whether a table is in use, damaged, or was active recently; a remembered time is never too late."""
        is_used = self._live_tables.is_in_use(name) or name in self._live_tables.damaged
        return is_used or self._live_tables.clock.ms() - self._last_at.get(name, 0) <= self._keep_ms

    async def _is_old(self, name: str) -> bool:
        entries = [data for _, data in await self._live_tables.log.read(name)]
        try:
            self._last_at[name] = decode_entry(entries[-1]).at if entries else 0
            if not self._is_needed(name):
                await asyncio.to_thread(_decode_all, entries)
        except UnreadableEntry:
            return False  # an operator may want to look at it
        return True


def _decode_all(entries: list[bytes]) -> None:
    for entry in entries:
        decode_entry(entry)
