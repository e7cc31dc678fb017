"""What every HTTP request must pass before it is answered: rate limit, encoding, origin.

A request over the limit is held for a moment before it is refused, so that asking faster does not help.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from aiohttp import web

from pictomania.server.addresses import Tally
from pictomania.server.answers import Sorry
from pictomania.server.callers import Callers
from pictomania.server.credit import Credits
from pictomania.server.metrics import Metrics

REQUESTS = (50, 2_000)  # of one address, a second and at once: a page has 25 files, a school 30 pupils
HOLD_S = 1.0
MOST_HELD = 200  # requests over the limit that are held at a time; the rest are refused at once
MOST_HELD_EACH = 20
RETRY_S = 5

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Intake:
    """Looks at requests before anything else does."""

    def __init__(self, callers: Callers, metrics: Metrics) -> None:
        """Tell callers apart with these."""
        self._callers = callers
        self._metrics = metrics
        self._requests = Credits(*REQUESTS)
        self._held = Tally(MOST_HELD_EACH)
        self._held_now = 0

    @web.middleware
    async def check(self, request: web.Request, handler: Answer) -> web.StreamResponse:
        """Let a request through, or say why not."""
        self._metrics.http_requests += 1
        who = self._callers.who(request)
        if not self._requests.spend(who, asyncio.get_running_loop().time()):
            self._metrics.http_refused += 1
            await self._hold(who)
            sentence = "That is too fast; try again in a moment."
            status = HTTPStatus.TOO_MANY_REQUESTS
            return _closing(Sorry(status, "too-many-requests", sentence, retry_s=RETRY_S))
        if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            sentence = "Nothing is unpacked here; send it as it is."
            return _closing(Sorry(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "packed", sentence))
        if self._is_foreign(request):
            sentence = "Pages of other sites may not do this."
            return Sorry(HTTPStatus.FORBIDDEN, "other-site", sentence).response()
        return await handler(request)

    async def _hold(self, who: str) -> None:
        """A tarpit of bounded size."""
        if self._held_now >= MOST_HELD or not self._held.enter(who):
            return
        self._held_now += 1
        try:
            await asyncio.sleep(HOLD_S)
        finally:
            self._held_now -= 1
            self._held.leave(who)

    def _is_foreign(self, request: web.Request) -> bool:
        """Does a page of another site ask behind its visitor's back? They may follow a link to a picture."""
        if not request.path.startswith("/api/") or request.headers.get("Sec-Fetch-Site") != "cross-site":
            return False
        is_link = request.headers.get("Sec-Fetch-Mode") == "navigate"
        if is_link and not request.path.startswith("/api/tables/"):
            return False
        return "Origin" not in request.headers or not self._callers.is_own_page(request)


def _closing(sorry: Sorry) -> web.Response:
    response = sorry.response()
    response.force_close()
    return response
