"""The wiring: puts log, tables, sockets and pages together, and runs them until told to stop."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from secrets import compare_digest, token_urlsafe

from aiohttp import web
from picows import WSListener, WSUpgradeRequest, WSUpgradeResponse

from pictomania.log import EventLog, SqliteLog
from pictomania.server.addresses import INNER, Addresses
from pictomania.server.api import Api
from pictomania.server.archive import Archive
from pictomania.server.backlog import Backlog
from pictomania.server.budgets import Budgets
from pictomania.server.callers import Callers
from pictomania.server.condensing import condensing_in
from pictomania.server.config import Config
from pictomania.server.door import Opened, open_door
from pictomania.server.handover import Peer, Sockets
from pictomania.server.headers import protective
from pictomania.server.hosting import Hosting
from pictomania.server.household import Household
from pictomania.server.intake import Intake
from pictomania.server.journal import LOGGER, note
from pictomania.server.ledger import Ledger
from pictomania.server.limits import Limits
from pictomania.server.lookup import Lookup
from pictomania.server.metrics import Metrics
from pictomania.server.origins import Origins
from pictomania.server.outflow import Outflow
from pictomania.server.pace import Pace
from pictomania.server.pages import add_pages, careful, folder, protect
from pictomania.server.socket import Socket
from pictomania.server.sweep import Sweep
from pictomania.server.time import Time
from pictomania.server.workers import Workers
from pictomania.table.bringing import LARGEST_DECK
from pictomania.wire.limits import LARGEST_FRAME

SOCKET_PATH = b"/socket"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
GRACE_S = 8.0  # for everything to be stored and said when the server goes
PAGE_GRACE_S = 1.0  # and then for requests that are still being answered: ten seconds for all of it


class CannotListen(Exception):  # noqa: N818 (what happened)
    """The port cannot be had; the one sentence is for whoever starts the server."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    port: int
    hosting: Hosting
    door: Opened
    household: Household


async def opened_log(config: Config) -> SqliteLog:
    """The log in the data folder; raises `Unusable` with a sentence for whoever starts the server."""
    return await SqliteLog.open(config.data / "tables.sqlite3")


@asynccontextmanager
async def serving(
    config: Config, log: EventLog, limits: Limits | None = None, pace: Pace | None = None
) -> AsyncIterator[Running]:
    """Serve with this log until the end of the block; then store everything and say good-bye."""
    time, metrics, budgets = Time(), Metrics(), Budgets(pace or Pace())
    workers = Workers(metrics)
    hosting = Hosting(log, Archive(log, time, metrics, config.keep_games_days, workers), time, metrics)
    hosting.condense = condensing_in(workers)
    callers = Callers(Addresses(config.proxies), Origins(config.public_url, config.origins))
    lookup = Lookup(hosting, config.wrong_codes_per_minute)
    api = Api(hosting, lookup, callers, config, workers)
    ledger = Ledger(log, time, {"stored": budgets, **api.lasting})
    await ledger.read()
    backlog = Backlog()
    pass_ = token_urlsafe(16)  # of our bots, for the door that is theirs

    def sockets(request: WSUpgradeRequest, peer: Peer) -> WSListener | WSUpgradeResponse:
        path, _, query = request.path.partition(b"?")
        is_ours = peer.address == INNER
        if path != SOCKET_PATH or (is_ours and not compare_digest(query, pass_.encode())):
            return _no(HTTPStatus.NOT_FOUND)
        if not (is_ours or callers.is_allowed(request.headers.get("Origin"), request.headers.get("Host"))):
            return _no(HTTPStatus.FORBIDDEN)
        return Socket(
            lambda code, key: lookup.find(code, peer.bucket, key), metrics, budgets, peer.bucket, backlog
        )

    door = await _opened(config, sockets, _pages(config, api, callers, metrics), limits, callers.addresses)
    _measure(metrics, door, hosting)
    sweep = Sweep(hosting, config.keep_tables_hours)
    work = [asyncio.create_task(each.run()) for each in (hosting, sweep, ledger)]
    for task in work:
        task.add_done_callback(look_at_end)
    household = Household(f"http://127.0.0.1:{await door.open_inside()}/?{pass_}", config.bot_pace)
    hosting.most_bots, hosting.bots_per_address = config.most_bots, config.bots_per_address
    hosting.on_call = household.call
    try:
        yield Running(door.port, hosting, door, household)
    finally:
        await household.close()
        door.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_S):
                await hosting.close()
                await ledger.write()
        await workers.close()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await door.leave()


def _pages(config: Config, api: Api, callers: Callers, metrics: Metrics) -> web.Application:
    """Everything that is answered over HTTP."""
    middlewares = [Outflow(callers).send, careful, Intake(callers, metrics).check]
    app = web.Application(client_max_size=LARGEST_DECK, middlewares=middlewares)
    protect(app, protective(tls_only=_is_tls_only(config)))
    api.add_to(app)
    add_pages(app, folder())
    return app


def _is_tls_only(config: Config) -> bool:
    return (config.public_url or "").startswith("https:")


async def _opened(
    config: Config, sockets: Sockets, pages: web.Application, limits: Limits | None, addresses: Addresses
) -> Opened:
    """Open the port, or raise `CannotListen`."""
    limits = limits or Limits(
        connections=config.most_connections,
        per_address=config.connections_per_address,
        frame_bytes=LARGEST_FRAME,
        page_grace_s=PAGE_GRACE_S,
        tls_only=_is_tls_only(config),
    )
    host = "" if config.host == "::" else config.host  # for most programs that means IPv4 too
    try:
        return await open_door(sockets, pages, host, config.port, limits, addresses)
    except (OSError, UnicodeError) as error:
        why, _, _ = str(getattr(error, "strerror", None) or error).partition(" (")
        raise CannotListen(f"cannot listen on {config.host or '::'}, port {config.port}: {why}") from error


def _measure(metrics: Metrics, door: Opened, hosting: Hosting) -> None:
    """Say what can be asked at any time."""
    metrics.gauges["connections"] = ("Connections that are open.", lambda: door.connections)
    metrics.gauges["longest_stall_ms"] = (
        "Longest time that the event loop was late.",
        lambda: metrics.longest_stall_ms,
    )
    metrics.gauges["tables"] = ("Tables that are in memory.", lambda: len(hosting.tables))
    metrics.gauges["members"] = (
        "People who are at a table, or watch.",
        lambda: sum(len(hosted.outboxes) for hosted in hosting.tables.values()),
    )
    metrics.gauges["bots"] = ("Bots of the house that play.", lambda: hosting.bots)


def look_at_end(task: asyncio.Task[None]) -> None:
    """Say so when something has ended by itself that should go on as long as the server does."""
    if not task.cancelled():
        LOGGER.critical("something has stopped that tables need", exc_info=task.exception())


def _no(status: HTTPStatus) -> WSUpgradeResponse:
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(status)
    return response


async def run(config: Config, on_open: Callable[[int], None]) -> None:
    """Serve until the process is asked to stop."""
    with _signals() as stop:
        log = await opened_log(config)
        try:
            async with serving(config, log) as running:
                note("serving", port=running.port, data=str(config.data))
                on_open(running.port)
                await stop.wait()
                note("stopping")
        finally:
            await log.close()
        note("stopped")


@contextmanager
def _signals() -> Iterator[asyncio.Event]:
    """An event that happens when the process is asked to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for kind in SIGNALS:
        loop.add_signal_handler(kind, stop.set)
    try:
        yield stop
    finally:
        for kind in SIGNALS:
            loop.remove_signal_handler(kind)
