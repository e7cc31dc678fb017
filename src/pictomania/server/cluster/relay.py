"""The sockets of this node whose tables are on other nodes; their frames go over one link to each."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from ssl import SSLContext

from picows import WSAutoPingStrategy, WSError, ws_connect

from pictomania.server.cluster.link import Link
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.records import ONLY_SEATED, RecordKind
from pictomania.server.net.log_filters import SOCKETS
from pictomania.server.net.outbox import CLOSE, MAX_UNSENT, encode_frame
from pictomania.server.net.socket_end import SocketTransport
from pictomania.server.structured_logging import log_event
from pictomania.wire.reasons import Close

LINK_PATH = "/link"
CONNECT_S = 2.0
PING_AFTER_S, PONG_WITHIN_S = 2.0, 2.0  # a node that stands still is given up
MAX_FRAME_BYTES = 64 * 1024 * 1024  # a message with a large welcome
MAX_EARLY = 16  # frames that a client may send while its link is being opened
SOON_S = 2.0  # in which sockets are closed when the node stops, so that not all come back at once


class Relay:
    """The links of this node to others."""

    def __init__(self, secret: str, tls: SSLContext | None = None) -> None:
        """`secret` opens the inside ports of all nodes."""
        self._secret = secret
        self._tls = tls
        self._links: dict[Node, asyncio.Task[RelayLink]] = {}

    @property
    def sockets(self) -> int:
        """The number of sockets whose tables are elsewhere."""
        return sum(len(link.sockets) for link in self._open_links())

    @property
    def links(self) -> int:
        """The number of open links."""
        return sum(link.is_open for link in self._open_links())

    async def link(self, node: Node) -> "RelayLink":
        """Return the link to a node, or raise OSError if it cannot be reached."""
        task = self._links.get(node)
        if task is None or (task.done() and (task.exception() or not task.result().is_open)):
            task = self._links[node] = asyncio.create_task(self._connect(node))
        return await asyncio.shield(task)

    async def _connect(self, node: Node) -> "RelayLink":
        scheme = "ws" if self._tls is None else "wss"
        try:
            async with asyncio.timeout(CONNECT_S):
                _, link = await ws_connect(
                    RelayLink,
                    f"{scheme}://{node.inside}{LINK_PATH}",
                    ssl_context=self._tls,
                    logger_name=SOCKETS,
                    enable_auto_ping=True,
                    auto_ping_idle_timeout=PING_AFTER_S,
                    auto_ping_reply_timeout=PONG_WITHIN_S,
                    auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
                    max_frame_size=MAX_FRAME_BYTES,
                    max_redirects=0,
                    extra_headers={"Authorization": f"Bearer {self._secret}"},
                )
        except (OSError, WSError) as error:  # a timeout is an OSError
            log_event("node not reached", logging.WARNING, node=node.name, inside=node.inside, why=str(error))
            raise OSError(f"node {node.name} cannot be reached: {error}") from None
        assert isinstance(link, RelayLink)  # noqa: S101 (for mypy)
        return link

    async def close(self) -> None:
        """Close all sockets, with a pause in between, and all links."""
        links = self._open_links()
        sockets = [socket for link in links for socket in link.sockets.values()]
        for socket in sockets:
            socket.reject(Close.RESTART)
            await asyncio.sleep(SOON_S / max(len(sockets), 200))
        for link in links:
            link.disconnect()

    def _open_links(self) -> list["RelayLink"]:
        done = [task for task in self._links.values() if task.done() and task.exception() is None]
        return [task.result() for task in done]


class RelayLink(Link):
    """The end of a link at the node that has the sockets."""

    def __init__(self) -> None:
        super().__init__()
        self.sockets: dict[int, RelayedSocket] = {}
        self._channels = count()

    def open(self, socket: "RelayedSocket", bucket: str, *, only_seated: bool) -> int:
        """Open a channel for a socket, and return its number; `bucket` is the address that pays."""
        channel = next(self._channels)
        self.sockets[channel] = socket
        flag = ONLY_SEATED if only_seated else b"\0"
        self.send(RecordKind.OPENED, channel, flag + bucket.encode())
        return channel

    def end(self, channel: int) -> None:
        """Close the channel of a client that is gone."""
        if self.sockets.pop(channel, None) is not None:
            self.send(RecordKind.ENDED, channel)

    def receive(self, kind: RecordKind, channels: Sequence[int], payload: bytes) -> None:
        """Do to sockets what the node with their table wants."""
        for channel in channels:
            socket = self.sockets.get(channel)
            if socket is not None:
                if kind is RecordKind.WRITE:
                    socket.write(payload)
                else:
                    socket.obey(kind, payload)

    def congested(self) -> None:
        """Read from no client."""
        for socket in self.sockets.values():
            socket.pause_reading()

    def relieved(self) -> None:
        """Read again from clients that may send."""
        for socket in self.sockets.values():
            socket.resume_reading()

    def lost(self) -> None:
        """Close all sockets; the clients come back, and find the node that has their table then."""
        sockets, self.sockets = self.sockets, {}
        for socket in sockets.values():
            socket.reject(Close.RESTART)


class RelayedSocket:
    """A client's socket whose table is on another node."""

    def __init__(self, transport: SocketTransport, bucket: str) -> None:
        """`bucket` is the address that pays."""
        self._transport = transport
        self._bucket = bucket
        self._link: RelayLink | None = None
        self._channel = 0
        self._early: list[tuple[int, bytes]] = []
        self._is_paused = False  # the other node wants to receive nothing now
        self._is_lagging = False
        self._is_closed = False
        transport.set_write_buffer_limits(high=MAX_UNSENT)

    async def open(self, relay: Relay, node: Node, hello: bytes, *, only_seated: bool) -> None:
        """Connect to the table's node, or close the socket: the client tries again."""
        try:
            link = await relay.link(node)
        except OSError:
            self.reject(Close.RESTART)
            return
        if self._is_closed:
            return
        self._link = link
        self._channel = link.open(self, self._bucket, only_seated=only_seated)
        link.send(RecordKind.TEXT, self._channel, hello)
        for kind, data in self._early:
            link.send(RecordKind(kind), self._channel, data)
        if self._is_lagging:
            link.send(RecordKind.LAGS, self._channel)
        if link.is_congested:
            self.pause_reading()

    # From the client.

    def connected(self, transport: SocketTransport) -> None:
        """Nothing to do: it was connected before."""

    def receive(self, kind: int, data: bytes) -> None:
        """Pass a frame on."""
        if self._link is not None:
            self._link.send(RecordKind(kind), self._channel, data)
        elif len(self._early) < MAX_EARLY:
            self._early.append((kind, data))
        else:
            self.reject(Close.TOO_MUCH)

    def reject(self, why: Close) -> None:
        """Close the socket from this side; the other node is told when that is done."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._is_lagging:
            self._transport.abort()
        else:
            self._transport.write(encode_frame(CLOSE, int(why).to_bytes(2, "big")))
            self._transport.close()

    def left(self) -> None:
        """Send nothing more: the client is closing the socket."""
        self._is_closed = True

    def disconnected(self) -> None:
        """Tell the other node that the client is gone."""
        self._is_closed = True
        if self._link is not None:
            self._link.end(self._channel)

    def pause_writing(self) -> None:
        """Tell the other node that the client reads too slowly."""
        self._is_lagging = True
        if self._link is not None:
            self._link.send(RecordKind.LAGS, self._channel)

    def resume_writing(self) -> None:
        """Tell the other node that the client has caught up."""
        self._is_lagging = False
        if self._link is not None:
            self._link.send(RecordKind.KEEPS_UP, self._channel)
            if self._is_paused or self._link.is_congested:
                self._transport.pause_reading()  # the connection has just resumed it

    # From the other node.

    def write(self, data: bytes) -> None:
        """Send bytes to the client."""
        if not self._is_closed:
            self._transport.write(data)

    def obey(self, kind: RecordKind, payload: bytes) -> None:
        """Do what the other node wants, other than to write."""
        if self._is_closed:
            return
        if kind is RecordKind.PAUSE:
            self._is_paused = True
            self.pause_reading()
        elif kind is RecordKind.RESUME:
            self._is_paused = False
            self.resume_reading()
        elif kind is RecordKind.LIMIT:
            self._transport.set_write_buffer_limits(high=int.from_bytes(payload, "little"))
        elif kind is RecordKind.CLOSE:
            self._is_closed = True
            self._transport.close()
        elif kind is RecordKind.ABORT:
            self._is_closed = True
            self._transport.abort()

    def pause_reading(self) -> None:
        """Read nothing from the client for now."""
        with suppress(RuntimeError):  # of a transport that is closing
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again, unless something else forbids it; a client that does not read is not read either."""
        link = self._link
        if not (self._is_paused or self._is_lagging or self._is_closed or (link and link.is_congested)):
            self._transport.resume_reading()
