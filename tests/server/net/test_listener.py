"""The listener: pages and WebSockets on one port, and limits that stop slow, large and numerous clients."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import web

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.upgrade import Peer
from tests.server.support.echo_server import HELLO, Echo, echo_server
from tests.server.support.raw_client import BINARY, TEXT, UPGRADE, connect, connect_websocket, frame, head
from tests.server.support.waiting import wait_until


class OtherProcess(NamedTuple):
    """A server in another process."""

    port: int


async def test_pages_and_websockets_share_one_port() -> None:
    """At the same time, and one connection serves several pages."""
    async with (
        echo_server() as listener,
        connect(listener, head()) as reader,
        connect_websocket(listener) as drawer,
    ):
        assert await reader.response() == (200, HELLO)
        drawer.send(frame(TEXT, b"ink"))
        assert await drawer.frame() == (TEXT, b"ink")
        reader.send(head("/nowhere"))
        assert (await reader.response())[0] == 404
        reader.send(head())
        assert await reader.response() == (200, HELLO)
        assert listener.connections == 2


async def test_a_closed_listener_keeps_its_connections() -> None:
    async with echo_server() as listener, connect_websocket(listener) as drawer:
        listener.close()
        listener.close()
        with pytest.raises(ConnectionRefusedError):
            async with connect(listener):
                pass
        drawer.send(frame(BINARY, b"ink"))
        assert await drawer.frame() == (BINARY, b"ink")


async def test_shutting_down_answers_requests_in_progress_and_aborts_the_rest() -> None:
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        asked.set()
        await may_answer.wait()
        return web.Response(text="at last")

    pages = web.Application()
    pages.router.add_get("/", slow)
    async with AsyncExitStack() as stack, echo_server(pages=pages) as listener:
        drawer = await stack.enter_async_context(connect_websocket(listener))
        silent = await stack.enter_async_context(connect(listener))
        unfinished = await stack.enter_async_context(connect(listener, head()[:-1]))
        reader = await stack.enter_async_context(connect(listener, head()))
        await asked.wait()
        shutting_down = asyncio.create_task(listener.shut_down())
        await asyncio.sleep(0)
        may_answer.set()
        assert await reader.response() == (200, b"at last")
        await shutting_down
        for client in (drawer, silent, unfinished, reader):
            assert await client.rest() == b""


# Too many connections.


async def test_too_many_connections_in_total() -> None:
    """They are refused before they send a byte, until another connection ends."""
    async with (
        echo_server(limits=ConnectionLimits(connections=2)) as listener,
        connect_websocket(listener),
    ):
        async with connect(listener, head()) as reader:
            assert (await reader.response())[0] == 200
            for _ in range(3):
                async with connect(listener) as client:
                    assert await client.response() == (503, b"")
                    assert await client.rest() == b""
        await wait_until(lambda: listener.connections == 1)
        async with connect(listener, head()) as client:
            assert (await client.response())[0] == 200


async def test_too_many_connections_from_one_address() -> None:
    """Other addresses are served all the same."""
    async with (
        echo_server(limits=ConnectionLimits(per_address=1)) as listener,
        connect_websocket(listener) as drawer,
    ):
        async with connect(listener) as client:
            assert await client.response() == (429, b"")
        async with connect(listener, head(), address="127.0.0.2") as client:
            assert (await client.response())[0] == 200
        assert await drawer.send_eof() == b""
        await wait_until(lambda: listener.connections == 0)
        async with connect(listener, head()) as client:
            assert (await client.response())[0] == 200


async def test_a_refused_client_that_already_sent_its_request_can_read_the_refusal() -> None:
    async with echo_server(limits=ConnectionLimits(connections=0)) as listener:
        with socket.create_connection(("127.0.0.1", listener.port)) as client:
            client.sendall(head())
            client.setblocking(False)
            response = b""
            while data := await asyncio.get_running_loop().sock_recv(client, 1000):
                response += data
        assert response.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")


async def test_behind_a_proxy_websockets_count_for_the_client() -> None:
    """Pages do not count, because one connection of the proxy serves many clients."""
    peers = []

    def accept(request: web.BaseRequest, peer: Peer) -> Echo:  # noqa: ARG001
        peers.append(peer)
        return Echo()

    async with echo_server(accept, ConnectionLimits(per_address=1), proxies=["127.0.0.1"]) as listener:
        ann, ben = "X-Forwarded-For: 6.6.6.6, 2001:db8::1", "X-Forwarded-For: 203.0.113.5"
        async with (
            connect(listener, head()) as one,
            connect(listener, head()) as other,
            connect_websocket(listener, ben),
        ):
            assert (await one.response())[0] == (await other.response())[0] == 200
            async with (
                connect_websocket(listener, ann),
                connect(listener, head("/", *UPGRADE, ann)) as client,
            ):
                assert (await client.response())[0] == 429
                assert await client.rest() == b""
            await wait_until(lambda: listener.connections == 3)
            async with connect_websocket(listener, ann):
                assert listener.connections == 4
        assert peers == [
            Peer("203.0.113.5", "203.0.113.5"),
            Peer("2001:db8::1", "2001:db8::/64"),
            Peer("2001:db8::1", "2001:db8::/64"),
        ]


async def test_forwarded_addresses_are_ignored_unless_the_peer_is_a_proxy() -> None:
    peers = []

    def accept(request: web.BaseRequest, peer: Peer) -> Echo:  # noqa: ARG001
        peers.append(peer)
        return Echo()

    async with echo_server(accept) as listener, connect_websocket(listener, "X-Forwarded-For: 6.6.6.6"):
        assert peers == [Peer("127.0.0.1", "127.0.0.1")]


# Without file descriptors.


@contextmanager
def server_with_descriptors_for(connections: int) -> Iterator[OtherProcess]:
    """Run a server in another process with file descriptors for N connections."""
    command = [sys.executable, "-m", "tests.server.support.few_descriptors", str(connections)]
    child = subprocess.Popen(
        command, cwd=Path(__file__).parents[3], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        yield OtherProcess(int(child.stdout.readline()))
        counts, _ = child.communicate()
    assert child.returncode == 0
    failures, pauses = map(float, counts.split())
    assert 1 <= failures <= pauses + 2


async def test_without_descriptors_new_connections_wait() -> None:
    """Open connections are served; the next client waits and gets in when there is room again."""
    with server_with_descriptors_for(3) as server:
        async with connect_websocket(server) as drawer, AsyncExitStack() as stack:
            async with connect(server, head()) as one, connect(server, head()) as other:
                assert await one.response() == await other.response() == (200, HELLO)
                waiting = await stack.enter_async_context(connect(server, head()))
                for _ in range(3):
                    drawer.send(frame(TEXT, b"ink"))
                    assert await drawer.frame() == (TEXT, b"ink")
                    one.send(head())
                    assert await one.response() == (200, HELLO)
            assert await waiting.response() == (200, HELLO)


# uvloop complains about the transport that it could not create.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_connection_that_breaks_while_it_starts_no_longer_counts() -> None:
    broken = socket.socket()
    broken.close()
    async with echo_server(limits=ConnectionLimits(per_address=1)) as listener:
        listener._on_connection(broken, "127.0.0.1")
        assert listener.connections == 1
        await wait_until(lambda: listener.connections == 0)
        async with connect(listener, head()) as client:
            assert (await client.response())[0] == 200
