"""Finished games: replays and pictures, with rate limits by address."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

from aiohttp import web

from pictomania.ink import encode_sheet
from pictomania.rules import Colour
from pictomania.server.cache import ByteLimitedCache
from pictomania.server.headers import IMMUTABLE
from pictomania.server.http.callers import Callers
from pictomania.server.http.forwarding import ServedElsewhere
from pictomania.server.http.responses import ApiError, busy
from pictomania.server.http.routes import PICTURES
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.tables.archive import Damaged
from pictomania.server.tables.live_tables import LiveTables
from pictomania.server.tables.lookup import RemoteTable
from pictomania.server.workers import jobs
from pictomania.server.workers.pipe import JobDeclined
from pictomania.server.workers.pool import JobFailed, PoolBusy, WorkerPool
from pictomania.table.identity.codes import day_of

PENCIL_COLOURS: Mapping[Colour, str] = {  # as in the browser client
    Colour.RED: "#c62828",
    Colour.YELLOW: "#9a7400",
    Colour.GREEN: "#2e7d32",
    Colour.BLUE: "#1565c0",
    Colour.PURPLE: "#7b1fa2",
    Colour.ORANGE: "#c44d08",
}
# Rate and burst for one address. The end of a game shows thirty drawings to six players.
PAINTING = (50, 3_000)  # pictures, weighted by cost
COSTS = {"svg": 1, "png": 10, "apng": 50}
REPLAYS = (1, 120)
DOWNLOAD_BYTES = (2_000_000, 150_000_000)  # of pictures and replays
CACHE_BYTES = 32_000_000  # of rendered pictures


class FinishedGames:
    """Serves games that have no secrets any more."""

    def __init__(self, live_tables: LiveTables, callers: Callers, workers: WorkerPool) -> None:
        """`workers` paint the pictures."""
        self._live_tables = live_tables
        self._callers = callers
        self._workers = workers
        self._painting = TokenBuckets(*PAINTING)
        self._replays = TokenBuckets(*REPLAYS)
        self._bytes = TokenBuckets(*DOWNLOAD_BYTES)
        self._pictures: ByteLimitedCache[bytes] = ByteLimitedCache(CACHE_BYTES)

    async def replay(self, request: web.Request) -> web.Response:
        """Serve a whole game, gzipped if the client accepts it."""
        packed = await self._live_tables.archive.replay(request.match_info["game"])
        if packed is None:
            raise _no_game()
        self._callers.spend(self._replays, request, "replays")
        headers = {"Vary": "Accept-Encoding", **IMMUTABLE}
        if _accepts_gzip(request.headers.get("Accept-Encoding", "")):
            headers["Content-Encoding"] = "gzip"
            return self._respond(request, packed, "application/json", headers)
        with _map_worker_errors():
            whole = await self._live_tables.archive.unpack(packed, self._callers.bucket(request))
        return self._respond(request, whole, "application/json", headers)

    async def drawing(self, request: web.Request) -> web.Response:
        """Serve one sheet as a picture."""
        game, form = request.match_info["game"], request.match_info["form"]
        number, artist = _number(request.match_info["round"]), _number(request.match_info["artist"])
        found = await self._find_drawing(game, number, artist)
        if found is None:
            raise _no_game()
        self._callers.spend(self._painting, request, "pictures", COSTS[form])
        ink, colour = found
        who = self._callers.bucket(request)

        async def paint() -> tuple[bytes, int]:
            parts = [form.encode(), PENCIL_COLOURS[colour].encode(), ink]
            (picture,) = await self._workers.run("paint", parts, who, jobs.PICTURE)
            return picture, len(picture)

        with _map_worker_errors():
            picture = await self._pictures.find((game, number, artist, form, colour), paint)
        return self._respond(request, picture, PICTURES[form], IMMUTABLE)

    async def _find_drawing(self, game: str, number: int, artist: int) -> tuple[bytes, Colour] | None:
        """Find a drawing, or raise `ServedElsewhere` if the game is at a table of another node."""
        found = self._live_drawing(game, number, artist) or await self._archived_drawing(game, number, artist)
        directory = self._live_tables.directory
        if found is None and directory.node is not None and day_of(game) is not None:
            owner = await directory.owner(game)
            if owner is not None and owner != directory.node:
                raise ServedElsewhere(RemoteTable(owner))
            found = await self._archived_drawing(game, number, artist)  # perhaps since a moment ago
        return found

    def _respond(
        self, request: web.Request, body: bytes, content: str, headers: Mapping[str, str]
    ) -> web.Response:
        if request.method != "HEAD":
            self._callers.spend(self._bytes, request, "bytes", len(body))
        return web.Response(body=body, content_type=content, headers=headers)

    def _live_drawing(self, game: str, number: int, artist: int) -> tuple[bytes, Colour] | None:
        """Find a drawing of a game that is still at its table but has no secrets any more."""
        if day_of(game) is None:
            return None
        for live_table in self._live_tables.tables.values():
            table = live_table.session.table
            if table.game_id == game and table.is_open:
                sheet = table.drawings().get((number, artist))
                return None if sheet is None else (encode_sheet(sheet), table.seats[artist].colour)
        return None

    async def _archived_drawing(self, game: str, number: int, artist: int) -> tuple[bytes, Colour] | None:
        gallery = await self._live_tables.archive.gallery(game)
        drawing = None if gallery is None else gallery.drawing(number, artist)
        if gallery is None or drawing is None:
            return None
        if artist >= len(gallery.players):
            raise Damaged(game)
        return drawing.ink, gallery.players[artist].colour


def _no_game() -> ApiError:
    return ApiError(HTTPStatus.NOT_FOUND, "no-such-game", "There is no such game, or it is not over yet.")


@contextmanager
def _map_worker_errors() -> Iterator[None]:
    """Turn errors of workers into API errors."""
    try:
        yield
    except PoolBusy:
        raise busy() from None
    except JobFailed:
        sentence = "Making this takes too much time or memory."
        raise ApiError(HTTPStatus.SERVICE_UNAVAILABLE, "too-much-work", sentence) from None
    except JobDeclined as declined:
        raise Damaged(declined.data.decode()) from None


def _number(text: str) -> int:
    if len(text) > 2 or not (text.isascii() and text.isdigit()):
        raise _no_game()
    return int(text)


def _accepts_gzip(accepted: str) -> bool:
    """Whether the client accepts gzip; without the header, assume a simple program that does not."""
    codings = accepted.lower().replace(" ", "").split(",")
    return any(re.fullmatch(r"(x-)?gzip(;q=(1|0\.[0-9]*[1-9]).*)?", coding) for coding in codings)
