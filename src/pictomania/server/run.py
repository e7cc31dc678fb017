"""The wiring: puts log, tables, sockets and pages together, and runs them until told to stop."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web
from picows import WSListener, WSUpgradeRequest, WSUpgradeResponse

from pictomania.log import EventLog, SqliteLog
from pictomania.server.addresses import Addresses
from pictomania.server.api import Api
from pictomania.server.archive import Archive
from pictomania.server.config import Config
from pictomania.server.door import Opened, open_door
from pictomania.server.handover import Peer
from pictomania.server.hosting import Hosting
from pictomania.server.journal import note
from pictomania.server.limits import Limits
from pictomania.server.lookup import Lookup
from pictomania.server.metrics import Metrics
from pictomania.server.origins import Origins
from pictomania.server.pace import Pace
from pictomania.server.pages import add_pages, careful, folder
from pictomania.server.socket import Socket
from pictomania.server.sweep import Sweep
from pictomania.server.time import Time
from pictomania.table.bringing import LARGEST_DECK
from pictomania.wire.limits import LARGEST_FRAME

SOCKET_PATH = b"/socket"
GRACE_S = 8.0  # for everything to be stored and said when the server goes


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    port: int
    hosting: Hosting
    door: Opened


async def opened_log(config: Config) -> SqliteLog:
    """The log in the data folder; raises `Unusable` with a sentence for whoever starts the server."""
    return await SqliteLog.open(config.data / "tables.sqlite3")


@asynccontextmanager
async def serving(
    config: Config, log: EventLog, limits: Limits | None = None, pace: Pace | None = None
) -> AsyncIterator[Running]:
    """Serve with this log until the end of the block; then store everything and say good-bye."""
    time, metrics, pace = Time(), Metrics(), pace or Pace()
    hosting = Hosting(log, Archive(log, time, metrics, config.keep_games_days), time, metrics)
    origins, addresses = Origins(config.public_url, config.origins), Addresses(config.proxies)
    lookup = Lookup(hosting, config.wrong_codes_per_minute)

    def sockets(request: WSUpgradeRequest, peer: Peer) -> WSListener | WSUpgradeResponse:
        if request.path.partition(b"?")[0] != SOCKET_PATH:
            return _no(HTTPStatus.NOT_FOUND)
        if not origins.allows(request.headers.get("Origin"), request.headers.get("Host")):
            return _no(HTTPStatus.FORBIDDEN)
        return Socket(lambda code: lookup.find(code, peer.bucket), metrics, pace)

    app = web.Application(client_max_size=LARGEST_DECK, middlewares=[careful])
    Api(hosting, lookup, origins, addresses, config).add_to(app)
    add_pages(app, folder())
    limits = limits or Limits(
        connections=config.most_connections,
        per_address=config.connections_per_address,
        frame_bytes=LARGEST_FRAME,
    )
    door = await open_door(sockets, app, config.host, config.port, limits, addresses)
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
    work = [
        asyncio.create_task(hosting.run()),
        asyncio.create_task(Sweep(hosting, config.keep_tables_hours).run()),
    ]
    try:
        yield Running(door.port, hosting, door)
    finally:
        door.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_S):
                await hosting.close()
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await door.leave()


def _no(status: HTTPStatus) -> WSUpgradeResponse:
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(status)
    return response


async def run(config: Config, on_open: Callable[[int], None]) -> None:
    """Serve until the process is asked to stop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for kind in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(kind, stop.set)
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
