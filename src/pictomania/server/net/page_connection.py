"""A connection served by aiohttp, as every connection is at first: limits on heads and on slow readers."""

import asyncio
from http import HTTPStatus
from typing import Any, cast

from aiohttp import web
from aiohttp.http_exceptions import LineTooLong

from pictomania.server.headers import security_headers
from pictomania.server.net.addresses import BOT_ADDRESS
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.connections import TrackedConnection
from pictomania.server.net.log_filters import PAGES
from pictomania.server.net.refusal import HttpRefusal

BODY_BUFFER = 16 * 1024  # at twice as much, reading pauses until the handler takes the body
WRITE_BUFFER = 16 * 1024  # above it, the handler waits for the client to read


class PageConnection(web.RequestHandler):
    """Adds limits and security headers to aiohttp's connection, and can be detached for a WebSocket."""

    __slots__ = (
        "_head_size",
        "_head_timer",
        "_is_detached",
        "_limits",
        "_security_headers",
        "_tracked",
        "_unread_timer",
    )

    def __init__(self, tracked: TrackedConnection, pages: web.Server, limits: ConnectionLimits) -> None:
        super().__init__(
            pages,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=limits.page_idle_s,
            logger=PAGES,
            access_log=None,  # type: ignore[arg-type] # None is allowed
            lingering_time=0,  # `http/response_limits.py` does this
            read_bufsize=BODY_BUFFER,
            auto_decompress=False,  # a compressed body from a stranger is never unpacked
        )
        self._tracked = tracked
        self._limits = limits
        self._security_headers = security_headers(tls_only=limits.tls_only)
        self._is_detached = False
        self._head_size = 0  # bytes of the head that is still incomplete
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None  # while the client is not reading

    @property
    def tracked(self) -> TrackedConnection:
        """The entry of this connection among all connections."""
        return self._tracked

    @property
    def peername(self) -> Any:  # as in aiohttp
        """The client's address, of which a load balancer may have told us."""
        return super().peername if self._tracked.peer == BOT_ADDRESS else self._tracked.peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Expect the first head within the time limit."""
        self._tracked.transport = cast(asyncio.Transport, transport)
        super().connection_made(transport)
        self._tracked.transport.set_write_buffer_limits(high=WRITE_BUFFER)
        self._start_head_timer()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop tracking the connection, unless a WebSocket goes on with it."""
        self._stop_head_timer()
        self._stop_unread_timer()
        super().connection_lost(exc)
        if not self._is_detached:
            self._tracked.end()

    # Request heads.

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse a head that is too large. aiohttp also calls this with b"" to resume parsing."""
        if self._close or self._force_close:
            return
        if not self._is_reading_head():
            super().data_received(data)
            return
        heads, room = self._request_count, self._limits.head_bytes - self._head_size
        super().data_received(data[:room])
        if self._request_count == heads:
            self._wait_for_rest_of_head(len(data))
            return
        self._head_size = 0
        self._stop_head_timer()
        if len(data) > room:
            super().data_received(data[room:])

    def _is_reading_head(self) -> bool:
        is_idle = self._waiter is not None and not self._waiter.done()
        return is_idle or not self._request_count

    def _wait_for_rest_of_head(self, size: int) -> None:
        self._head_size += size
        if self._head_size > self._limits.head_bytes:
            refusal = HttpRefusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            self._tracked.transport.write(refusal.to_bytes(self._security_headers))
            self.force_close()
        elif self._head_size and self._head_timer is None:
            self._start_head_timer()

    def _start_head_timer(self) -> None:
        self._head_timer = self._loop.call_later(self._limits.head_s, self._tracked.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    # Responses.

    def pause_writing(self) -> None:
        """Give a client that stopped reading some time."""
        super().pause_writing()
        self._unread_timer = self._loop.call_later(self._limits.unread_s, self._tracked.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client reads again."""
        self._stop_unread_timer()
        super().resume_writing()

    def _stop_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that could not be parsed, or whose handler failed, without quoting the client."""
        super().handle_error(request, status, exc, message)  # logs it; raises if a response was begun
        if isinstance(exc, LineTooLong):
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        text = f"{status:d}: {HTTPStatus(status).phrase}"
        refusal = HttpRefusal(HTTPStatus(status), body=text.encode())
        return refusal.closing().response(self._security_headers)

    # WebSockets.

    @property
    def is_upgrading(self) -> bool:
        """Whether the parser stopped behind the current request, because it asks for an upgrade."""
        return self._upgraded and not self._messages

    def detach(self) -> bytes:
        """Take the connection away from aiohttp; return the bytes received after the last request."""
        self._is_detached = True
        self.transport = None  # otherwise aiohttp would close it
        self.connection_lost(None)
        return self._message_tail
