"""Finished games: kept in the log under a name of their own, shown by their link, forgotten after a while."""

import asyncio
import gzip
import zlib
from contextlib import suppress

import msgspec

from pictomania.ink import BadInk, Missing, Sheet, take
from pictomania.log import Conflict, EventLog, Unavailable
from pictomania.log.eventlog import LARGEST_ENTRY
from pictomania.rules import Colour
from pictomania.server.journal import alias, note
from pictomania.server.metrics import Metrics
from pictomania.server.time import Time
from pictomania.table.codes import day_of, is_older
from pictomania.table.record import fact
from pictomania.table.replay import Drawing, Player, replay_of

PREFIX = "game_"
RETRY_S = 5.0
GALLERY, REPLAY = b"G", b"R"  # what an entry of a kept game begins with: which of the two it is a piece of


class Damaged(Exception):  # noqa: N818 (a state that needs a person)
    """A record that cannot be read; it is left as it is."""


class Gallery(msgspec.Struct, frozen=True):
    """What pictures are made of, without the rest of the game."""

    players: tuple[Player, ...]
    drawings: tuple[Drawing, ...]

    def sheet(self, number: int, artist: int) -> tuple[Sheet, Colour] | None:
        """One sheet, and the colour it was drawn in. Raises `Damaged`."""
        for drawing in self.drawings:
            if (drawing.round, drawing.artist) == (number, artist):
                sheet = Sheet()
                try:
                    take(drawing.ink, sheet)
                    return sheet, self.players[artist].colour
                except (BadInk, Missing, IndexError) as error:
                    raise Damaged(str(error)) from error
        return None


_gallery = msgspec.msgpack.Decoder(Gallery)


class Archive:
    """The games that were played to the end."""

    def __init__(self, log: EventLog, time: Time, metrics: Metrics, keep_days: int) -> None:
        """Keep games in this log for so many days."""
        self._log = log
        self._time = time
        self._metrics = metrics
        self._keep_days = keep_days

    async def keep(self, code: str, game: str) -> None:
        """Keep a game of a table for good, however long that takes; keeping it twice does no harm."""
        while True:
            try:
                await self._keep(code, game)
                return
            except Unavailable as error:
                note("a game cannot be kept now", 30, table=alias(code), why=str(error))
            except Exception:  # noqa: BLE001 (nobody waits for this, so nobody else would hear of it)
                note("a game cannot be kept", 40, trace=True, table=alias(code))
                return
            await asyncio.sleep(RETRY_S)

    async def _keep(self, code: str, game: str) -> None:
        if is_older(game, self._keep_days, self._time.ms()) or await self._log.read(PREFIX + game):
            return
        entries = [data for _, data in await self._log.read(code)]
        made = await asyncio.to_thread(_made, code, entries, game)
        if made is None:
            note("a game that is over cannot be found", 40, table=alias(code))
            return
        with suppress(Conflict):  # somebody else kept it in the meantime
            await self._log.append(PREFIX + game, 0, made)
            self._metrics.games_finished += 1

    async def replay(self, game: str, *, packed: bool) -> bytes | None:
        """The whole game as JSON, gzipped or not; None if there is none. Raises `Damaged`."""
        whole = await self._read(REPLAY, game)
        if whole is None or packed:
            return whole
        try:
            return await asyncio.to_thread(gzip.decompress, whole)
        except (OSError, EOFError, zlib.error) as error:
            raise Damaged(str(error)) from error

    async def gallery(self, game: str) -> Gallery | None:
        """All drawings of a game, or None. Raises `Damaged`."""
        whole = await self._read(GALLERY, game)
        try:
            return None if whole is None else _gallery.decode(whole)
        except msgspec.MsgspecError as error:
            raise Damaged(str(error)) from error

    async def _read(self, kind: bytes, game: str) -> bytes | None:
        entries = [] if day_of(game) is None else await self._log.read(PREFIX + game)
        return b"".join(data[1:] for _, data in entries if data[:1] == kind) or None

    async def sweep(self) -> int:
        """Forget games that are too old; say how many."""
        names = [name.removeprefix(PREFIX) for name in await self._log.tables() if name.startswith(PREFIX)]
        old = [game for game in names if is_older(game, self._keep_days, self._time.ms())]
        for game in old:
            await self._log.drop(PREFIX + game)
        return len(old)


def _made(code: str, entries: list[bytes], game: str) -> list[bytes] | None:
    replay = replay_of(code, [fact(data) for data in entries], game)
    if replay is None:
        return None
    gallery = msgspec.msgpack.encode(Gallery(replay.players, replay.drawings))
    return [*_pieces(GALLERY, gallery), *_pieces(REPLAY, gzip.compress(msgspec.json.encode(replay), mtime=0))]


def _pieces(kind: bytes, whole: bytes) -> list[bytes]:
    """Cut something up, so that every log can keep it: many busy drawings are more than one entry takes."""
    size = LARGEST_ENTRY - len(kind)
    return [kind + whole[at : at + size] for at in range(0, len(whole), size)]
