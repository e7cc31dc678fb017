"""The PROXY protocol: load balancers name the client of each connection, and nobody else may."""

import asyncio
import socket

import pytest
from aiohttp import web
from picows import WSListener

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.proxy_protocol import (
    NO_CLIENT,
    BadAnnouncement,
    announcement,
    read_announcement,
)
from pictomania.server.net.upgrade import Peer
from tests.server.support.echo_server import Echo, echo_server
from tests.server.support.raw_client import UPGRADE, connect, head

LOOPBACK = ("127.0.0.1/32",)


def line(client: str, family: str = "TCP4", here: str = "192.0.2.1") -> bytes:
    """The line for a client."""
    return f"PROXY {family} {client} {here} 51234 8000\r\n".encode()


def who_asks() -> web.Application:
    """A page that says who asks for it."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=request.remote)

    pages = web.Application()
    pages.router.add_get("/", answer)
    return pages


@pytest.mark.parametrize(
    ("announced", "client"),
    [
        (line("203.0.113.5"), b"203.0.113.5"),
        (line("2001:DB8:0::7", "TCP6", "::1"), b"2001:db8::7"),
        (NO_CLIENT, b"127.0.0.1"),
        (b"PROXY UNKNOWN 203.0.113.5 192.0.2.1 51234 8000\r\n", b"127.0.0.1"),
    ],
)
async def test_a_page_is_for_the_announced_client(announced: bytes, client: bytes) -> None:
    async with (
        echo_server(announcing=LOOPBACK, pages=who_asks()) as listener,
        connect(listener, announced, head(), head()) as reader,
    ):
        assert await reader.response() == (200, client)
        assert await reader.response() == (200, client)  # on the same connection


async def test_a_socket_is_for_the_announced_client() -> None:
    peers: list[Peer] = []

    def accept(request: web.BaseRequest, peer: Peer) -> WSListener:  # noqa: ARG001
        peers.append(peer)
        return Echo()

    async with (
        echo_server(accept, announcing=LOOPBACK) as listener,
        connect(listener, line("2001:db8::7", "TCP6", "::1"), head("/ws", *UPGRADE)) as client,
    ):
        assert await client.response() == (101, b"")
    assert peers == [Peer("2001:db8::7", "2001:db8::/64")]


async def test_connections_count_for_the_announced_client() -> None:
    limits = ConnectionLimits(per_address=1)
    async with (
        echo_server(limits=limits, announcing=LOOPBACK) as listener,
        connect(listener, line("203.0.113.5"), head()) as first,
        connect(listener, line("203.0.113.6"), head()) as second,
    ):
        assert (await first.response())[0] == 200
        assert (await second.response())[0] == 200
        async with connect(listener, line("203.0.113.5")) as third:
            assert (await third.response())[0] == 429


async def test_only_load_balancers_announce_clients() -> None:
    """From others, such a line is a request that nobody understands."""
    async with (
        echo_server(announcing=("192.0.2.1",)) as listener,
        connect(listener, line("203.0.113.5"), head()) as client,
    ):
        assert (await client.response())[0] == 400


@pytest.mark.parametrize(
    "data",
    [
        head(),
        line("203.0.113.5")[:-1],
        line("203.0.113"),
        line("somewhere"),
        line("203.0.113.5").replace(b"TCP4", b"UDP4"),
        b"PROXY UNKNOWN" + 200 * b" " + b"\r\n",
        b"PROXY UNKNOWN\n",
        b"\r\n\r\n\x00\r\nQUIT\n!\x11\x00\x0c",  # version 2
    ],
)
async def test_a_load_balancer_that_announces_nobody_is_dropped(data: bytes) -> None:
    async with echo_server(announcing=LOOPBACK) as listener, connect(listener, data) as client:
        assert await client.rest() == b""


async def test_a_load_balancer_that_leaves_is_dropped() -> None:
    async with echo_server(announcing=LOOPBACK) as listener, connect(listener) as client:
        assert await client.send_eof() == b""


async def test_a_silent_load_balancer_is_dropped() -> None:
    async with (
        echo_server(limits=ConnectionLimits(head_s=0.05), announcing=LOOPBACK) as listener,
        connect(listener) as client,
    ):
        assert await client.rest() == b""


async def test_closing_drops_silent_load_balancers_at_once() -> None:
    async with (
        echo_server(limits=ConnectionLimits(head_s=1000), announcing=LOOPBACK) as listener,
        connect(listener) as client,
        connect(listener, NO_CLIENT, head()) as later,
    ):
        await later.response()  # so the first connection has been accepted
        listener.close()
        assert await client.rest() == b""


@pytest.mark.parametrize(
    ("host", "to", "expected"),
    [
        ("127.0.0.1", "127.0.0.1", b"PROXY TCP4 127.0.0.1 127.0.0.1 "),
        ("::", "127.0.0.1", b"PROXY TCP4 127.0.0.1 127.0.0.1 "),  # a mapped address
        ("::1", "::1", b"PROXY TCP6 ::1 ::1 "),
    ],
)
async def test_an_announcement_is_understood(host: str, to: str, expected: bytes) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with (
        socket.create_server((host, 0), family=family, dualstack_ipv6=host == "::") as server,
        socket.create_connection((to, server.getsockname()[1])) as client,
        server.accept()[0] as accepted,
    ):
        announced = announcement(accepted)
        assert announced.startswith(expected)
        client.sendall(announced + b"GET")
        accepted.setblocking(False)
        assert await read_announcement(accepted) == to
        assert accepted.recv(9) == b"GET"


async def test_reading_an_announcement_can_be_cancelled() -> None:
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await read_announcement(near)
        far.close()
        with pytest.raises(BadAnnouncement):
            await read_announcement(near)
