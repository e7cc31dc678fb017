"""HTTP requests to other nodes: for tables and games that they have, and for files of their releases."""

from collections.abc import Mapping
from hmac import compare_digest
from http import HTTPStatus
from ssl import SSLContext

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector, web
from aiohttp.typedefs import Handler, Middleware

from pictomania.log import Unavailable
from pictomania.server.cluster.node import Node
from pictomania.server.http.callers import RELAYED, RelayedCall
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.tables.lookup import RemoteTable

ANSWER_S = 15.0  # a worker may take five seconds to read a deck, and others may be waiting
CONNECT_S = 2.0  # a node that is gone does not even refuse
MAX_REQUESTS = 100  # to a node at a time
# Headers between nodes.
SECRET = "X-Pictomania-Secret"
CALLER = "X-Forwarded-For"
ONLY_SEATED = "X-Pictomania-Only-Seated"

_FORWARDED = ("Authorization", "Content-Type", "Accept-Encoding")
_RETURNED = (
    *("Content-Type", "Content-Encoding", "Cache-Control", "ETag", "Vary"),
    *("Retry-After", "WWW-Authenticate"),
)


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
        self, request: web.Request, table: RemoteTable, caller: str, body: bytes = b""
    ) -> web.Response:
        """Return the answer of the node that has a table, or raise `Unavailable`; `caller` is the client."""
        headers = {name: request.headers[name] for name in _FORWARDED if name in request.headers}
        headers[CALLER] = caller
        if table.only_seated:
            headers[ONLY_SEATED] = "yes"
        return await self.ask(table.node, request.method, str(request.rel_url), headers, body)

    async def ask(
        self, node: Node, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> web.Response:
        """Send a request to a node and return its answer, or raise `Unavailable`."""
        url = f"{'http' if self._tls is None else 'https'}://{node.inside}{path}"
        fields = {"Accept-Encoding": "identity", **headers, SECRET: self._secret}
        try:
            async with self._open_session().request(
                method, url, data=body, headers=fields, allow_redirects=False
            ) as answer:
                return web.Response(
                    status=answer.status,
                    body=await answer.read(),
                    headers={name: answer.headers[name] for name in _RETURNED if name in answer.headers},
                )
        except (ClientError, OSError) as error:  # a timeout is an OSError
            raise Unavailable(f"node {node.name} does not answer: {error}") from None

    def _open_session(self) -> ClientSession:
        if self._session is None:
            self._session = ClientSession(
                connector=TCPConnector(limit=0, limit_per_host=MAX_REQUESTS, ssl=self._tls or True),
                timeout=ClientTimeout(total=ANSWER_S, sock_connect=CONNECT_S),
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
