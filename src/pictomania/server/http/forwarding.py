"""API requests about tables and games of other nodes: they are sent there, and answered as that node does."""

from hmac import compare_digest
from http import HTTPStatus
from ssl import SSLContext

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector, web
from aiohttp.typedefs import Handler, Middleware

from pictomania.log import Unavailable
from pictomania.server.http.callers import RELAYED, RelayedCall
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.tables.lookup import RemoteTable

ANSWER_S = 40.0  # a deck may take 30 seconds to arrive, and some more to be read
MAX_REQUESTS = 100  # to other nodes at a time
MAX_ANSWER_BYTES = 64_000_000
# Headers between nodes.
SECRET = "X-Pictomania-Secret"
CALLER = "X-Forwarded-For"
ONLY_SEATED = "X-Pictomania-Only-Seated"

_FORWARDED = ("Authorization", "Content-Type", "Accept-Encoding")
_RETURNED = ("Content-Type", "Content-Encoding", "Cache-Control", "Vary", "Retry-After", "WWW-Authenticate")


class ServedElsewhere(Exception):  # noqa: N818 (what to do about it is up to the handler)
    """Another node has the table."""

    def __init__(self, table: RemoteTable) -> None:
        """Keep where it is."""
        super().__init__(table.node.name)
        self.table = table


class Forwarder:
    """Sends requests to the inside ports of other nodes."""

    def __init__(self, secret: str, tls: SSLContext | None) -> None:
        self._secret = secret
        self._tls = tls
        self._session: ClientSession | None = None

    async def forward(
        self, request: web.Request, table: RemoteTable, caller: str, body: bytes
    ) -> web.Response:
        """Return the answer of the node that has a table, or raise `Unavailable`."""
        headers = {name: request.headers[name] for name in _FORWARDED if name in request.headers}
        headers |= {SECRET: self._secret, CALLER: caller}
        if table.only_seated:
            headers[ONLY_SEATED] = "yes"
        scheme = "http" if self._tls is None else "https"
        url = f"{scheme}://{table.node.inside}{request.raw_path}"
        try:
            async with self._open_session().request(
                request.method, url, data=body, headers=headers
            ) as answer:
                return web.Response(
                    status=answer.status,
                    body=await answer.content.read(MAX_ANSWER_BYTES),
                    headers={name: answer.headers[name] for name in _RETURNED if name in answer.headers},
                )
        except (ClientError, TimeoutError, OSError) as error:
            raise Unavailable(f"node {table.node.name} does not answer: {error}") from None

    def _open_session(self) -> ClientSession:
        if self._session is None:
            self._session = ClientSession(
                connector=TCPConnector(limit=MAX_REQUESTS, ssl=self._tls or True),
                timeout=ClientTimeout(total=ANSWER_S),
                auto_decompress=False,
            )
        return self._session

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()


def trust_nodes(secret: str) -> Middleware:
    """Middleware of the inside port: only nodes of this cluster get answers, and they say who asks."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get(SECRET, "")
        if not compare_digest(given.encode(errors="surrogateescape"), secret.encode()):
            raise HttpRefusal(HTTPStatus.FORBIDDEN)
        request[RELAYED] = RelayedCall(request.headers.get(CALLER, ""), ONLY_SEATED in request.headers)
        return await handler(request)

    return check
