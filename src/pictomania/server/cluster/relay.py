"""The sockets of this node whose tables are on other nodes; their frames go over one link to each."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from ssl import SSLContext

from picows import WSAutoPingStrategy, WSError, WSTransport, ws_connect

from pictomania.server.cluster.link import Link
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.records import CHANNELS, LINK_PATH, RecordKind, encode_opening
from pictomania.server.cluster.relayed_socket import RelayedSocket
from pictomania.server.net.even_pace import CLOSING_S, at_even_pace
from pictomania.server.net.log_filters import SOCKETS
from pictomania.server.structured_logging import log_event
from pictomania.wire.reasons import Close

CONNECT_S = 2.0
PING_AFTER_S, PONG_WITHIN_S = 2.0, 2.0  # a node that stands still is given up
MAX_FRAME_BYTES = 64 * 1024 * 1024  # a message with a large welcome


class Relay:
    """The links of this node to others."""

    def __init__(self, secret: str, tls: SSLContext | None = None) -> None:
        """`secret` opens the inside ports of all nodes."""
        self._secret = secret
        self._tls = tls
        self._links: dict[Node, asyncio.Task[RelayLink]] = {}
        self._is_closing = False

    @property
    def sockets(self) -> int:
        """The number of sockets whose tables are elsewhere."""
        return sum(len(link.sockets) for link in self._open_links())

    @property
    def links(self) -> int:
        """The number of open links."""
        return sum(link.is_open for link in self._open_links())

    async def open(self, socket: RelayedSocket, node: Node, hello: bytes, *, only_seated: bool) -> None:
        """Let a node go on with a client, or close the socket: the client tries again."""
        try:
            link = await self._link(node)
        except OSError:
            socket.reject(Close.RESTART)
        else:
            socket.open(link, hello, only_seated=only_seated)

    async def _link(self, node: Node) -> "RelayLink":
        """Return the link to a node, or raise OSError if it cannot be reached."""
        task = self._links.get(node)
        if task is None or _is_over(task):
            self._links = {other: link for other, link in self._links.items() if not _is_over(link)}
            task = self._links[node] = asyncio.create_task(self._connect(node))
        link = await asyncio.shield(task)
        if self._is_closing or not link.is_open:  # we resume some turns later: it may be lost again
            raise OSError("the link is lost, or this node is stopping")
        return link

    async def _connect(self, node: Node) -> "RelayLink":
        scheme = "ws" if self._tls is None else "wss"
        link = RelayLink(node)
        try:
            async with asyncio.timeout(CONNECT_S):
                await ws_connect(
                    lambda: link,
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
            if not link.is_open:  # picows doesn't notice a node that hangs up during the handshake
                raise ConnectionResetError("the node hung up")
        except (OSError, WSError) as error:  # a timeout is an OSError
            link.abandon()
            log_event("node not reached", logging.WARNING, node=node.name, inside=node.inside, why=str(error))
            raise OSError(f"node {node.name} cannot be reached") from None
        return link

    async def close(self) -> None:
        """Close all sockets, not all at once, and then all links."""
        self._is_closing = True
        async for socket in at_even_pace(self._all_sockets(), CLOSING_S):
            socket.reject(Close.RESTART)
        for link in self._open_links():
            link.disconnect()

    def _all_sockets(self) -> Iterable[RelayedSocket]:
        return (socket for link in self._open_links() for socket in link.sockets.values())

    def _open_links(self) -> list["RelayLink"]:
        return [task.result() for task in self._links.values() if task.done() and not _is_over(task)]


def _is_over(task: "asyncio.Task[RelayLink]") -> bool:
    """Whether a link could not be made, or is lost."""
    return task.done() and (task.exception() is not None or not task.result().is_open)


class RelayLink(Link):
    """The end of a link at the node that has the sockets."""

    def __init__(self, node: Node) -> None:
        """`node` is at the other end."""
        super().__init__()
        self.sockets: dict[int, RelayedSocket] = {}
        self._node = node
        self._last_channel = -1
        self._is_abandoned = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Start, unless that took too long."""
        super().on_ws_connected(transport)
        if self._is_abandoned:
            self.disconnect()

    def abandon(self) -> None:
        """Close the link as soon as it opens; picows goes on with the handshake after a timeout."""
        self._is_abandoned = True
        if self.is_open:  # the timeout struck in the turn in which it opened
            self.disconnect()

    def add(self, socket: RelayedSocket, bucket: str, *, only_seated: bool) -> int:
        """Open a channel for a socket, and return its number; `bucket` is the address that pays."""
        channel = (self._last_channel + 1) % CHANNELS
        while channel in self.sockets:
            channel = (channel + 1) % CHANNELS
        self._last_channel = channel
        self.sockets[channel] = socket
        self.send(RecordKind.OPENED, channel, encode_opening(bucket, only_seated=only_seated))
        return channel

    def end(self, channel: int) -> None:
        """Close the channel of a client that is gone."""
        if self.sockets.pop(channel, None) is not None:
            self.send(RecordKind.ENDED, channel)

    def receive(self, kind: int, channels: Sequence[int], payload: bytes) -> None:
        """Do to sockets what the node with their table wants."""
        for channel in channels:
            socket = self.sockets.get(channel)
            if socket is None:
                continue  # the client is gone; the other node will learn it
            if kind == RecordKind.WRITE:
                socket.write(payload)
            else:
                socket.obey(kind, payload)

    def congested(self) -> None:
        """Read from no client."""
        self._update_reading()

    def relieved(self) -> None:
        """Read again from clients that may send."""
        self._update_reading()

    def _update_reading(self) -> None:
        for socket in self.sockets.values():
            socket.update_reading()

    def lost(self) -> None:
        """Close all sockets; the clients come back, and find the node that has their table then."""
        sockets, self.sockets = self.sockets, {}
        log_event("link lost", node=self._node.name, sockets=len(sockets))
        for socket in sockets.values():
            socket.reject(Close.RESTART)
