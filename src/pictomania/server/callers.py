"""Who sends an HTTP request: their address, what it may still do, and whether their page is one of ours."""

import asyncio
from http import HTTPStatus

from aiohttp import web

from pictomania.server.addresses import Addresses, bucket
from pictomania.server.answers import Sorry
from pictomania.server.credit import Credits
from pictomania.server.origins import Origins

RETRY_S = 10


class Callers:
    """Tells callers apart."""

    def __init__(self, addresses: Addresses, origins: Origins) -> None:
        """Look behind these proxies, and trust pages of these origins."""
        self.addresses = addresses
        self._origins = origins

    def address(self, request: web.Request) -> str:
        """The address of the client, behind our proxies."""
        return self.addresses.of(request.remote or "", request.headers.getall("X-Forwarded-For", []))

    def who(self, request: web.Request) -> str:
        """What counts as one address."""
        return bucket(self.address(request))

    def spend(self, budget: Credits, request: web.Request, what: str, cost: float = 1) -> None:
        """Pay for something, or raise."""
        if not budget.spend(self.who(request), asyncio.get_running_loop().time(), cost):
            sentence = f"Enough {what} for now; try again later."
            raise Sorry(HTTPStatus.TOO_MANY_REQUESTS, f"too-many-{what}", sentence, retry_s=RETRY_S)

    def is_own_page(self, request: web.Request) -> bool:
        """Is it asked by one of our pages? Whatever does not say which page asks is no page."""
        origin = request.headers.get("Origin")
        return origin is None or self.is_allowed(origin, request.headers.get("Host"))

    def is_allowed(self, origin: str | None, host: str | None) -> bool:
        """May a page of this origin do what only our pages may?"""
        return self._origins.allows(origin, host)

    def check_origin(self, request: web.Request) -> None:
        """Raise where a page of another site asks."""
        if not self.is_own_page(request):
            raise Sorry(HTTPStatus.FORBIDDEN, "other-site", "Pages of other sites may not do this.")
