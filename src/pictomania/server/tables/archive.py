"""The archive of finished games: stored in the log under their own names, and deleted after a while."""

import asyncio
import logging
from contextlib import suppress

import msgspec

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server.cache import ByteLimitedCache
from pictomania.server.clock import ServerClock
from pictomania.server.metrics import Metrics
from pictomania.server.structured_logging import log_event, table_alias
from pictomania.server.workers import jobs
from pictomania.server.workers.finished_game import GALLERY, REPLAY, Gallery
from pictomania.server.workers.pipe import JobDeclined
from pictomania.server.workers.pool import JobFailed, PoolBusy, WorkerPool
from pictomania.table.identity.codes import day_of, is_older

PREFIX = "game_"
RETRY_S = 5.0
MAX_READING = 4  # games read from the log at a time; each may be some megabytes
CACHE_BYTES = 24_000_000  # of galleries, and again of replays


class Damaged(Exception):  # noqa: N818 (a state that needs an operator)
    """A table or game that cannot be read; it is left as it is."""


_gallery = msgspec.msgpack.Decoder(Gallery)


class Archive:
    """The finished games of a server."""

    def __init__(
        self, log: EventLog, clock: ServerClock, metrics: Metrics, keep_days: int, workers: WorkerPool
    ) -> None:
        self._log = log
        self._clock = clock
        self._metrics = metrics
        self._keep_days = keep_days
        self._workers = workers
        self._reading = asyncio.Semaphore(MAX_READING)
        self._galleries: ByteLimitedCache[Gallery | None] = ByteLimitedCache(CACHE_BYTES)
        self._replays: ByteLimitedCache[bytes | None] = ByteLimitedCache(CACHE_BYTES)

    async def keep(self, code: str, game: str) -> None:
        """Archive a game of a table, retrying until the log answers; idempotent."""
        while True:
            try:
                await self._keep(code, game)
                return
            except Unavailable as error:
                log_event("archiving delayed", logging.WARNING, table=table_alias(code), why=str(error))
            except PoolBusy:
                if self._workers.is_closed:
                    return  # it is archived when the table resumes
            except JobFailed as error:
                log_event("archiving failed", logging.ERROR, table=table_alias(code), why=str(error))
                return
            except Exception:  # noqa: BLE001 (nothing awaits this task, so its error would go unnoticed)
                log_event("archiving failed", logging.ERROR, trace=True, table=table_alias(code))
                return
            await asyncio.sleep(RETRY_S)

    async def _keep(self, code: str, game: str) -> None:
        if is_older(game, self._keep_days, self._clock.ms()) or await self._log.read(PREFIX + game):
            return
        entries = [data for _, data in await self._log.read(code)]
        parts = [code.encode(), game.encode(), *entries]
        try:
            archived = await self._workers.run("keep_game", parts, f"table {code}", jobs.GAME)
        except JobDeclined:
            log_event("finished game not found", logging.ERROR, table=table_alias(code))
            return
        with suppress(Conflict):  # archived in the meantime
            await self._log.append(PREFIX + game, 0, archived)
            self._metrics.games_finished += 1

    async def replay(self, game: str) -> bytes | None:
        """Return a whole game as gzipped JSON; None if there is none."""
        return await self._replays.find(game, lambda: self._read_replay(game))

    async def unpack(self, replay: bytes, address: str) -> bytes:
        """Unpack a replay to plain JSON, for an address. Raises `Damaged`, `Busy` and `TooMuch`."""
        try:
            (whole,) = await self._workers.run("unpack_replay", [replay], address, jobs.REPLAY)
        except JobDeclined as declined:
            raise Damaged(declined.data.decode()) from None
        return whole

    async def gallery(self, game: str) -> Gallery | None:
        """Return all drawings of a game, or None. Raises `Damaged`."""
        return await self._galleries.find(game, lambda: self._read_gallery(game))

    async def _read_replay(self, game: str) -> tuple[bytes | None, int]:
        whole = await self._read(REPLAY, game)
        return whole or None, len(whole)

    async def _read_gallery(self, game: str) -> tuple[Gallery | None, int]:
        whole = await self._read(GALLERY, game)
        try:
            return _gallery.decode(whole) if whole else None, len(whole)
        except msgspec.MsgspecError as error:
            raise Damaged(str(error)) from error

    async def _read(self, kind: bytes, game: str) -> bytes:
        if day_of(game) is None:
            return b""
        async with self._reading:
            entries = await self._log.read(PREFIX + game)
        return b"".join(data[1:] for _, data in entries if data[:1] == kind)

    async def sweep(self) -> int:
        """Delete expired games; return how many."""
        names = [name.removeprefix(PREFIX) for name in await self._log.tables() if name.startswith(PREFIX)]
        old = [game for game in names if is_older(game, self._keep_days, self._clock.ms())]
        for game in old:
            await self._log.drop(PREFIX + game)
        self.forget()
        return len(old)

    def forget(self) -> None:
        """Forget games in memory, since another node may have deleted them."""
        self._galleries.clear()
        self._replays.clear()
