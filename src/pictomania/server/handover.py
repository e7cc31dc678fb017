"""Hands a connection on, with what it has said so far: to picows for a socket, to aiohttp for pages."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web
from picows import (
    WSAutoPingStrategy,
    WSListener,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined] # it is there, but not in the stubs

from pictomania.server.addresses import Addresses, bucket
from pictomania.server.headers import protective
from pictomania.server.hush import PAGES, SOCKETS
from pictomania.server.limits import Limits
from pictomania.server.visits import TooMany, Visit

BODY_BUFFER = (
    16 * 1024
)  # of a page; at twice as much the connection is not read until somebody wants the body
WRITE_BUFFER = 16 * 1024  # above which a page waits for its reader
READ_BUFFER = 2048  # the least that picows takes; it grows with what comes at once, and never shrinks
VERSION = "13"  # of the WebSocket protocol; there is no other

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Peer:
    """Who asks for a socket."""

    address: str
    bucket: str  # what counts as one address


Sockets = Callable[[WSUpgradeRequest, Peer], WSListener | WSUpgradeResponse]


class Handover:
    """Knows the two who take connections over."""

    def __init__(self, sockets: Sockets, pages: web.Server, limits: Limits, addresses: Addresses) -> None:
        """`pages` answers through us from now on."""
        self._sockets = sockets
        self._pages = pages
        self._limits = limits
        self._addresses = addresses
        self._safe = protective(tls_only=limits.tls_only)
        self._answer_page = pages.request_handler
        pages.request_handler = self._answered

    def to_socket(self, visit: Visit, transport: asyncio.Transport, data: bytes) -> None:
        """Let picows go on; `data` begins with a request for a socket."""
        taker = _Socket(self, visit, self._limits)
        transport.set_protocol(taker)
        taker.connection_made(transport)
        rest = memoryview(data)
        while rest and not transport.is_closing():
            room = taker.get_buffer(-1)
            size = min(len(room), len(rest))
            room[:size] = rest[:size]
            taker.buffer_updated(size)
            rest = rest[size:]

    def to_page(self, visit: Visit, transport: asyncio.Transport, data: bytes) -> None:
        """Let aiohttp go on; `data` begins with a request for anything else."""
        taker = _Page(visit, self._pages, self._limits)
        transport.set_protocol(taker)
        taker.connection_made(transport)
        taker.data_received(data)

    def answer(self, visit: Visit, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        """Tell picows what to do with a request for a socket."""
        # Firefox sends two words in this header, and picows takes one.
        words = ",".join(request.headers.getall("Connection", [])).lower().split(",")
        if "upgrade" in map(str.strip, words):
            request.headers["Connection"] = "Upgrade"
        answer = self._decided(visit, request)
        if isinstance(answer, WSUpgradeResponse):
            answer.headers.update(self._safe)
            return WSUpgradeResponseWithListener(answer, None)
        return answer

    def _decided(self, visit: Visit, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponse:
        # picows repeats what stands here in its answer, and stumbles if that is no text.
        if request.headers.get("Sec-WebSocket-Version") != VERSION:
            return _refused(HTTPStatus.UPGRADE_REQUIRED, **{"Sec-WebSocket-Version": VERSION})
        address = self._addresses.of(visit.peer, request.headers.getall("X-Forwarded-For", []))
        peer = Peer(address, bucket(address))
        try:
            visit.count_for(peer.bucket)
            return self._sockets(request, peer)
        except TooMany as many:
            return _refused(many.status)
        except Exception:  # noqa: BLE001 (logged, and no fault of the peer)
            # picows would tell the peer what it was, and nobody else.
            _log.exception("no answer to a request for a socket")
            return _refused(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        # A proxy asks for a socket on any connection that it has open, also on one that began with pages.
        page, transport = request.protocol, request.transport
        asks_for_socket = request.headers.get("Upgrade", "").lower() == "websocket"
        if asks_for_socket and transport is not None and isinstance(page, _Page):
            transport.resume_reading()  # aiohttp may have paused it
            self.to_socket(page.given_up(), transport, page.heard_again(request))
            return web.Response()  # reaches nobody: for aiohttp this connection is lost
        return await self._answer_page(request)


def _refused(status: HTTPStatus, **fields: str) -> WSUpgradeResponse:
    answer: WSUpgradeResponse = WSUpgradeResponse.create_error_response(status, None, fields)
    return answer


class _Socket(WSProtocol):  # type: ignore[misc] # see above
    """A connection that picows looks after."""

    __slots__ = ("_visit",)

    def __init__(self, handover: Handover, visit: Visit, limits: Limits) -> None:
        self._visit = visit
        super().__init__(
            None,  # where to connect to
            None,
            False,  # whether as a client
            lambda request: handover.answer(visit, request),
            SOCKETS,
            True,  # whether to disconnect when a listener raises
            None,  # how long to wait for a head, which is here already
            True,  # whether to ping
            limits.ping_after_s,
            limits.pong_within_s,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # whether to pong, without limits; that is for the listener
            limits.frame_bytes,
            None,  # more headers
            READ_BUFFER,
        )

    def pause_writing(self) -> None:
        # Whoever does not read is not listened to; else they could ask for more and more answers.
        self._visit.transport.pause_reading()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._visit.transport.resume_reading()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._visit.end()


class _Page(web.RequestHandler):
    """A connection that aiohttp looks after."""

    __slots__ = ("_impatience", "_is_given_up", "_safe", "_unread_s", "_visit")

    def __init__(self, visit: Visit, pages: web.Server, limits: Limits) -> None:
        super().__init__(
            pages,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=limits.page_idle_s,
            logger=PAGES,
            access_log=None,  # type: ignore[arg-type] # none is a choice too
            lingering_time=0,  # see `outflow.py`
            read_bufsize=BODY_BUFFER,
            auto_decompress=False,  # nothing that strangers packed is ever unpacked
        )
        self._visit = visit
        self._is_given_up = False
        self._safe = protective(tls_only=limits.tls_only)
        self._unread_s = limits.unread_s
        self._impatience: asyncio.TimerHandle | None = None  # while the reader is behind

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._visit.transport.set_write_buffer_limits(high=WRITE_BUFFER)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._impatience = self._loop.call_later(self._unread_s, self._visit.transport.abort)

    def resume_writing(self) -> None:
        self._be_patient()
        super().resume_writing()

    def _be_patient(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 (it repeats what the peer has said)
    ) -> web.StreamResponse:
        answer = super().handle_error(request, status, exc, HTTPStatus(status).phrase)
        answer.headers.update(self._safe)
        return answer

    def connection_lost(self, exc: BaseException | None) -> None:
        self._be_patient()
        super().connection_lost(exc)
        if not self._is_given_up:
            self._visit.end()

    def given_up(self) -> Visit:
        """Take the connection away from aiohttp."""
        self._is_given_up = True
        self.transport = None  # what aiohttp does not have it cannot close
        self.connection_lost(None)
        return self._visit

    def heard_again(self, request: web.BaseRequest) -> bytes:
        """What was said, from the head of `request` on."""
        line = "{} {} HTTP/{}.{}".format(request.method, request.raw_path, *request.version)
        fields = [name + b": " + value for name, value in request.raw_headers]
        return b"\r\n".join([line.encode(errors="surrogateescape"), *fields, b"", self._message_tail])
