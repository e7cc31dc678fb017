"""How answers go out: unread ones are bounded, and a body that nobody wants is not taken in."""

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
from pictomania.server import outflow as outgoing
from pictomania.server.addresses import Addresses
from pictomania.server.archive import PREFIX
from pictomania.server.callers import Callers
from pictomania.server.door import Opened
from pictomania.server.limits import Limits
from pictomania.server.origins import Origins
from pictomania.server.outflow import Outflow, Outgoing, Slices
from tests.server.host import opened
from tests.server.http_process import Process, process
from tests.server.visitor import head, until, visitor

MEGABYTE = 1_000_000
BODY = os.urandom(3 * MEGABYTE)
FORWARDED = "X-Forwarded-For"


@asynccontextmanager
async def large(
    limits: Outgoing | None = None, unread_s: float = 30.0
) -> AsyncIterator[tuple[Opened, Outflow]]:
    """A server with one large answer, one small one, and nobody who wants a body."""
    outflow = Outflow(Callers(Addresses(["127.0.0.1"]), Origins()), limits)
    app = web.Application(middlewares=[outflow.send])

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
    async with opened(pages=app, proxies=["127.0.0.1"], limits=Limits(unread_s=unread_s)) as door:
        yield door, outflow


@asynccontextmanager
async def silent(port: int, request: bytes) -> AsyncIterator[socket.socket]:
    """Somebody who asks and never reads, with as little room in the kernel as can be had."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, ("127.0.0.1", port))
        await loop.sock_sendall(connection, request)
        yield connection


# Large answers.


async def test_large_answers_arrive_whole() -> None:
    async with large() as (door, outflow):
        for path, wanted in (("/large", BODY), ("/small", b"small"), ("/large", BODY)):
            async with visitor(door, head(path)) as guest:
                assert await guest.answer() == (200, wanted)
        await until(lambda: outflow.unread == 0)


async def test_several_large_answers_on_one_connection() -> None:
    async with large() as (door, _), visitor(door, head("/large") * 3) as guest:
        for _ in range(3):
            assert await guest.answer() == (200, BODY)


async def test_the_head_of_a_large_answer() -> None:
    async with (
        large() as (door, _),
        visitor(door, head("/large", "Connection: close", method="HEAD")) as guest,
    ):
        answer = await guest.rest()
        assert f"\r\nContent-Length: {len(BODY)}\r\n".encode() in answer
        assert answer.endswith(b"\r\n\r\n")


async def test_answers_that_somebody_else_sends() -> None:
    async with large() as (door, _), visitor(door, head("/stream", "Connection: close")) as guest:
        assert b"streamed" in await guest.rest()


def test_what_is_cut_into_slices_can_be_looked_at() -> None:
    assert Slices(b"text").decode() == "text"


@pytest.mark.parametrize(
    ("limits", "others"),
    [
        (Outgoing(answers_each=2), 200),
        (Outgoing(bytes_each=7 * MEGABYTE), 200),
        (Outgoing(answers=2), 429),
        (Outgoing(bytes=7 * MEGABYTE), 429),
    ],
)
async def test_only_so_many_are_under_way(limits: Outgoing, others: int) -> None:
    """To one address, and to all together; who is refused may try again."""
    us, them = f"{FORWARDED}: 203.0.113.5", f"{FORWARDED}: 203.0.113.6"
    async with large(limits) as (door, outflow), AsyncExitStack() as stay:
        for _ in range(2):
            await stay.enter_async_context(silent(door.port, head("/large", us)))
        await until(lambda: outflow.unread == 2 * len(BODY))
        async with visitor(door, head("/large", us), head("/small", us)) as guest:
            status, body = await guest.answer()
            assert (status, b'"unread-answers"' in body) == (429, True)
            assert await guest.answer() == (200, b"small")
        async with visitor(door, head("/large", them)) as guest:
            assert (await guest.answer())[0] == others
        await stay.aclose()
        await until(lambda: outflow.unread == 0)
        async with visitor(door, head("/large", us)) as guest:
            assert await guest.answer() == (200, BODY)


async def test_one_answer_may_be_larger_than_all_should_be() -> None:
    async with (
        large(Outgoing(bytes=1000, bytes_each=1000)) as (door, _),
        visitor(door, head("/large")) as guest,
    ):
        assert await guest.answer() == (200, BODY)


# Those who do not read.


async def test_who_does_not_read_is_cut_off() -> None:
    async with large(unread_s=0.1) as (door, outflow), silent(door.port, head("/large")) as connection:
        await until(lambda: outflow.unread > 0)
        await until(lambda: outflow.unread == 0)
        await until(lambda: door.connections == 0)
        loop, got = asyncio.get_running_loop(), 0
        with suppress(ConnectionResetError):
            while came := await loop.sock_recv(connection, MEGABYTE):
                got += len(came)
        assert got < len(BODY)


async def test_who_reads_slowly_is_not() -> None:
    """As long as there is some progress in time."""
    async with large(unread_s=1.0) as (door, _), silent(door.port, head("/large")) as connection:
        loop, got = asyncio.get_running_loop(), 0
        while got < len(BODY):
            got += len(await loop.sock_recv(connection, 64 * 1024))
            await asyncio.sleep(0)
        assert got > len(BODY)


async def test_little_is_kept_for_those_who_do_not_read() -> None:
    """A slice or two each, however large the answer is, and however many are asked for at once."""
    async with large() as (door, outflow), AsyncExitStack() as stay:
        for _ in range(8):
            await stay.enter_async_context(silent(door.port, head("/large") * 10))
        await until(lambda: outflow.unread == 8 * len(BODY))
        await until(lambda: all(visit.transport.get_write_buffer_size() for visit in door._visits))
        for _ in range(100):  # turns, in which more could be written
            await asyncio.sleep(0)
        kept = [visit.transport.get_write_buffer_size() for visit in door._visits]
        assert len(kept) == 8
        assert max(kept) <= 2 * outgoing.SLICE


def memory(server: Process) -> int:
    """How many bytes of memory a server has."""
    status = Path(f"/proc/{server._child.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


async def test_unread_replays_do_not_fill_the_memory(tmp_path: Path) -> None:
    """Forty connections that ask for three megabytes ten times each, and read nothing."""
    game = "20990101-" + "A" * 22
    log = await SqliteLog.open(tmp_path / "tables.sqlite3")
    pieces = [b"R" + BODY[at : at + 900_000] for at in range(0, len(BODY), 900_000)]
    await log.append(PREFIX + game, 0, pieces)
    await log.close()
    request = head(f"/api/games/{game}", "Accept-Encoding: gzip")
    with process(tmp_path) as server:
        async with visitor(server, request) as guest:
            assert (await guest.answer())[0] == 200
        before = memory(server)
        async with AsyncExitStack() as stay:
            for _ in range(40):
                await stay.enter_async_context(silent(server.port, request * 10))
            most = before
            async with visitor(server) as guest:
                for _ in range(200):  # others are answered all the while
                    guest.say(head("/healthz"))
                    assert (await guest.answer())[0] == 200
                    most = max(most, memory(server))
        assert most - before < 30 * MEGABYTE


# Bodies that nobody wants.


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_a_body_that_nobody_wants_ends_the_connection(method: str) -> None:
    body = b"x" * 10
    async with large() as (door, _):
        request = head("/small", "Content-Length: 20", method=method)
        async with visitor(door, request, body) as guest:
            assert await guest.answer() == (200, b"small")
            guest.say(body, head("/small"))
            assert await guest.rest() == b""


async def test_a_body_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "LINGER_S", 0.05)
    async with large() as (door, _), visitor(door, head("/small", "Content-Length: 20")) as guest:
        assert await guest.answer() == (200, b"small")
        assert await guest.rest() == b""


async def test_a_body_that_nobody_wants_and_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is not read for long."""
    monkeypatch.setattr(outgoing, "LINGER_BYTES", 100_000)
    request = head("/small", "Content-Length: 1000000000")
    async with large() as (door, _), visitor(door, request) as guest:
        assert await guest.answer() == (200, b"small")
        said = 0
        with suppress(OSError):  # whichever way the connection ends
            while said < 100 * MEGABYTE:
                guest.writer.write(bytes(100_000))
                await guest.writer.drain()
                said += 100_000
        assert said < 100 * MEGABYTE


