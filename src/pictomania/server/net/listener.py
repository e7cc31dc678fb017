"""The listening side of the server: one port for pages and WebSockets, and every connection made to it."""

import asyncio
import socket
from contextlib import ExitStack, suppress
from ssl import SSLContext
from typing import cast

from aiohttp import web

from pictomania.server.headers import security_headers
from pictomania.server.net.addresses import BOT_ADDRESS, Addresses, address_bucket
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.connections import Connections, TrackedConnection
from pictomania.server.net.page_connection import PageConnection
from pictomania.server.net.port import Port, open_server_socket
from pictomania.server.net.proxy_protocol import BadAnnouncement, read_announcement
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.upgrade import AcceptSocket, Upgrader


async def open_listener(
    accept: AcceptSocket,
    pages: web.Application,
    host: str | None = None,
    port: int = 0,
    limits: ConnectionLimits | None = None,
    addresses: Addresses | None = None,
) -> "Listener":
    """Listen on `host`, or on every address; port 0 picks a free one."""
    bound = await open_server_socket(host, port)
    return await listen(bound, accept, pages, limits or ConnectionLimits(), addresses or Addresses())


async def listen(
    bound: socket.socket,
    accept: AcceptSocket,
    pages: web.Application,
    limits: ConnectionLimits,
    addresses: Addresses,
    tls: SSLContext | None = None,
) -> "Listener":
    """Serve on a socket that listens already."""
    runner = web.AppRunner(pages, shutdown_timeout=limits.page_grace_s)
    await runner.setup()
    return Listener(bound, accept, runner, limits, addresses, tls)


class Listener:
    """An open port and its connections."""

    def __init__(
        self,
        bound: socket.socket,
        accept: AcceptSocket,
        runner: web.AppRunner,
        limits: ConnectionLimits,
        addresses: Addresses,
        tls: SSLContext | None,
    ) -> None:
        """Start accepting connections."""
        self._tls = tls
        self._runner = runner
        self._pages = cast(web.Server, runner.server)
        self._limits = limits
        self._addresses = addresses
        self._security_headers = security_headers(tls_only=limits.tls_only)
        upgrader = Upgrader(accept, self._pages.request_handler, limits, addresses)
        self._pages.request_handler = upgrader.handle
        self._connections = Connections(limits.max_connections, limits.per_address)
        self._announcing: set[asyncio.Task[None]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._port = Port(bound, self._on_connection)
        self._bot_port: Port | None = None

    async def open_bot_port(self) -> int:
        """Open a loopback port for the house bots, which count for no address; return its number."""
        bound = await open_server_socket("127.0.0.1", 0)
        self._bot_port = Port(bound, lambda connection, _: self._on_connection(connection, BOT_ADDRESS))
        return self._bot_port.number

    @property
    def port(self) -> int:
        """The port number."""
        return self._port.number

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._connections)

    def close(self) -> None:
        """Stop accepting connections."""
        self._port.close()
        if self._bot_port is not None:
            self._bot_port.close()
        for task in self._announcing:
            task.cancel()

    async def shut_down(self) -> None:
        """Stop accepting, answer the requests in progress, then abort every connection."""
        self.close()
        await asyncio.gather(*self._starting)
        await self._runner.cleanup()
        for tracked in self._connections:
            tracked.transport.abort()
        await self._connections.wait_until_empty()

    def _on_connection(self, connection: socket.socket, peer: str) -> None:
        if self._addresses.announces_clients(peer):
            task = asyncio.create_task(self._on_announced(connection, peer))
            self._announcing.add(task)
            task.add_done_callback(self._announcing.discard)
        else:
            self._begin(connection, peer)

    async def _on_announced(self, connection: socket.socket, peer: str) -> None:
        """Begin a connection for the client that a load balancer names, or drop it."""
        with suppress(BadAnnouncement, TimeoutError), ExitStack() as stack:
            stack.callback(connection.close)
            async with asyncio.timeout(self._limits.head_s):
                client = await read_announcement(connection)
            stack.pop_all()
            self._begin(connection, client or peer)

    def _begin(self, connection: socket.socket, peer: str) -> None:
        # A proxy's connections belong to many clients; the handshake names the client of a WebSocket.
        is_proxy = self._addresses.is_proxy(peer)
        try:
            tracked = self._connections.begin(peer, None if is_proxy else address_bucket(peer))
        except HttpRefusal as refusal:
            _refuse(connection, refusal.to_bytes(self._security_headers))
        else:
            task = asyncio.create_task(self._start(connection, tracked))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start(self, connection: socket.socket, tracked: TrackedConnection) -> None:
        page = PageConnection(tracked, self._pages, self._limits)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: page,
                connection,
                ssl=self._tls,
                ssl_handshake_timeout=self._limits.head_s if self._tls else None,
            )
        except OSError:
            connection.close()
            tracked.end()


def _refuse(connection: socket.socket, response: bytes) -> None:
    # Without a transport and without reading the request: there may be a flood of them.
    with suppress(OSError):
        connection.send(response)
    with suppress(OSError):
        connection.recv(64 * 1024)  # with unread data, close() would make the kernel discard the response
    connection.close()
