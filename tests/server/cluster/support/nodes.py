"""Several servers in this process that share a log in a real NATS."""

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from aiohttp import ClientSession, TCPConnector

from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.server.cluster.node import Node
from pictomania.server.config import Config
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.run import serving
from tests.log.nats_server import NatsServer
from tests.server.support.http_server import HttpServer
from tests.server.support.running_server import UNLIMITED, RunningServer, run_server

_numbers = count()


def new_name() -> str:
    """The name of a stream that no other test uses."""
    return f"cluster-{next(_numbers)}"


@asynccontextmanager
async def open_nats_log(nats: NatsServer, name: str, timeout_s: float = 5.0) -> AsyncIterator[NatsLog]:
    """A log, closed at the end."""
    log = await NatsLog.open(NatsSettings([nats.url], name=name), timeout_s=timeout_s)
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def run_node(
    nats: NatsServer,
    name: str,
    node: str,
    *,
    warnings: Collection[str] = (),
    possible_warnings: Collection[str] = (),
    rate_limits: RateLimits = UNLIMITED,
    inside: Mapping[str, object] | None = None,
) -> AsyncIterator[RunningServer]:
    """A server with a connection of its own."""
    async with (
        open_nats_log(nats, name) as log,
        run_server(
            log,
            node=node,
            warnings=warnings,
            possible_warnings=possible_warnings,
            rate_limits=rate_limits,
            inside=inside,
        ) as server,
    ):
        yield server


@asynccontextmanager
async def run_http_node(
    nats: NatsServer, name: str, node: str, *, timeout_s: float = 5.0, **settings: Any
) -> AsyncIterator[HttpServer]:
    """A server with a connection of its own, and an HTTP client for it."""
    config = Config(host="127.0.0.1", port=0, nats=(nats.url,), node=node, **settings)
    async with (
        open_nats_log(nats, name, timeout_s) as log,
        serving(config, log, rate_limits=UNLIMITED) as running,
        ClientSession(connector=TCPConnector(limit=0), auto_decompress=False) as session,
    ):
        yield HttpServer(running, log, session)


def node_of(server: HttpServer) -> Node:
    """How other nodes know a server."""
    node = server.live_tables.directory.node
    assert node is not None
    return node


@asynccontextmanager
async def two_nodes(
    nats: NatsServer, *, warnings: Collection[str] = (), rate_limits: RateLimits = UNLIMITED
) -> AsyncIterator[tuple[RunningServer, RunningServer]]:
    """Two nodes of a new cluster; each sees the warnings of both."""
    name = new_name()
    async with (
        run_node(nats, name, "a", warnings=warnings, rate_limits=rate_limits) as a,
        run_node(nats, name, "b", warnings=warnings, rate_limits=rate_limits) as b,
    ):
        yield a, b


def inside_of(server: RunningServer) -> str:
    """The inside address of a node."""
    node = server.live_tables.directory.node
    assert node is not None
    return node.inside
