"""Checks for every HTTP request: rate limit, encoding and origin.

A request over the limit is held for a moment before it is refused, so that retrying faster does not help.
"""

import asyncio
from http import HTTPStatus

from aiohttp import web
from aiohttp.typedefs import Handler

from pictomania.server.http.callers import Callers
from pictomania.server.http.responses import ApiError
from pictomania.server.metrics import Metrics
from pictomania.server.net.addresses import Tally
from pictomania.server.net.token_bucket import TokenBuckets

REQUESTS = (50, 2_000)  # rate and burst per address: a page has 25 files, a school class 30 pupils
HOLD_S = 1.0
MAX_HELD = 200  # requests over the limit held at a time; the rest are refused at once
MAX_HELD_EACH = 20
RETRY_S = 5


class RequestChecks:
    """Middleware in front of all handlers."""

    def __init__(self, callers: Callers, metrics: Metrics) -> None:
        self._callers = callers
        self._metrics = metrics
        self._requests = TokenBuckets(*REQUESTS)
        self._held = Tally(MAX_HELD_EACH)
        self._held_now = 0

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Pass a request on, or refuse it."""
        self._metrics.http_requests += 1
        who = self._callers.bucket(request)
        if not self._requests.spend(who, asyncio.get_running_loop().time()):
            self._metrics.http_refused += 1
            await self._hold(who)
            sentence = "Too many requests; try again in a moment."
            status = HTTPStatus.TOO_MANY_REQUESTS
            raise ApiError(status, "too-many-requests", sentence, retry_s=RETRY_S).closing()
        if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            sentence = "Compressed requests are not accepted."
            raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "packed", sentence).closing()
        if self._is_cross_site(request):
            sentence = "Pages of other sites may not do this."
            raise ApiError(HTTPStatus.FORBIDDEN, "other-site", sentence)
        return await handler(request)

    async def _hold(self, who: str) -> None:
        """Delay a refusal; a tarpit of bounded size."""
        if self._held_now >= MAX_HELD or not self._held.enter(who):
            return
        self._held_now += 1
        try:
            await asyncio.sleep(HOLD_S)
        finally:
            self._held_now -= 1
            self._held.leave(who)

    def _is_cross_site(self, request: web.Request) -> bool:
        """Whether a page of another site sent this; a visitor may still follow a link to a picture."""
        if not request.path.startswith("/api/") or request.headers.get("Sec-Fetch-Site") != "cross-site":
            return False
        is_link = request.headers.get("Sec-Fetch-Mode") == "navigate"
        if is_link and not request.path.startswith("/api/tables/"):
            return False
        return "Origin" not in request.headers or not self._callers.is_own_page(request)
