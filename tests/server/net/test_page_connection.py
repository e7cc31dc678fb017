"""Connections served by aiohttp: limits on every request head, and on clients that do not read."""

import asyncio

import pytest
from aiohttp import web

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.page_connection import PageConnection
from tests.server.support.echo_server import HELLO, echo_server
from tests.server.support.raw_client import (
    TEXT,
    UPGRADE,
    RawClient,
    connect,
    connect_websocket,
    frame,
    head,
)
from tests.server.support.waiting import wait_until

LIMIT = ConnectionLimits().head_bytes


def head_of(size: int, *fields: str) -> bytes:
    """Build a head of exactly this many bytes, without a long line."""
    room = size - len(head("/", *fields)) - len("A: \r\n" * 4)
    lines = [f"A: {'a' * (room // 4 + (room % 4 if last else 0))}" for last in (False, False, False, True)]
    whole = head("/", *fields, *lines)
    assert len(whole) == size
    return whole


async def test_a_head_may_arrive_byte_by_byte() -> None:
    async with echo_server() as listener:
        async with connect(listener) as reader:
            await reader.send_slowly(head() + head())
            assert await reader.response() == await reader.response() == (200, HELLO)
        async with connect(listener) as drawer:
            await drawer.send_slowly(head("/ws", *UPGRADE) + frame(TEXT, b"ink"))
            assert await drawer.response() == (101, b"")
            assert await drawer.frame() == (TEXT, b"ink")


async def test_a_body_may_arrive_in_parts() -> None:
    """Including a part that arrives with the head."""
    async with echo_server() as listener, connect(listener) as reader:
        reader.send(head("/echo", "Content-Length: 9", "Expect: 100-continue", method="POST"), b"one")
        assert await reader.response() == (100, b"")
        reader.send(b"two")
        await reader.send_slowly(b"six")
        assert await reader.response() == (200, b"onetwosix")


async def test_a_body_larger_than_a_head_may_arrive_with_the_head() -> None:
    body = bytes(3 * LIMIT)
    request = head("/echo", f"Content-Length: {len(body)}", method="POST") + body
    async with echo_server() as listener, connect(listener, request, request) as reader:
        assert await reader.response() == await reader.response() == (200, body)


async def test_pipelined_requests_are_answered_in_order() -> None:
    async with echo_server() as listener, connect(listener, head() * 2, head("/nowhere")) as reader:
        assert [(await reader.response())[0] for _ in range(3)] == [200, 200, 404]


async def test_http_1_0_closes_after_the_response() -> None:
    async with echo_server() as listener, connect(listener, head().replace(b"1.1", b"1.0")) as reader:
        assert await reader.response() == (200, HELLO)
        assert await reader.rest() == b""


async def test_a_handler_that_fails_is_logged_and_not_described_to_the_client() -> None:
    warnings = ["Error handling request from 127.0.0.1"]
    async with echo_server(warnings=warnings) as listener, connect(listener, head("/broken")) as client:
        assert await client.response() == (500, b"500: Internal Server Error")


# Large heads.


@pytest.mark.parametrize("fields", [(), UPGRADE])
@pytest.mark.parametrize("is_later", [False, True])
async def test_the_largest_head(fields: tuple[str, ...], is_later: bool) -> None:
    """One byte more is refused, whether the head ends after it or not, as the first or a later request."""

    async def begin(client: RawClient) -> None:
        if is_later:
            client.send(head())
            assert await client.response() == (200, HELLO)

    async with echo_server() as listener:
        async with connect(listener) as client:
            await begin(client)
            client.send(head_of(LIMIT, *fields))
            assert (await client.response())[0] == (101 if fields else 200)
        for larger in (head_of(LIMIT + 1, *fields), head_of(LIMIT + 1, *fields)[:-4] + b"aaaa"):
            async with connect(listener) as client:
                await begin(client)
                client.send(larger)
                assert (await client.response())[0] == 431
                assert await client.rest() == b""