async def test_a_sender_who_leaves_in_the_middle() -> None:
    async with large() as (door, _):
        async with visitor(door, head("/small", "Content-Length: 20")) as guest:
            assert await guest.answer() == (200, b"small")
        await until(lambda: door.connections == 0)


async def test_no_body_is_kept_before_anybody_wants_it() -> None:
    """A page that is slow to answer does not read what comes meanwhile."""
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        begun.set()
        await may_answer.wait()
        return web.Response(status=HTTPStatus.NO_CONTENT)

    app = web.Application()
    app.router.add_post("/", slow)
    async with opened(pages=app) as door:
        async with visitor(door, head("/", "Content-Length: 50000000", method="POST")) as guest:
            await begun.wait()
            guest.say(bytes(50_000_000))
            (visit,) = door._visits
            await until(lambda: not visit.transport.is_reading())
            sent = 50_000_000 - guest.writer.transport.get_write_buffer_size()
            may_answer.set()
        assert sent < 10_000_000  # most of which lies in the kernel


async def test_pipelined_requests_wait_outside() -> None:
    """Of thousands that come in one go, only some dozens are in memory while the first is being answered."""
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:
        begun.set()
        await may_answer.wait()
        waiting.append(len(request.protocol._messages))
        return web.Response()

    waiting: list[int] = []
    app = web.Application()
    app.router.add_get("/", slow)
    async with opened(pages=app) as door, visitor(door, head() * 5_000) as guest:
        await begun.wait()
        (visit,) = door._visits
        await until(lambda: not visit.transport.is_reading())
        may_answer.set()
        for _ in range(5_000):
            assert await guest.answer() == (200, b"")
    assert 0 < max(waiting) <= 32
