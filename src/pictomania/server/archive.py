"""Finished games: kept in the log under a name of their own, shown by their link, forgotten after a while."""

import asyncio
from contextlib import suppress

import msgspec

from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.server import jobs
from pictomania.server.cache import Cache
from pictomania.server.journal import alias, note
from pictomania.server.keeping import GALLERY, REPLAY, Gallery
from pictomania.server.metrics import Metrics
from pictomania.server.pipe import Declined
from pictomania.server.time import Time
from pictomania.server.workers import Busy, TooMuch, Workers
from pictomania.table.codes import day_of, is_older

PREFIX = "game_"
RETRY_S = 5.0
READING_AT_ONCE = 4  # games read from the log at a time; each may be some megabytes
CACHE_BYTES = 24_000_000  # of galleries, and as much of replays


class Damaged(Exception):  # noqa: N818 (a state that needs a person)
    """A record that cannot be read; it is left as it is."""


_gallery = msgspec.msgpack.Decoder(Gallery)


class Archive:
    """The games that were played to the end."""

    def __init__(self, log: EventLog, time: Time, metrics: Metrics, keep_days: int, workers: Workers) -> None:
        """Keep games in this log for so many days; workers make what is kept."""
        self._log = log
        self._time = time
        self._metrics = metrics
        self._keep_days = keep_days
        self._workers = workers
        self._reading = asyncio.Semaphore(READING_AT_ONCE)
        self._galleries: Cache[Gallery | None] = Cache(CACHE_BYTES)
        self._replays: Cache[bytes | None] = Cache(CACHE_BYTES)

    async def keep(self, code: str, game: str) -> None:
        """Keep a game of a table for good, however long that takes; keeping it twice does no harm."""
        while True:
            try:
                await self._keep(code, game)
                return
            except Unavailable as error:
                note("a game cannot be kept now", 30, table=alias(code), why=str(error))
            except Busy:
                if self._workers.is_closed:
                    return  # it is kept when the table is read back
            except TooMuch as error:
                note("a game cannot be kept", 40, table=alias(code), why=str(error))
                return
            except Exception:  # noqa: BLE001 (nobody waits for this, so nobody else would hear of it)
                note("a game cannot be kept", 40, trace=True, table=alias(code))
                return
            await asyncio.sleep(RETRY_S)

    async def _keep(self, code: str, game: str) -> None:
        if is_older(game, self._keep_days, self._time.ms()) or await self._log.read(PREFIX + game):
            return
        entries = [data for _, data in await self._log.read(code)]
        parts = [code.encode(), game.encode(), *entries]
        try:
            made = await self._workers.do("keep_game", parts, f"table {code}", jobs.GAME)
        except Declined:
            note("a game that is over cannot be found", 40, table=alias(code))
            return
        with suppress(Conflict):  # somebody else kept it in the meantime
            await self._log.append(PREFIX + game, 0, made)
            self._metrics.games_finished += 1

    async def replay(self, game: str) -> bytes | None:
        """The whole game as gzipped JSON; None if there is none."""
        return await self._replays.find(game, lambda: self._read_replay(game))

    async def unpacked(self, replay: bytes, who: str) -> bytes:
        """A replay as plain JSON, for an address. Raises `Damaged`, `Busy` and `TooMuch`."""
        try:
            (whole,) = await self._workers.do("unpack_replay", [replay], who, jobs.REPLAY)
        except Declined as declined:
            raise Damaged(declined.data.decode()) from None
        return whole

    async def gallery(self, game: str) -> Gallery | None:
        """All drawings of a game, or None. Raises `Damaged`."""
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
        """Forget games that are too old; say how many."""
        names = [name.removeprefix(PREFIX) for name in await self._log.tables() if name.startswith(PREFIX)]
        old = [game for game in names if is_older(game, self._keep_days, self._time.ms())]
        for game in old:
            await self._log.drop(PREFIX + game)
        self._galleries.clear()
        self._replays.clear()
        return len(old)
