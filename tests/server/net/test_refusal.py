"""Every refusal comes from one builder and has the security headers, wherever in the server it starts."""

from http import HTTPStatus

import pytest
from aiohttp import web
from picows import WSListener

from pictomania.server.headers import HSTS, SECURITY_HEADERS
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.upgrade import Peer
from tests.server.support.echo_server import echo_server
from tests.server.support.raw_client import UPGRADE, connect, head

TOO_LARGE = b"GET /" + b"a" * ConnectionLimits().head_bytes


def refuse(request: web.BaseRequest, peer: Peer) -> WSListener:  # noqa: ARG001
    """Refuse every WebSocket."""
    raise HttpRefusal(HTTPStatus.FORBIDDEN)


def parse(response: bytes) -> tuple[str, dict[str, str]]:
    """Split a response head into its status and its headers."""
    first, *lines = response.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return first.partition(" ")[2], dict(line.split(": ", 1) for line in lines)


def test_a_refusal_without_a_request() -> None:
    refusal = HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "5"}, b"slow down")
    encoded = refusal.to_bytes({"Server": "here"})
    status, headers = parse(encoded)
    assert status == "429 Too Many Requests"
    assert headers == {"Retry-After": "5", "Server": "here", "Connection": "close", "Content-Length": "9"}
    assert encoded.endswith(b"\r\n\r\nslow down")


@pytest.mark.parametrize(
    ("limits", "sent", "status"),
    [
        ({"connections": 0}, b"", "503 Service Unavailable"),
        ({"per_address": 0}, b"", "429 Too Many Requests"),
        ({}, TOO_LARGE, "431 Request Header Fields Too Large"),
        ({}, head("/", f"A: {'a' * 8200}"), "431 Request Header Fields Too Large"),
        ({}, head("/", "not a header"), "400 Bad Request"),
        ({}, head("/ws", *UPGRADE[:3]), "426 Upgrade Required"),
        ({}, head("/ws", *UPGRADE, method="POST"), "400 Bad Request"),
        ({}, head("/ws", *UPGRADE), "403 Forbidden"),
    ],
)
@pytest.mark.parametrize("tls_only", [False, True])
async def test_every_refusal_has_the_security_headers(
    limits: dict[str, int], sent: bytes, status: str, tls_only: bool
) -> None:
    """And closes the connection."""
    async with (
        echo_server(refuse, ConnectionLimits(tls_only=tls_only, **limits)) as listener,
        connect(listener, sent) as client,
    ):
        got, headers = parse(await client.rest())
    assert got == status
    assert (SECURITY_HEADERS | (HSTS if tls_only else {})).items() <= headers.items()
