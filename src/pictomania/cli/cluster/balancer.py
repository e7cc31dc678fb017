"""A small TCP load balancer: relays each connection to one of several nodes, in turn.

Knows nothing of HTTP. It begins each connection to a node with a line of the PROXY protocol, from which the
node learns the client's address (`pictomania serve --proxy-protocol 127.0.0.1`).
"""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import cast

from pictomania.server.net.port import Port, open_server_socket
from pictomania.server.net.proxy_protocol import announcement

CONNECT_S = 1.0  # to a node; one that is dead refuses at once
PATIENCE_S = 5.0  # of a client, while no node can be reached
RETRY_S = 0.1

Address = tuple[str, int]


class Balancer:
    """An open port; use `open`. Connections go to `nodes`, a list that may be replaced at any time."""

    def __init__(self, bound: socket.socket, nodes: Sequence[Address]) -> None:
        """Start accepting connections."""
        self.nodes = nodes
        self._turn = 0
        self._relaying: set[asyncio.Task[None]] = set()
        self._port = Port(bound, self._take)

    @classmethod
    async def open(cls, nodes: Sequence[Address], host: str = "127.0.0.1", port: int = 0) -> "Balancer":
        """Listen on `host`, or on every address, and on `port`, or on a free one; or raise OSError."""
        return cls(await open_server_socket(host, port), nodes)

    @property
    def port(self) -> int:
        """The number of the port."""
        return self._port.number

    @property
    def connections(self) -> int:
        """The number of connections that are relayed, or wait for a node."""
        return len(self._relaying)

    def stop(self) -> None:
        """Accept no more connections; open ones go on."""
        self._port.close()

    async def close(self) -> None:
        """Accept no more connections, and drop open ones."""
        self.stop()
        for task in self._relaying:
            task.cancel()
        await asyncio.gather(*self._relaying, return_exceptions=True)

    def _take(self, connection: socket.socket, _: str) -> None:
        task = asyncio.create_task(self._relay(connection))
        self._relaying.add(task)
        task.add_done_callback(self._relaying.discard)

    async def _relay(self, connection: socket.socket) -> None:
        """Connect a client to a node until one of them is gone."""
        with closing(connection), suppress(OSError):  # the client is gone, or no node was there in time
            line = announcement(connection)
            async with asyncio.timeout(PATIENCE_S):
                node = await self._connect()
            node.transport.write(line)
            try:
                await _join(connection, node)
            finally:
                node.drop()

    async def _connect(self) -> "_Side":
        """Connect to the next node that can be reached."""
        while True:
            nodes = self.nodes
            for _ in nodes:
                self._turn += 1
                with suppress(OSError):
                    return await _connect(*nodes[self._turn % len(nodes)])
            await asyncio.sleep(RETRY_S)


async def _connect(host: str, port: int) -> "_Side":
    side = _Side()
    async with asyncio.timeout(CONNECT_S):
        await asyncio.get_running_loop().create_connection(lambda: side, host, port)
    side.transport.pause_reading()  # until there is the client to write to
    return side


async def _join(connection: socket.socket, node: "_Side") -> None:
    """Relay both ways until one side has ended; the server too knows no half-closed connections."""
    client = _Side()
    client.other = node.transport
    await asyncio.get_running_loop().connect_accepted_socket(lambda: client, connection)
    try:
        node.other = client.transport
        node.transport.resume_reading()
        both = (client.lost, node.lost)
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for side in (client, node):
            side.transport.close()  # once everything is sent
        await asyncio.wait(both)
    finally:
        client.drop()


class _Side(asyncio.Protocol):
    """One of the two connections of a client; what it receives goes to the other."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport  # once connected
        self.other: asyncio.Transport
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def drop(self) -> None:
        """End the connection now, if it hasn't ended."""
        if not self.lost.done():
            self.transport.abort()

    # Called by asyncio. The other connection may be closing already, which uvloop regards as an error.

    def data_received(self, data: bytes) -> None:
        with suppress(RuntimeError):
            self.other.write(data)

    def pause_writing(self) -> None:
        with suppress(RuntimeError):
            self.other.pause_reading()

    def resume_writing(self) -> None:
        with suppress(RuntimeError):
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lost.set_result(None)