@pytest.mark.parametrize("sent", [b"GET /" + b"a" * LIMIT, b"\r\n" * LIMIT, head("/", f"A: {'a' * 8200}")])
async def test_a_line_that_is_too_long(sent: bytes) -> None:
    async with echo_server() as listener, connect(listener, sent) as client:
        assert (await client.response())[0] == 431
        assert await client.rest() == b""


async def test_a_large_head_in_many_packets() -> None:
    async with echo_server() as listener, connect(listener) as client:
        for at in range(0, LIMIT + 1, 1024):
            client.send(head_of(LIMIT + 1)[at : at + 1024])
            await asyncio.sleep(0)
        assert (await client.response())[0] == 431


# Slow heads.


@pytest.mark.parametrize("sent", [b"", b"GET /", head()[:-2], head() + b"GET /"])
async def test_a_head_that_never_ends_is_cut_off(sent: bytes) -> None:
    """Whether it does not come at all or one byte at a time, as the first or a later request."""

    async def drip() -> None:
        while not client.writer.is_closing():
            client.send(sent and b"a")
            await asyncio.sleep(0.02)

    limits, is_half_over = ConnectionLimits(head_s=0.2), asyncio.Event()
    asyncio.get_running_loop().call_later(limits.head_s / 2, is_half_over.set)
    async with (
        echo_server(limits=limits) as listener,
        connect(listener, sent) as client,
    ):
        if sent.startswith(head()):
            assert await client.response() == (200, HELLO)
        dripping = asyncio.create_task(drip())
        assert await client.rest() == b""
        assert is_half_over.is_set()
        client.writer.close()
        await dripping


async def test_the_time_limit_is_for_heads_only() -> None:
    async with (
        echo_server(limits=ConnectionLimits(head_s=1.0)) as listener,
        connect_websocket(listener) as drawer,
        connect(listener, head()) as reader,
        connect(listener, head("/echo", "Content-Length: 3", method="POST")) as sender,
    ):
        assert await reader.response() == (200, HELLO)
        async with connect(listener) as silent:
            assert await silent.rest() == b""
        drawer.send(frame(TEXT, b"ink"))
        assert await drawer.frame() == (TEXT, b"ink")
        reader.send(head())
        assert await reader.response() == (200, HELLO)
        sender.send(b"one")
        assert await sender.response() == (200, b"one")


async def test_an_idle_connection_is_closed() -> None:
    async with (
        echo_server(limits=ConnectionLimits(page_idle_s=0.05)) as listener,
        connect(listener, head()) as reader,
    ):
        assert await reader.response() == (200, HELLO)
        assert await reader.rest() == b""


async def test_a_client_that_leaves_before_its_first_head() -> None:
    async with echo_server() as listener:
        async with connect(listener, b"GET") as client:
            await wait_until(lambda: listener.connections == 1)
            assert await client.send_eof() == b""
        await wait_until(lambda: listener.connections == 0)


async def test_data_after_a_close_is_ignored() -> None:
    """A request that closes the connection is the last one; anything after it is ignored."""
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:
        begun.set()
        await may_answer.wait()
        request.protocol.close()
        return web.Response(body=HELLO)

    pages = web.Application()
    pages.router.add_get("/", slow)
    async with echo_server(pages=pages) as listener, connect(listener, head()) as client:
        await begun.wait()
        may_answer.set()
        assert await client.response() == (200, HELLO)
        client.send(bytes(2 * LIMIT))
        assert await client.rest() == b""


async def test_data_after_a_refusal_is_ignored() -> None:
    """There is one refusal, however much follows before the connection is closed."""
    async with echo_server() as listener, connect(listener) as reader:
        await wait_until(lambda: listener.connections == 1)
        (tracked,) = listener._connections
        page = tracked.transport.get_protocol()
        assert isinstance(page, PageConnection)
        for data in (head_of(LIMIT + 10), head(), head_of(LIMIT + 10)):
            page.data_received(data)
        assert (await reader.rest()).count(b"HTTP/1.1 ") == 1
