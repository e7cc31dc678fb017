"""Finished games over HTTP: replays and pictures, within what each address may have of them."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

from aiohttp import web

from pictomania.ink import written
from pictomania.rules import Colour
from pictomania.server import jobs
from pictomania.server.answers import Sorry, busy
from pictomania.server.archive import Damaged
from pictomania.server.cache import Cache
from pictomania.server.callers import Callers
from pictomania.server.credit import Credits
from pictomania.server.headers import FOREVER
from pictomania.server.hosting import Hosting
from pictomania.server.pipe import Declined
from pictomania.server.routes import PICTURES
from pictomania.server.workers import Busy, TooMuch, Workers
from pictomania.table.codes import day_of

PENCILS: Mapping[Colour, str] = {  # as in the theme of the browser client
    Colour.RED: "#c62828",
    Colour.YELLOW: "#9a7400",
    Colour.GREEN: "#2e7d32",
    Colour.BLUE: "#1565c0",
    Colour.PURPLE: "#7b1fa2",
    Colour.ORANGE: "#c44d08",
}
# What one address may have, a second and at once. The end of a game shows thirty drawings to six people.
PAINTING = (50, 3_000)  # pictures, counted in their cost
COSTS = {"svg": 1, "png": 10, "apng": 50}
REPLAYS = (1, 120)
BYTES = (2_000_000, 150_000_000)  # of pictures and replays
CACHE_BYTES = 32_000_000  # of finished pictures


class Showing:
    """Shows what has no secrets any more."""

    def __init__(self, hosting: Hosting, callers: Callers, workers: Workers) -> None:
        """Show the games of these tables; workers paint."""
        self._hosting = hosting
        self._callers = callers
        self._workers = workers
        self._painting = Credits(*PAINTING)
        self._replays = Credits(*REPLAYS)
        self._bytes = Credits(*BYTES)
        self._pictures: Cache[bytes] = Cache(CACHE_BYTES)

    async def replay(self, request: web.Request) -> web.Response:
        """A whole game, gzipped for those who take it."""
        packed = await self._hosting.archive.replay(request.match_info["game"])
        if packed is None:
            raise _no_game()
        self._callers.spend(self._replays, request, "replays")
        headers = {"Vary": "Accept-Encoding", **FOREVER}
        if _takes_gzip(request.headers.get("Accept-Encoding", "")):
            headers["Content-Encoding"] = "gzip"
            return self._sent(request, packed, "application/json", headers)
        with _refusals():
            whole = await self._hosting.archive.unpacked(packed, self._callers.who(request))
        return self._sent(request, whole, "application/json", headers)

    async def drawing(self, request: web.Request) -> web.Response:
        """One sheet as a picture."""
        game, form = request.match_info["game"], request.match_info["form"]
        number, artist = _number(request.match_info["round"]), _number(request.match_info["artist"])
        found = self._open_drawing(game, number, artist) or await self._kept_drawing(game, number, artist)
        if found is None:
            raise _no_game()
        self._callers.spend(self._painting, request, "pictures", COSTS[form])
        ink, colour = found
        who = self._callers.who(request)

        async def paint() -> tuple[bytes, int]:
            parts = [form.encode(), PENCILS[colour].encode(), ink]
            (picture,) = await self._workers.do("paint", parts, who, jobs.PICTURE)
            return picture, len(picture)

        with _refusals():
            picture = await self._pictures.find((game, number, artist, form, colour), paint)
        return self._sent(request, picture, PICTURES[form], FOREVER)

    def _sent(
        self, request: web.Request, body: bytes, content: str, headers: Mapping[str, str]
    ) -> web.Response:
        if request.method != "HEAD":
            self._callers.spend(self._bytes, request, "bytes", len(body))
        return web.Response(body=body, content_type=content, headers=headers)

    def _open_drawing(self, game: str, number: int, artist: int) -> tuple[bytes, Colour] | None:
        """A drawing of a game that is still on the table, but has no secrets any more."""
        if day_of(game) is None:
            return None
        for hosted in self._hosting.tables.values():
            table = hosted.sitting.table
            if table.game_id == game and table.is_open:
                sheet = table.drawings().get((number, artist))
                return None if sheet is None else (written(sheet), table.seats[artist].colour)
        return None

    async def _kept_drawing(self, game: str, number: int, artist: int) -> tuple[bytes, Colour] | None:
        gallery = await self._hosting.archive.gallery(game)
        drawing = None if gallery is None else gallery.drawing(number, artist)
        if gallery is None or drawing is None:
            return None
        if artist >= len(gallery.players):
            raise Damaged(game)
        return drawing.ink, gallery.players[artist].colour


def _no_game() -> Sorry:
    return Sorry(HTTPStatus.NOT_FOUND, "no-such-game", "There is no such game, or it is not over yet.")


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn what a worker says into an answer."""
    try:
        yield
    except Busy:
        raise busy() from None
    except TooMuch:
        sentence = "Making this takes more than we have for it."
        raise Sorry(HTTPStatus.SERVICE_UNAVAILABLE, "too-much-work", sentence) from None
    except Declined as declined:
        raise Damaged(declined.data.decode()) from None


def _number(text: str) -> int:
    if len(text) > 2 or not (text.isascii() and text.isdigit()):
        raise _no_game()
    return int(text)


def _takes_gzip(accepted: str) -> bool:
    """What says nothing, as simple programs do, wants what it can read."""
    codings = accepted.lower().replace(" ", "").split(",")
    return any(re.fullmatch(r"(x-)?gzip(;q=(1|0\.[0-9]*[1-9]).*)?", coding) for coding in codings)
