"""The small HTTP API: make a table, look one up, bring a deck, watch a game again, how the server is."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from math import inf

import msgspec
from aiohttp import web

from pictomania.log import Conflict, Unavailable
from pictomania.server.answers import Sorry, json_answer
from pictomania.server.archive import Damaged
from pictomania.server.callers import Callers
from pictomania.server.config import Config
from pictomania.server.credit import Credits
from pictomania.server.headers import NEVER
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.server.lookup import Lookup
from pictomania.server.metrics import exposition
from pictomania.server.routes import ROUTES, Health, TableFound, TableMade, openapi
from pictomania.server.showing import Showing
from pictomania.server.uploads import Uploads, bearer, key_of
from pictomania.server.version import VERSION
from pictomania.server.workers import Workers
from pictomania.table.arrivals import seats_to_take
from pictomania.table.table import MOST_SEATS

PROBE = "healthz"  # under which nothing is kept for long
WELL_S = 1.0  # how long it is believed that the log works

Answer = Callable[[web.Request], Awaitable[web.Response]]


class Api:
    """Answers requests; everything it knows was given to it."""

    def __init__(
        self, hosting: Hosting, lookup: Lookup, callers: Callers, config: Config, workers: Workers
    ) -> None:
        """Answer for these tables."""
        self._hosting = hosting
        self._lookup = lookup
        self._callers = callers
        self._config = config
        self._making = Credits(config.tables_per_hour / 3600, config.tables_per_hour)
        self._showing = Showing(hosting, callers, workers)
        self._uploads = Uploads(callers, workers)
        self._well_until = -inf
        self._document = msgspec.json.encode(openapi())

    @property
    def lasting(self) -> dict[str, Credits]:
        """The budgets of addresses that a restart should not reset."""
        return {"tables": self._making, "decks": self._uploads.decks}

    def add_to(self, app: web.Application) -> None:
        """Answer all routes."""
        for route in ROUTES:
            if route.name.startswith("drawing_"):
                answer, path = self._showing.drawing, route.path.replace("{artist}.", "{artist}.{form:") + "}"
            else:
                answer, path = getattr(self, f"_{route.name}"), route.path
            add = app.router.add_get if route.method == "GET" else app.router.add_post
            add(path, _answered(answer), name=route.name)

    # Tables.

    async def _make_table(self, request: web.Request) -> web.Response:
        self._callers.check_origin(request)
        self._callers.spend(self._making, request, "tables")
        code = await self._hosting.make()
        return json_answer(TableMade(code, f"/t/{code}"), HTTPStatus.CREATED)

    async def _look_up_table(self, request: web.Request) -> web.Response:
        sitting = (await self._found(request)).sitting
        table, free = sitting.table, len(seats_to_take(sitting))
        found = TableFound(
            code=table.code,
            edition=table.settings.edition,
            phase="lobby" if table.game is None else table.game.phase,
            players=len(table.seats),
            seats_free=MOST_SEATS - len(table.seats) if table.game is None and free else free,
            watching=table.settings.watchers,
        )
        return json_answer(found)

    async def _bring_deck(self, request: web.Request) -> web.Response:
        self._callers.check_origin(request)
        key = key_of(request)
        return await self._uploads.bring(request, await self._found(request, key), key)

    async def _found(self, request: web.Request, key: str | None = None) -> Hosted:
        hosted = await self._lookup.find(request.match_info["code"], self._callers.who(request), key)
        if hosted is None:
            raise Sorry(HTTPStatus.NOT_FOUND, "no-such-table", "There is no such table.")
        return hosted

    async def _replay(self, request: web.Request) -> web.Response:
        return await self._showing.replay(request)

    # The server.

    async def _health(self, request: web.Request) -> web.Response:  # noqa: ARG002
        """Write something, and forget it: a log that can only be read is not enough, nor is a full disk."""
        loop = asyncio.get_running_loop()
        if loop.time() > self._well_until:
            with suppress(Conflict):  # another one has written it, or one that was killed
                await self._hosting.log.append(PROBE, 0, [b"?"])
            await self._hosting.log.drop(PROBE)
            self._well_until = loop.time() + WELL_S
        return json_answer(Health("ok", VERSION), headers=NEVER)

    async def _metrics(self, request: web.Request) -> web.Response:
        if not self._may_see_figures(request):
            raise Sorry(HTTPStatus.FORBIDDEN, "not-for-you", "Figures are for this machine, or need a token.")
        return web.Response(text=exposition(self._hosting.metrics), content_type="text/plain", headers=NEVER)

    def _may_see_figures(self, request: web.Request) -> bool:
        token = self._config.metrics_token
        if token:
            told = bearer(request).encode(errors="surrogateescape")
            return compare_digest(told, token.encode(errors="surrogateescape"))
        # Behind a proxy that does not say for whom it asks, the whole world seems to be on this machine.
        is_named = self._callers.addresses.is_proxy(request.remote or "")
        is_told = "X-Forwarded-For" in request.headers
        return is_named == is_told and ip_address(self._callers.address(request)).is_loopback

    async def _openapi(self, request: web.Request) -> web.Response:  # noqa: ARG002
        return web.Response(body=self._document, content_type="application/json")


def _answered(answer: Answer) -> Answer:
    async def safely(request: web.Request) -> web.Response:
        try:
            return await answer(request)
        except Sorry as sorry:
            return sorry.response()
        except Damaged:
            sentence = "The record cannot be read; it was left as it is."
            return Sorry(HTTPStatus.GONE, "damaged", sentence).response()
        except Unavailable:
            sentence = "Nothing can be stored or read now; try again in a moment."
            status = HTTPStatus.SERVICE_UNAVAILABLE
            return Sorry(status, "log-unavailable", sentence, retry_s=1).response()

    return safely
