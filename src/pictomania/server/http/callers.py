"""The caller of an HTTP request: its address, its rate limits and its origin."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web

from pictomania.server.http.responses import ApiError
from pictomania.server.net.addresses import Addresses, address_bucket
from pictomania.server.net.origins import Origins
from pictomania.server.net.token_bucket import TokenBuckets

RETRY_S = 10


@dataclass(frozen=True, slots=True)
class RelayedCall:
    """What another node says about a request that it sends on."""

    address: str  # of the client
    only_seated: bool  # the address is over its limit: only a seat at the table gives access


RELAYED: web.RequestKey[RelayedCall] = web.RequestKey("relayed", RelayedCall)


class Callers:
    """Identifies callers."""

    def __init__(self, addresses: Addresses, origins: Origins) -> None:
        """`addresses` knows the proxies, `origins` the sites whose pages are trusted."""
        self.addresses = addresses
        self._origins = origins

    def address(self, request: web.Request) -> str:
        """The address of the client, behind our proxies and other nodes."""
        relayed: RelayedCall | None = request.get(RELAYED)
        if relayed is not None:
            return relayed.address
        return self.addresses.client_address(
            request.remote or "", request.headers.getall("X-Forwarded-For", [])
        )

    def bucket(self, request: web.Request) -> str:
        """What rate limits count as one address."""
        return address_bucket(self.address(request))

    def spend(self, budget: TokenBuckets, request: web.Request, what: str, cost: float = 1) -> None:
        """Charge a budget of the caller, or raise `ApiError`."""
        if not budget.spend(self.bucket(request), asyncio.get_running_loop().time(), cost):
            sentence = f"Too many {what}; try again later."
            raise ApiError(HTTPStatus.TOO_MANY_REQUESTS, f"too-many-{what}", sentence, retry_s=RETRY_S)

    def is_own_page(self, request: web.Request) -> bool:
        """Whether the request comes from one of our pages, or from no page at all."""
        origin = request.headers.get("Origin")
        return origin is None or self.is_allowed(origin, request.headers.get("Host"))

    def is_allowed(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this origin is trusted like our own."""
        return self._origins.allows(origin, host)

    def check_origin(self, request: web.Request) -> None:
        """Raise `ApiError` if a page of another site sent the request."""
        if not self.is_own_page(request):
            raise ApiError(HTTPStatus.FORBIDDEN, "other-site", "Pages of other sites may not do this.")
