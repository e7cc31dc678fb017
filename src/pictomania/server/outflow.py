"""How answers go out: large ones in slices and only so many at a time, so that unread answers are bounded.

A reader who takes nothing for a while is cut off by the connection itself (`handover.py`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.payload import Payload

from pictomania.server.answers import Sorry
from pictomania.server.callers import RETRY_S, Callers

SLICE = 32 * 1024
LARGE = 64 * 1024  # smaller answers are bounded by the number of connections
LINGER_S = 2.0  # for a body that nobody wants, so that the answer to it arrives
LINGER_BYTES = 1_000_000

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """How many large answers may be under way, and their bytes; a single one may be larger."""

    answers: int = 200
    bytes: int = 96_000_000
    answers_each: int = 40  # to one address: a school watches a game again
    bytes_each: int = 32_000_000


class Slices(Payload):
    """A body that is written slice by slice, each when the one before is on its way."""

    _autoclose = True

    def __init__(self, whole: bytes) -> None:
        """Write this."""
        super().__init__(whole)
        self._size = len(whole)

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """As text, for whoever wants to look at it."""
        return bytes(self._value).decode(encoding, errors)

    async def write(self, writer: AbstractStreamWriter) -> None:
        """Write it; others have their turn after every slice."""
        whole = memoryview(self._value)
        for at in range(0, len(whole), SLICE):
            await writer.write(whole[at : at + SLICE])
            await writer.drain()
            await asyncio.sleep(0)


class Outflow:
    """Sends answers, as long as not too many wait to be read."""

    def __init__(self, callers: Callers, limits: Outgoing | None = None) -> None:
        """Count by address."""
        self._callers = callers
        self._limits = limits or Outgoing()
        self._under_way: dict[str, list[int]] = {}  # the sizes of large answers, by address

    @property
    def unread(self) -> int:
        """How many bytes of large answers may be waiting to be read."""
        return sum(map(sum, self._under_way.values()))

    @web.middleware
    async def send(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        """Answer a request, and send the answer here where that needs care."""
        response = await handler(request)
        body = response.body if isinstance(response, web.Response) else None
        if isinstance(response, web.Response) and isinstance(body, bytes) and len(body) > LARGE:
            response = await self._send_large(request, response, body)
        if request.content.is_eof():
            return response
        # Whoever sends a body that nobody wants does not keep the connection.
        response.force_close()
        await _written(request, response)
        await _linger(request)
        return response

    async def _send_large(self, request: web.Request, response: web.Response, body: bytes) -> web.Response:
        who = self._callers.who(request)
        if not self._has_room(who, len(body)):
            sentence = "This address does not read its answers; try again later."
            status = HTTPStatus.TOO_MANY_REQUESTS
            return Sorry(status, "unread-answers", sentence, retry_s=RETRY_S).response()
        response.body = Slices(body)
        with self._counted(who, len(body)):
            await _written(request, response)
        return response

    def _has_room(self, who: str, size: int) -> bool:
        limits, own = self._limits, self._under_way.get(who, [])
        everything = [size for sizes in self._under_way.values() for size in sizes]
        return (
            len(own) < limits.answers_each
            and len(everything) < limits.answers
            and (not own or sum(own) + size <= limits.bytes_each)
            and (not everything or sum(everything) + size <= limits.bytes)
        )

    @contextmanager
    def _counted(self, who: str, size: int) -> Iterator[None]:
        own = self._under_way.setdefault(who, [])
        own.append(size)
        try:
            yield
        finally:
            own.remove(size)
            if not own:
                del self._under_way[who]


async def _written(request: web.Request, response: web.StreamResponse) -> None:
    """Send an answer; aiohttp sees that it is done, or that nobody is there any more."""
    with suppress(ConnectionError):
        await response.prepare(request)
        await response.write_eof()


async def _linger(request: web.Request) -> None:
    """Read some of a body and forget it: what is not read makes the kernel take the answer back."""
    left = LINGER_BYTES
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(LINGER_S):
            while left > 0 and not request.content.is_eof():
                left -= len(await request.content.readany())
