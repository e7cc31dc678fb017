"""The wiring: creates the log, the tables, the sockets and the pages, and runs them until a signal."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from secrets import compare_digest, token_urlsafe
from time import process_time
from typing import Any, TypeVar

from aiohttp import web
from picows import WSListener

from pictomania.log import EventLog, SqliteLog
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings, read_credentials
from pictomania.server.bots.bot_process import BotProcess
from pictomania.server.clock import ServerClock
from pictomania.server.cluster.relay import Relay
from pictomania.server.config import DATABASE, Config
from pictomania.server.headers import security_headers
from pictomania.server.http.api import Api
from pictomania.server.http.callers import Callers
from pictomania.server.http.pages import (
    FindElsewhere,
    add_files,
    add_pages,
    add_security_headers,
    catch_errors,
    static_folder,
)
from pictomania.server.http.request_checks import RequestChecks
from pictomania.server.http.response_limits import ResponseSender
from pictomania.server.http.static_files import StaticFiles
from pictomania.server.metrics import Metrics
from pictomania.server.net.addresses import BOT_ADDRESS, Addresses
from pictomania.server.net.backlog import Backlog
from pictomania.server.net.budgets import Budgets
from pictomania.server.net.connection_limits import PAGE_GRACE_S, ConnectionLimits
from pictomania.server.net.ledger import Ledger
from pictomania.server.net.listener import Listener, open_listener
from pictomania.server.net.origins import Origins
from pictomania.server.net.port import CannotListen
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.net.upgrade import AcceptSocket, Peer
from pictomania.server.other_nodes import OtherNodes
from pictomania.server.structured_logging import LOGGER, log_event
from pictomania.server.tables import table_log
from pictomania.server.tables.archive import Archive
from pictomania.server.tables.client_socket import SocketServices
from pictomania.server.tables.compaction import compact_in
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.live_tables import BotService, LiveTables, TableServices
from pictomania.server.tables.lookup import Lookup, RemoteTable
from pictomania.server.tables.socket_listener import SocketListener
from pictomania.server.tables.sweep import Sweep
from pictomania.server.workers.pool import WorkerPool
from pictomania.table.custom_decks import MAX_UPLOAD_BYTES
from pictomania.wire.limits import MAX_FRAME_BYTES

_T = TypeVar("_T")
StopSignal = asyncio.Future[float]  # the time of the event loop when it came

SOCKET_PATH = b"/socket"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
# At shutdown, which takes at most ten seconds, all of these begin with the stop signal.
GRACE_S = 7.5  # to end the bot process, and to store and broadcast everything
STOP_S = GRACE_S + 2 * PAGE_GRACE_S  # for pages and the log, too, whose connection may take another second


@dataclass(frozen=True, slots=True)
class Running:
    """A running server."""

    port: int
    live_tables: LiveTables
    listener: Listener
    bot_process: BotProcess


async def open_log(config: Config) -> EventLog:
    """Open the log, in NATS or in the data folder; raises `Unusable` with one sentence for the operator."""
    if not config.nats:
        return await SqliteLog.open(config.data / DATABASE)
    log = await NatsLog.open(NatsSettings(config.nats, read_credentials(config.nats_credentials)))
    for warning in log.facts.warnings:
        log_event(warning, logging.WARNING)
    return log


@asynccontextmanager
async def serving(
    config: Config,
    log: EventLog,
    limits: ConnectionLimits | None = None,
    rate_limits: RateLimits | None = None,
) -> AsyncIterator[Running]:
    """Serve with this log until the end of the block; then store everything and close the sockets."""
    clock, metrics, budgets = ServerClock(), Metrics(), Budgets(rate_limits or RateLimits())
    workers = WorkerPool(metrics)
    archive = Archive(log, clock, metrics, config.keep_games_days, workers)
    others = await OtherNodes.meet(config, log, lambda code: live_tables.is_sure(code))  # noqa: PLW0108
    bots = BotService(
        lambda code, invite: bot_process.invite(code, invite),  # noqa: PLW0108 (created below)
        config.most_bots,
        config.bots_per_address,
    )
    services = TableServices(compact_in(workers), bots, others.directory, _patience_s(config))
    live_tables = LiveTables(log, archive, clock, metrics, services)
    callers = Callers(
        Addresses(config.proxies, config.proxy_protocol), Origins(config.public_url, config.origins)
    )
    lookup = Lookup(live_tables, config.wrong_codes_per_minute)
    api = Api(live_tables, lookup, callers, config, workers, others.forwarder)
    by_address: dict[str, Budgets | TokenBuckets] = {"stored": budgets, **api.persistent_budgets}
    ledger = Ledger(log, clock, by_address)
    await ledger.read()
    sockets, bot_token = SocketServices(metrics, budgets, Backlog()), token_urlsafe(16)  # for the bots' port
    accept = _accept_sockets(lookup, callers, sockets, bot_token, others.relay)
    pages = _pages(config, api, callers, metrics, others.find_file)
    listener = await _open_port(config, accept, pages, limits, callers.addresses)
    _add_gauges(metrics, listener, live_tables)
    await others.open(lookup, sockets, api)
    sweep = Sweep(live_tables, config.keep_tables_hours)
    share = others.share({"wrong-codes": lookup.wrong_codes, **by_address})
    background = _start(live_tables.run(), sweep.run(), ledger.run(), share)
    bot_port = await listener.open_bot_port()
    bot_process = BotProcess(f"http://127.0.0.1:{bot_port}/?{bot_token}", config.bot_pace)
    try:
        yield Running(listener.port, live_tables, listener, bot_process)
    finally:
        store_by = asyncio.get_running_loop().time() + GRACE_S
        live_tables.stop()
        listener.close()
        others.stop()
        await bot_process.close()
        await _store(live_tables, others, ledger, store_by)
        await workers.close()
        await _cancel(background)
        await asyncio.gather(others.close(), listener.shut_down())


async def _store(live_tables: LiveTables, others: OtherNodes, ledger: Ledger, by: float) -> None:
    """Store and broadcast everything that there is time for."""
    with suppress(TimeoutError):
        async with asyncio.timeout_at(by):
            await asyncio.gather(live_tables.close(), others.close_sockets())
            await ledger.write()


def _patience_s(config: Config) -> float:
    """Return how long the log may be unavailable before requests are refused."""
    return table_log.NATS_PATIENCE_S if config.nats else table_log.PATIENCE_S


def _accept_sockets(
    lookup: Lookup, callers: Callers, sockets: SocketServices, bot_token: str, relay: Relay | None
) -> AcceptSocket:
    """Accept sockets of our own pages, and of house bots that know the token."""

    def accept(request: web.BaseRequest, peer: Peer) -> WSListener:
        path, _, query = request.raw_path.encode(errors="surrogateescape").partition(b"?")
        is_bot = peer.address == BOT_ADDRESS
        if path != SOCKET_PATH or (is_bot and not compare_digest(query, bot_token.encode())):
            raise HttpRefusal(HTTPStatus.NOT_FOUND)
        if not (is_bot or callers.is_allowed(request.headers.get("Origin"), request.headers.get("Host"))):
            raise HttpRefusal(HTTPStatus.FORBIDDEN)
        # A house bot belongs to the node that has its table: if that changes, the next one invites another.

        def find(code: str, key: str) -> Awaitable[LiveTable | RemoteTable | None]:
            return lookup.find(code, peer.bucket, key)

        return SocketListener(find, peer.bucket, sockets, None if is_bot else relay)

    return accept


def _pages(
    config: Config, api: Api, callers: Callers, metrics: Metrics, find_elsewhere: FindElsewhere | None
) -> web.Application:
    """Build the HTTP application; `find_elsewhere` finds files of other releases."""
    middlewares = [ResponseSender(callers).send, catch_errors, RequestChecks(callers, metrics).check]
    app = web.Application(client_max_size=MAX_UPLOAD_BYTES, middlewares=middlewares)
    add_security_headers(app, security_headers(tls_only=_is_tls_only(config)))
    api.add_to(app)
    static_files = StaticFiles(static_folder())
    add_files(app, static_files, find_elsewhere)
    add_pages(app, static_files)
    return app


def _is_tls_only(config: Config) -> bool:
    return (config.public_url or "").startswith("https:")


async def _open_port(
    config: Config,
    accept: AcceptSocket,
    pages: web.Application,
    limits: ConnectionLimits | None,
    addresses: Addresses,
) -> Listener:
    """Open the port, or raise `CannotListen`."""
    limits = limits or ConnectionLimits(
        connections=config.most_connections,
        per_address=config.connections_per_address,
        frame_bytes=MAX_FRAME_BYTES,
        page_grace_s=PAGE_GRACE_S,
        tls_only=_is_tls_only(config),
    )
    host = "" if config.host == "::" else config.host  # in most programs "::" includes IPv4
    try:
        return await open_listener(accept, pages, host, config.port, limits, addresses)
    except (OSError, UnicodeError) as error:
        why, _, _ = str(getattr(error, "strerror", None) or error).partition(" (")
        sentence = f"cannot listen on {config.host or '::'}, port {config.port}: {why}"
        raise CannotListen(f"{sentence}; --host and --port choose another") from error


def _add_gauges(metrics: Metrics, listener: Listener, live_tables: LiveTables) -> None:
    metrics.gauges["connections"] = ("Open connections.", lambda: listener.connections)
    metrics.gauges["longest_stall_ms"] = (
        "Longest delay of the event loop.",
        lambda: metrics.longest_stall_ms,
    )
    metrics.gauges["cpu_seconds_total"] = ("CPU time of the server's own process.", process_time)
    metrics.gauges["tables"] = (
        "Tables in memory; in a cluster, those that this node owns.",
        lambda: len(live_tables.tables),
    )
    metrics.gauges["log_unavailable_seconds"] = (
        "How long the log has been unavailable now.",
        lambda: live_tables.outage.current_s,
    )
    metrics.gauges["log_outage_seconds_total"] = (
        "How long the log has been unavailable since the start.",
        lambda: live_tables.outage.total_s,
    )
    metrics.gauges["members"] = (
        "Connected players, bots and watchers.",
        lambda: sum(len(table.outboxes) for table in live_tables.tables.values()),
    )
    metrics.gauges["bots"] = ("House bots at tables.", lambda: live_tables.bots)


def _start(*runners: Coroutine[None, None, None]) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(each) for each in runners]
    for task in tasks:
        task.add_done_callback(log_death)
    return tasks


async def _cancel(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def log_death(task: asyncio.Task[None]) -> None:
    """Log a background task that died."""
    if not task.cancelled() and task.exception() is not None:
        LOGGER.critical("a background task died", exc_info=task.exception())


async def run(config: Config, on_open: Callable[[int], None]) -> None:
    """Serve until the process gets a stop signal, which may come before it serves."""
    with _stop_signal() as stop:
        async with AsyncExitStack() as stack:
            running = await _unless(stop, _start_up(config, stop, stack))
            if running is not None:
                log_event("serving", port=running.port, data=str(config.data))
                on_open(running.port)
                await asyncio.wait((stop,))
            log_event("stopping")
        log_event("stopped")


async def _start_up(config: Config, stop: StopSignal, stack: AsyncExitStack) -> Running:
    """Open the log, and serve with it until the stack is closed."""
    log = await open_log(config)
    stack.push_async_callback(_close, log, stop)
    return await stack.enter_async_context(serving(config, log))


async def _unless(stop: StopSignal, work: Coroutine[None, None, _T]) -> _T | None:
    """Return the result of some work, or cancel it if the stop signal comes first."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait((task, stop), return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        await _cancel([task])


async def _close(log: EventLog, stop: StopSignal) -> None:
    """Close the log in what is left of the time for stopping."""
    loop = asyncio.get_running_loop()
    stopping_since = stop.result() if stop.done() else loop.time()
    with suppress(TimeoutError):
        async with asyncio.timeout_at(stopping_since + STOP_S):
            await log.close()


@contextmanager
def _stop_signal() -> Iterator[StopSignal]:
    """SIGINT or SIGTERM."""
    loop = asyncio.get_running_loop()
    stop: StopSignal = loop.create_future()

    def on_signal() -> None:
        if not stop.done():
            stop.set_result(loop.time())

    for kind in SIGNALS:
        loop.add_signal_handler(kind, on_signal)
    try:
        yield stop
    finally:
        for kind in SIGNALS:
            loop.remove_signal_handler(kind)
