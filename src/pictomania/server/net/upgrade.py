"""WebSocket upgrades: checks the opening handshake and hands the connection from aiohttp to picows."""

import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import HttpVersion11, web
from picows import WSAutoPingStrategy, WSListener
from picows.picows import WSProtocol  # type: ignore[attr-defined] # exists, but not in the stubs

from pictomania.server.headers import security_headers
from pictomania.server.net.addresses import Addresses, address_bucket
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.connections import TrackedConnection
from pictomania.server.net.log_filters import SOCKETS
from pictomania.server.net.page_connection import PageConnection
from pictomania.server.net.refusal import HttpRefusal

READ_BUFFER = 2048  # the minimum in picows; it grows with large reads and never shrinks
VERSION = "13"  # of the WebSocket protocol; there is no other

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Peer:
    """The client that opens a WebSocket."""

    address: str
    bucket: str  # what rate limits count as one address


PageHandler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]
AcceptSocket = Callable[[web.BaseRequest, Peer], WSListener]  # raises `HttpRefusal`


class Upgrader:
    """Sits in front of the application and takes WebSocket handshakes, on any request of a connection."""

    def __init__(
        self, accept: AcceptSocket, handle_page: PageHandler, limits: ConnectionLimits, addresses: Addresses
    ) -> None:
        """`handle_page` handles every other request."""
        self._accept = accept
        self._handle_page = handle_page
        self._limits = limits
        self._addresses = addresses
        self._security_headers = security_headers(tls_only=limits.tls_only)

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Start a WebSocket, or pass the request on."""
        page, transport = request.protocol, request.transport
        is_handshake = request.headers.get("Upgrade", "").lower() == "websocket"
        if not is_handshake or transport is None or not isinstance(page, PageConnection):
            return await self._handle_page(request)
        try:
            listener = self._listener_for(request, page)
        except HttpRefusal as refusal:
            return refusal.closing().response(self._security_headers)
        early_data = page.detach()
        transport.resume_reading()  # aiohttp may have paused it
        _start_socket(listener, request.headers["Sec-WebSocket-Key"], early_data, page.tracked, self._limits)
        return web.Response()  # never sent: for aiohttp this connection is lost

    def _listener_for(self, request: web.BaseRequest, page: PageConnection) -> WSListener:
        """Check a handshake and accept it, or raise `HttpRefusal`."""
        forwarded_for = request.headers.getall("X-Forwarded-For", [])
        address = self._addresses.client_address(page.tracked.peer, forwarded_for)
        peer = Peer(address, address_bucket(address))
        page.tracked.count_for(peer.bucket)
        _check_handshake(request, page)
        try:
            return self._accept(request, peer)
        except HttpRefusal:
            raise
        except Exception:  # noqa: BLE001 (logged; not the client's fault)
            _log.exception("failed to accept a WebSocket")
            raise HttpRefusal(HTTPStatus.INTERNAL_SERVER_ERROR) from None


def _check_handshake(request: web.BaseRequest, page: PageConnection) -> None:
    """Refuse everything that is not an opening handshake of RFC 6455."""
    headers = request.headers
    if headers.get("Sec-WebSocket-Version") != VERSION:
        raise HttpRefusal(HTTPStatus.UPGRADE_REQUIRED, {"Sec-WebSocket-Version": VERSION})
    options = ",".join(headers.getall("Connection", [])).lower().split(",")
    is_valid = (
        request.method == "GET"
        and request.version == HttpVersion11
        and "upgrade" in map(str.strip, options)
        and _is_key(headers.get("Sec-WebSocket-Key", ""))
        and not request.body_exists
        and page.is_upgrading
    )
    if not is_valid:
        raise HttpRefusal(HTTPStatus.BAD_REQUEST)


def _is_key(text: str) -> bool:
    """Whether this is the base64 of 16 bytes."""
    try:
        return len(b64decode(text, validate=True)) == 16
    except ValueError:
        return False


def _start_socket(
    listener: WSListener, key: str, early_data: bytes, tracked: TrackedConnection, limits: ConnectionLimits
) -> None:
    """Let picows continue, as if it had received a minimal handshake and then `early_data`."""
    lines = (
        "GET / HTTP/1.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        f"Sec-WebSocket-Version: {VERSION}",
        "",
        "",
    )
    transport = tracked.transport
    connection = SocketConnection(listener, tracked, limits)
    transport.set_protocol(connection)
    connection.connection_made(transport)
    rest = memoryview("\r\n".join(lines).encode() + early_data)
    while rest and not transport.is_closing():
        room = connection.get_buffer(-1)
        size = min(len(room), len(rest))
        room[:size] = rest[:size]
        connection.buffer_updated(size)
        rest = rest[size:]


class SocketConnection(WSProtocol):  # type: ignore[misc] # see above
    """A connection served by picows."""

    __slots__ = ("_tracked",)

    def __init__(self, listener: WSListener, tracked: TrackedConnection, limits: ConnectionLimits) -> None:
        self._tracked = tracked
        super().__init__(
            None,  # where to connect to
            None,
            False,  # whether this is the client
            lambda _: listener,
            SOCKETS,
            True,  # whether to disconnect when a listener raises
            None,  # the handshake timeout: the handshake is already here
            True,  # whether to ping
            limits.ping_after_s,
            limits.pong_within_s,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # whether to answer pings: the listener does, within its rate limits
            limits.frame_bytes,
            None,  # extra headers
            READ_BUFFER,
        )

    def pause_writing(self) -> None:
        # A client that does not read is not read from, or it could request more and more responses.
        self._tracked.transport.pause_reading()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._tracked.transport.resume_reading()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._tracked.end()
