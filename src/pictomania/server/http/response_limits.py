"""Limits on responses: large ones are sent in slices, and only some at a time, so unread data is bounded.

A client that reads nothing for a while is cut off by its connection (`net/page_connection.py`).
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.payload import Payload
from aiohttp.typedefs import Handler

from pictomania.server.http.callers import RETRY_S, Callers
from pictomania.server.http.responses import ApiError

SLICE = 32 * 1024
LARGE = 64 * 1024  # smaller responses are bounded by the number of connections
LINGER_S = 2.0  # time to read an unwanted body, so that the response arrives
LINGER_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class OutgoingLimits:
    """Limits on large responses in progress; a single one may be larger."""

    responses: int = 200
    bytes: int = 96_000_000
    responses_per_address: int = 40  # a school watches a replay
    bytes_per_address: int = 32_000_000


class SlicedBody(Payload):
    """A response body that is written slice by slice, each when the one before is sent."""

    _autoclose = True

    def __init__(self, whole: bytes) -> None:
        super().__init__(whole)
        self._size = len(whole)

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Return the body as text."""
        return bytes(self._value).decode(encoding, errors)

    async def write(self, writer: AbstractStreamWriter) -> None:
        """Write the body; other tasks get a turn after every slice."""
        whole = memoryview(self._value)
        for at in range(0, len(whole), SLICE):
            await writer.write(whole[at : at + SLICE])
            await writer.drain()
            await asyncio.sleep(0)


class ResponseSender:
    """Middleware that sends responses, unless too many are still unread."""

    def __init__(self, callers: Callers, limits: OutgoingLimits | None = None) -> None:
        self._callers = callers
        self._limits = limits or OutgoingLimits()
        self._in_progress: dict[str, list[int]] = {}  # sizes of large responses, by address

    @property
    def unread(self) -> int:
        """Bytes of large responses that may still be unread."""
        return sum(map(sum, self._in_progress.values()))

    @web.middleware
    async def send(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request, and send the response here if it is large or the request body is unwanted."""
        response = await handler(request)
        body = response.body if isinstance(response, web.Response) else None
        if isinstance(response, web.Response) and isinstance(body, bytes) and len(body) > LARGE:
            response = await self._send_large(request, response, body)
        if request.content.is_eof():
            return response
        # A client that sends an unwanted body loses the connection.
        response.force_close()
        await _write(request, response)
        await _linger(request)
        return response

    async def _send_large(self, request: web.Request, response: web.Response, body: bytes) -> web.Response:
        who = self._callers.bucket(request)
        if not self._has_room(who, len(body)):
            sentence = "Too many unread responses for your address; try again later."
            status = HTTPStatus.TOO_MANY_REQUESTS
            return ApiError(status, "unread-answers", sentence, retry_s=RETRY_S).response()
        response.body = SlicedBody(body)
        with self._counted(who, len(body)):
            await _write(request, response)
        return response

    def _has_room(self, who: str, size: int) -> bool:
        limits, own = self._limits, self._in_progress.get(who, [])
        everything = [size for sizes in self._in_progress.values() for size in sizes]
        return (
            len(own) < limits.responses_per_address
            and len(everything) < limits.responses
            and (not own or sum(own) + size <= limits.bytes_per_address)
            and (not everything or sum(everything) + size <= limits.bytes)
        )

    @contextmanager
    def _counted(self, who: str, size: int) -> Iterator[None]:
        own = self._in_progress.setdefault(who, [])
        own.append(size)
        try:
            yield
        finally:
            own.remove(size)
            if not own:
                del self._in_progress[who]


async def _write(request: web.Request, response: web.StreamResponse) -> None:
    """Send a response; aiohttp notices that it is done, or that the client is gone."""
    with suppress(ConnectionError):
        await response.prepare(request)
        await response.write_eof()


async def _linger(request: web.Request) -> None:
    """Read and discard some of a body: with unread data, the kernel would discard the response."""
    left = LINGER_BYTES
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(LINGER_S):
            while left > 0 and not request.content.is_eof():
                left -= len(await request.content.readany())
