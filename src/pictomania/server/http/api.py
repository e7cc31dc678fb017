"""The HTTP API: create and look up tables, upload decks, get replays and pictures, check the server."""

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
from pictomania.server.config import Config
from pictomania.server.headers import NO_STORE
from pictomania.server.http.callers import RELAYED, Callers
from pictomania.server.http.deck_uploads import DeckUploads, bearer_token, seat_key
from pictomania.server.http.finished_games import FinishedGames
from pictomania.server.http.forwarding import Forwarder, ServedElsewhere
from pictomania.server.http.responses import ApiError, json_response
from pictomania.server.http.routes import ROUTES, Health, TableFound, TableMade, openapi
from pictomania.server.metrics import prometheus_text
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.tables.archive import Damaged
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import LiveTables
from pictomania.server.tables.lookup import Lookup, RemoteTable
from pictomania.server.version import VERSION
from pictomania.server.workers.pool import WorkerPool
from pictomania.table.permissions import free_seats
from pictomania.table.table import MAX_SEATS

PROBE = "healthz"  # a name in the log for health checks
HEALTHY_S = 1.0  # how long a health check is cached

ApiHandler = Callable[[web.Request], Awaitable[web.Response]]


class Api:
    """The handlers of all routes."""

    def __init__(
        self,
        live_tables: LiveTables,
        lookup: Lookup,
        callers: Callers,
        config: Config,
        workers: WorkerPool,
        forwarder: Forwarder | None = None,
    ) -> None:
        """Without a forwarder, there are no other nodes."""
        self._live_tables = live_tables
        self._lookup = lookup
        self._callers = callers
        self._config = config
        self._forwarder = forwarder
        self._new_tables = TokenBuckets(config.tables_per_hour / 3600, config.tables_per_hour)
        self._finished_games = FinishedGames(live_tables, callers, workers)
        self._uploads = DeckUploads(callers, workers)
        self._healthy_until = -inf
        self._document = msgspec.json.encode(openapi())

    @property
    def persistent_budgets(self) -> dict[str, TokenBuckets]:
        """The budgets of addresses that survive a restart."""
        return {"tables": self._new_tables, "decks": self._uploads.decks}

    def add_to(self, app: web.Application) -> None:
        """Register all routes."""
        for route in ROUTES:
            if route.name.startswith("drawing_"):
                handler, path = (
                    self._finished_games.drawing,
                    route.path.replace("{artist}.", "{artist}.{form:") + "}",
                )
            else:
                handler, path = getattr(self, f"_{route.name}"), route.path
            add = app.router.add_get if route.method == "GET" else app.router.add_post
            add(path, self._map_errors(handler), name=route.name)

    # Tables.

    async def _make_table(self, request: web.Request) -> web.Response:
        self._callers.check_origin(request)
        self._callers.spend(self._new_tables, request, "tables")
        code = await self._live_tables.create()
        return json_response(TableMade(code, f"/t/{code}"), HTTPStatus.CREATED)

    async def _look_up_table(self, request: web.Request) -> web.Response:
        session = (await self._find_table(request)).session
        table, free = session.table, len(free_seats(session))
        found = TableFound(
            code=table.code,
            edition=table.settings.edition,
            phase="lobby" if table.game is None else table.game.phase,
            players=len(table.seats),
            seats_free=MAX_SEATS - len(table.seats) if table.game is None and free else free,
            watching=table.settings.watchers,
        )
        return json_response(found)

    async def _bring_deck(self, request: web.Request) -> web.Response:
        self._callers.check_origin(request)
        key = seat_key(request)
        return await self._uploads.upload(request, await self._find_table(request, key), key)

    async def _find_table(self, request: web.Request, key: str | None = None) -> LiveTable:
        code, relayed = request.match_info["code"], request.get(RELAYED)
        found: LiveTable | RemoteTable | None
        if relayed is None:
            found = await self._lookup.find(code, self._callers.bucket(request), key)
        else:
            found = await self._lookup.find_here(code, key, only_seated=relayed.only_seated)
        if isinstance(found, RemoteTable):
            raise ServedElsewhere(found)
        if found is None:
            raise ApiError(HTTPStatus.NOT_FOUND, "no-such-table", "There is no such table.")
        return found

    async def _replay(self, request: web.Request) -> web.Response:
        return await self._finished_games.replay(request)

    # The server.

    async def _health(self, request: web.Request) -> web.Response:  # noqa: ARG002
        """Write and delete an entry: a read-only log or a full disk is not healthy.

        Several nodes may do so at once: a `Conflict` is an answer of the log too.
        """
        if self._live_tables.is_closing:
            sentence = "The server is stopping; send nobody here."
            raise ApiError(HTTPStatus.SERVICE_UNAVAILABLE, "stopping", sentence)
        loop = asyncio.get_running_loop()
        if loop.time() > self._healthy_until:
            with suppress(Conflict):  # a parallel check wrote it, or a server that was killed
                await self._live_tables.log.append(PROBE, 0, [b"?"])
            await self._live_tables.log.drop(PROBE)
            self._healthy_until = loop.time() + HEALTHY_S
        return json_response(Health("ok", VERSION), headers=NO_STORE)

    async def _metrics(self, request: web.Request) -> web.Response:
        if RELAYED not in request and not self._may_see_metrics(request):
            raise ApiError(HTTPStatus.FORBIDDEN, "not-for-you", "Metrics need a local address or a token.")
        node = self._live_tables.directory.node
        text = prometheus_text(self._live_tables.metrics, "" if node is None else node.name)
        return web.Response(text=text, content_type="text/plain", headers=NO_STORE)

    def _may_see_metrics(self, request: web.Request) -> bool:
        token = self._config.metrics_token
        if token:
            given = bearer_token(request).encode(errors="surrogateescape")
            return compare_digest(given, token.encode(errors="surrogateescape"))
        # Behind a proxy that sends no X-Forwarded-For, every client seems to be on this machine.
        is_proxy = self._callers.addresses.is_proxy(request.remote or "")
        is_forwarded = "X-Forwarded-For" in request.headers
        return is_proxy == is_forwarded and ip_address(self._callers.address(request)).is_loopback

    async def _openapi(self, request: web.Request) -> web.Response:  # noqa: ARG002
        return web.Response(body=self._document, content_type="application/json")

    def _map_errors(self, handler: ApiHandler) -> ApiHandler:
        async def handle(request: web.Request) -> web.Response:
            try:
                try:
                    return await handler(request)
                except ServedElsewhere as elsewhere:
                    return await self._forward(request, elsewhere.table)
            except Damaged:
                sentence = "The stored data is damaged; it was left as it is."
                raise ApiError(HTTPStatus.GONE, "damaged", sentence) from None
            except Unavailable:
                sentence = "The storage is not available right now; try again in a moment."
                status = HTTPStatus.SERVICE_UNAVAILABLE
                raise ApiError(status, "log-unavailable", sentence, retry_s=1) from None

        return handle

    async def _forward(self, request: web.Request, table: RemoteTable) -> web.Response:
        """Let another node answer a request."""
        if self._forwarder is None or RELAYED in request:
            raise Unavailable("the table is on another node")
        caller = self._callers.address(request)
        if not request.can_read_body:
            return await self._forwarder.forward(request, table, caller)
        async with self._uploads.body(request) as body:
            return await self._forwarder.forward(request, table, caller, body)
