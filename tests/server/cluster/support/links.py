"""Ends of links that only record what they receive, and the transport of a client that isn't there."""

import asyncio
import socket
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha1

from aiohttp import web
from picows import WSFrame, WSParsedURL, WSTransport, ws_connect

from pictomania.log import EventLog
from pictomania.server.cluster.link import Link
from pictomania.server.cluster.records import LINK_PATH
from pictomania.server.cluster.secret import shared_secret
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import open_listener
from pictomania.server.net.outbox import CLOSE
from pictomania.server.net.upgrade import Peer
from pictomania.wire.reasons import Close

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
ACCEPTED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


class RecordedLink(Link):
    """One end of a link."""

    def __init__(self) -> None:
        super().__init__()
        self.got: list[tuple[int, int, bytes]] = []  # kind, channel, payload
        self.messages = 0
        self.events: list[str] = []

    @property
    def transport(self) -> WSTransport:
        """The WebSocket."""
        return self._transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.messages += 1
        super().on_ws_frame(transport, frame)

    def receive(self, kind: int, channels: Sequence[int], payload: bytes) -> None:
        self.got += [(kind, channel, payload) for channel in channels]

    def congested(self) -> None:
        self.events.append("congested")

    def relieved(self) -> None:
        self.events.append("relieved")

    def lost(self) -> None:
        self.events.append("lost")

    def stop_reading(self) -> None:
        """Read nothing from the other end."""
        self._transport.underlying_transport.pause_reading()

    def read_again(self) -> None:
        """Read what has arrived, and everything from now on."""
        self._transport.underlying_transport.resume_reading()


@asynccontextmanager
async def node_of(links: list[RecordedLink]) -> AsyncIterator[str]:
    """A node at which links end that only record; yield its inside address."""

    def accept(request: web.BaseRequest, peer: Peer) -> RecordedLink:  # noqa: ARG001
        links.append(link := RecordedLink())
        return link

    limits = ConnectionLimits(frame_bytes=MAX_MESSAGE_BYTES)
    listener = await open_listener(accept, web.Application(), "127.0.0.1", 0, limits)
    try:
        yield f"127.0.0.1:{listener.port}"
    finally:
        await listener.shut_down()


class SlowNode:
    """A node that accepts a link when it is told to, and then only reads."""

    def __init__(self) -> None:
        self.was_asked = asyncio.Event()
        self.may_accept = asyncio.Event()
        self.received: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()  # up to the end

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Yield its inside address."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        (key,) = [field[19:] for field in head if field.lower().startswith(b"sec-websocket-key: ")]
        self.was_asked.set()
        await self.may_accept.wait()
        accept = b64encode(sha1(key + GUID).digest())  # noqa: S324 (the standard asks for it)
        writer.write(ACCEPTED + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        self.received.set_result(await reader.read())
        writer.close()


@asynccontextmanager
async def link_to(inside: str, secret: str = "", path: str = LINK_PATH) -> AsyncIterator[RecordedLink]:
    """Open a link to an inside address."""
    link = RecordedLink()
    await ws_connect(
        lambda: link,
        f"ws://{inside}{path}",
        extra_headers={"Authorization": f"Bearer {secret}"},
        max_frame_size=MAX_MESSAGE_BYTES,
        socket_factory=_socket_with_small_buffer,
    )
    try:
        yield link
    finally:
        link.disconnect()


def _socket_with_small_buffer(_: WSParsedURL) -> socket.socket:
    """A socket in which little waits to be read, so that a link is soon congested."""
    opened = socket.socket()
    opened.setblocking(False)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return opened


async def secret_of(log: EventLog) -> str:
    """The secret of a cluster."""
    return await shared_secret(log)


class FakeClient:
    """The transport of a client, which records calls."""

    def __init__(self) -> None:
        self.done: list[bytes | str] = []
        self.is_reading = True
        self.is_closing = False
        self.high = 0

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def abort(self) -> None:
        self.done.append("abort")

    def close(self) -> None:
        self.done.append("close")

    def pause_reading(self) -> None:
        self._read(False)

    def resume_reading(self) -> None:
        self._read(True)

    def _read(self, is_reading: bool) -> None:
        if self.is_closing:
            raise RuntimeError("cannot pause or resume reading when closing")
        self.is_reading = is_reading


def close_frame(why: Close) -> bytes:
    """The frame with which a node closes a socket without a further reason."""
    return bytes((0x80 | CLOSE, 2)) + int(why).to_bytes(2, "big")
