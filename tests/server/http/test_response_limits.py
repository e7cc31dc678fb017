"""Response limits: unread responses are bounded, and unwanted bodies are not read."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from pathlib import Path

import pytest
from aiohttp import web

from pictomania.log import SqliteLog
from pictomania.server.http import response_limits
from pictomania.server.http.callers import Callers
from pictomania.server.http.response_limits import OutgoingLimits, ResponseSender, SlicedBody
from pictomania.server.net.addresses import Addresses
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import Listener
from pictomania.server.net.origins import Origins
from pictomania.server.tables.archive import PREFIX
from tests.server.support.echo_server import echo_server
from tests.server.support.raw_client import connect, head
from tests.server.support.server_process import ServerProcess, run_process
from tests.server.support.waiting import wait_until

MEGABYTE = 1_000_000
BODY = os.urandom(3 * MEGABYTE)
FORWARDED = "X-Forwarded-For"


@asynccontextmanager
async def large(
    limits: OutgoingLimits | None = None, unread_s: float = 30.0
) -> AsyncIterator[tuple[Listener, ResponseSender]]:
    """A server with one large and one small response, which reads no bodies."""
    sender = ResponseSender(Callers(Addresses(["127.0.0.1"]), Origins()), limits)
    app = web.Application(middlewares=[sender.send])

    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=BODY if request.path == "/large" else b"small")

    async def stream(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"streamed")
        return response

    app.router.add_get("/large", answer)
    app.router.add_route("*", "/small", answer)
    app.router.add_get("/stream", stream)
    async with echo_server(
        pages=app, proxies=["127.0.0.1"], limits=ConnectionLimits(unread_s=unread_s)
    ) as listener:
        yield listener, sender


@asynccontextmanager
async def silent(port: int, request: bytes) -> AsyncIterator[socket.socket]:
    """A client that sends requests and never reads, with a small kernel buffer."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, ("127.0.0.1", port))
        await loop.sock_sendall(connection, request)
        yield connection


# Large answers.


async def test_large_responses_arrive_whole() -> None:
    async with large() as (listener, sender):
        for path, wanted in (("/large", BODY), ("/small", b"small"), ("/large", BODY)):
            async with connect(listener, head(path)) as guest:
                assert await guest.response() == (200, wanted)
        await wait_until(lambda: sender.unread == 0)


async def test_several_large_responses_on_one_connection() -> None:
    async with large() as (listener, _), connect(listener, head("/large") * 3) as guest:
        for _ in range(3):
            assert await guest.response() == (200, BODY)


async def test_head_requests_for_a_large_response() -> None:
    async with (
        large() as (listener, _),
        connect(listener, head("/large", "Connection: close", method="HEAD")) as guest,
    ):
        answer = await guest.rest()
        assert f"\r\nContent-Length: {len(BODY)}\r\n".encode() in answer
        assert answer.endswith(b"\r\n\r\n")


async def test_streamed_responses_are_passed_through() -> None:
    async with large() as (listener, _), connect(listener, head("/stream", "Connection: close")) as guest:
        assert b"streamed" in await guest.rest()


def test_a_sliced_body_can_be_decoded() -> None:
    assert SlicedBody(b"text").decode() == "text"


@pytest.mark.parametrize(
    ("limits", "others"),
    [
        (OutgoingLimits(responses_per_address=2), 200),
        (OutgoingLimits(bytes_per_address=7 * MEGABYTE), 200),
        (OutgoingLimits(responses=2), 429),
        (OutgoingLimits(bytes=7 * MEGABYTE), 429),
    ],
)
async def test_large_responses_in_progress_are_limited(limits: OutgoingLimits, others: int) -> None:
    """For one address and in total; a refused client may retry."""
    us, them = f"{FORWARDED}: 203.0.113.5", f"{FORWARDED}: 203.0.113.6"
    async with large(limits) as (listener, sender), AsyncExitStack() as stay:
        for _ in range(2):
            await stay.enter_async_context(silent(listener.port, head("/large", us)))
        await wait_until(lambda: sender.unread == 2 * len(BODY))
        async with connect(listener, head("/large", us), head("/small", us)) as guest:
            status, body = await guest.response()
            assert (status, b'"unread-answers"' in body) == (429, True)
            assert await guest.response() == (200, b"small")
        async with connect(listener, head("/large", them)) as guest:
            assert (await guest.response())[0] == others
        await stay.aclose()
        await wait_until(lambda: sender.unread == 0)
        async with connect(listener, head("/large", us)) as guest:
            assert await guest.response() == (200, BODY)


async def test_a_single_response_may_exceed_the_limit() -> None:
    async with (
        large(OutgoingLimits(bytes=1000, bytes_per_address=1000)) as (listener, _),
        connect(listener, head("/large")) as guest,
    ):
        assert await guest.response() == (200, BODY)


# Clients that do not read.


async def test_a_client_that_does_not_read_is_cut_off() -> None:
    async with large(unread_s=0.1) as (listener, sender), silent(listener.port, head("/large")) as connection:
        await wait_until(lambda: sender.unread > 0)
        await wait_until(lambda: sender.unread == 0)
        await wait_until(lambda: listener.connections == 0)
        loop, got = asyncio.get_running_loop(), 0
        with suppress(ConnectionResetError):
            while came := await loop.sock_recv(connection, MEGABYTE):
                got += len(came)
        assert got < len(BODY)


async def test_a_client_that_reads_slowly_is_not_cut_off() -> None:
    """If there is some progress in time."""
    async with large(unread_s=1.0) as (listener, _), silent(listener.port, head("/large")) as connection:
        loop, got = asyncio.get_running_loop(), 0
        while got < len(BODY):
            got += len(await loop.sock_recv(connection, 64 * 1024))
            await asyncio.sleep(0)
        assert got > len(BODY)


async def test_little_is_buffered_for_clients_that_do_not_read() -> None:
    """A slice or two each, however large the response and however many requests are pipelined."""
    async with large() as (listener, sender), AsyncExitStack() as stay:
        for _ in range(8):
            await stay.enter_async_context(silent(listener.port, head("/large") * 10))
        await wait_until(lambda: sender.unread == 8 * len(BODY))
        await wait_until(
            lambda: all(tracked.transport.get_write_buffer_size() for tracked in listener._connections)
        )
        for _ in range(100):  # turns in which more could be written
            await asyncio.sleep(0)
        kept = [tracked.transport.get_write_buffer_size() for tracked in listener._connections]
        assert len(kept) == 8
        assert max(kept) <= 2 * response_limits.SLICE


def memory(server: ServerProcess) -> int:
    """The resident memory of a server."""
    status = Path(f"/proc/{server._child.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


async def test_unread_replays_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Forty connections request three megabytes ten times each and read nothing."""
    game = "20990101-" + "A" * 22
    log = await SqliteLog.open(tmp_path / "tables.sqlite3")
    pieces = [b"R" + BODY[at : at + 900_000] for at in range(0, len(BODY), 900_000)]
    await log.append(PREFIX + game, 0, pieces)
    await log.close()
    request = head(f"/api/games/{game}", "Accept-Encoding: gzip")
    with run_process(tmp_path) as server:
        async with connect(server, request) as guest:
            assert (await guest.response())[0] == 200
        before = memory(server)
        async with AsyncExitStack() as stay:
            for _ in range(40):
                await stay.enter_async_context(silent(server.port, request * 10))
            most = before
            async with connect(server) as guest:
                for _ in range(200):  # other clients are served in between
                    guest.send(head("/healthz"))
                    assert (await guest.response())[0] == 200
                    most = max(most, memory(server))
        assert most - before < 30 * MEGABYTE


# Bodies that nobody wants.


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_an_unwanted_body_closes_the_connection(method: str) -> None:
    body = b"x" * 10
    async with large() as (listener, _):
        request = head("/small", "Content-Length: 20", method=method)
        async with connect(listener, request, body) as guest:
            assert await guest.response() == (200, b"small")
            guest.send(body, head("/small"))
            assert await guest.rest() == b""


async def test_a_body_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_limits, "LINGER_S", 0.05)
    async with large() as (listener, _), connect(listener, head("/small", "Content-Length: 20")) as guest:
        assert await guest.response() == (200, b"small")
        assert await guest.rest() == b""


async def test_an_unwanted_body_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not read for long."""
    monkeypatch.setattr(response_limits, "LINGER_BYTES", 100_000)
    request = head("/small", "Content-Length: 1000000000")
    async with large() as (listener, _), connect(listener, request) as guest:
        assert await guest.response() == (200, b"small")
        said = 0
        with suppress(OSError):  # however the connection ends
            while said < 100 * MEGABYTE:
                guest.writer.write(bytes(100_000))
                await guest.writer.drain()
                said += 100_000
        assert said < 100 * MEGABYTE


async def test_a_client_that_disconnects_in_the_middle_of_its_body() -> None:
    async with large() as (listener, _):
        async with connect(listener, head("/small", "Content-Length: 20")) as guest:
            assert await guest.response() == (200, b"small")
        await wait_until(lambda: listener.connections == 0)


async def test_bodies_are_not_buffered_before_they_are_read() -> None:
    """While a handler is busy, its body is not read."""
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        begun.set()
        await may_answer.wait()
        return web.Response(status=HTTPStatus.NO_CONTENT)

    app = web.Application()
    app.router.add_post("/", slow)
    async with echo_server(pages=app) as listener:
        async with connect(listener, head("/", "Content-Length: 50000000", method="POST")) as guest:
            await begun.wait()
            guest.send(bytes(50_000_000))
            (tracked,) = listener._connections
            await wait_until(lambda: not tracked.transport.is_reading())
            sent = 50_000_000 - guest.writer.transport.get_write_buffer_size()
            may_answer.set()
        assert sent < 10_000_000  # most of it in kernel buffers


async def test_pipelined_requests_wait_in_the_kernel() -> None:
    """Of thousands sent at once, only a few dozen are in memory while the first is handled."""
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:
        begun.set()
        await may_answer.wait()
        waiting.append(len(request.protocol._messages))
        return web.Response()

    waiting: list[int] = []
    app = web.Application()
    app.router.add_get("/", slow)
    async with echo_server(pages=app) as listener, connect(listener, head() * 5_000) as guest:
        await begun.wait()
        (tracked,) = listener._connections
        await wait_until(lambda: not tracked.transport.is_reading())
        may_answer.set()
        for _ in range(5_000):
            assert await guest.response() == (200, b"")
    assert 0 < max(waiting) <= 32
