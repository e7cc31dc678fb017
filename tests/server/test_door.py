"""The door: pages and sockets on one port, and nobody who drips, shouts or crowds gets past it."""

import asyncio
import socket as sockets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import web

from pictomania.server.handover import Peer
from pictomania.server.limits import Limits
from tests.server.host import HELLO, Echo, opened
from tests.server.visitor import BINARY, TEXT, UPGRADE, frame, head, socket, until, visitor


class NarrowHouse(NamedTuple):
    """Where to find it."""

    port: int


async def test_pages_and_sockets_on_one_port() -> None:
    """At the same time, and one connection is good for several pages."""
    async with opened() as door, visitor(door, head()) as reader, socket(door) as drawer:
        assert await reader.answer() == (200, HELLO)
        drawer.say(frame(TEXT, b"ink"))
        assert await drawer.frame() == (TEXT, b"ink")
        reader.say(head("/nowhere"))
        assert (await reader.answer())[0] == 404
        reader.say(head())
        assert await reader.answer() == (200, HELLO)
        assert door.connections == 2


async def test_a_head_that_comes_byte_by_byte() -> None:
    """Packets mean nothing."""
    async with opened() as door:
        async with visitor(door) as reader:
            await reader.say_slowly(head() + head())
            assert await reader.answer() == await reader.answer() == (200, HELLO)
        async with visitor(door) as drawer:
            await drawer.say_slowly(head("/ws", *UPGRADE) + frame(TEXT, b"ink"))
            assert await drawer.answer() == (101, b"")
            assert await drawer.frame() == (TEXT, b"ink")


async def test_a_body_that_comes_in_parts() -> None:
    """What came with the head is not lost."""
    async with opened() as door, visitor(door) as reader:
        reader.say(head("/again", "Content-Length: 9", "Expect: 100-continue", method="POST"), b"one")
        assert await reader.answer() == (100, b"")
        reader.say(b"two")
        await reader.say_slowly(b"six")
        assert await reader.answer() == (200, b"onetwosix")


async def test_requests_in_one_packet() -> None:
    """They are answered in order."""
    async with opened() as door, visitor(door, head() * 2, head("/nowhere")) as reader:
        assert [(await reader.answer())[0] for _ in range(3)] == [200, 200, 404]


@pytest.mark.parametrize("fields", [(), UPGRADE])
async def test_the_longest_head(fields: tuple[str, ...]) -> None:
    """One byte more is too long, whether the head ends after it or not."""
    limit = Limits().head_bytes
    room = limit - len(head("/", *fields)) - len("A: \r\n" * 4)
    parts = [f"A: {'a' * (room // 4 + (room % 4 if last else 0))}" for last in (False, False, False, True)]
    fitting = head("/", *fields, *parts)
    assert len(fitting) == limit
    async with opened() as door:
        async with visitor(door, fitting) as guest:
            assert (await guest.answer())[0] == (101 if fields else 200)
        for longer in (head("/", *fields, *parts, "B:")[:-4] + b" \r\n\r\n", b"GET /" + b"a" * limit):
            async with visitor(door, longer) as guest:
                assert (await guest.answer())[0] == 431
                assert await guest.rest() == b""


@pytest.mark.parametrize("said", [b"", b"GET / HT", head()[:-1]])
async def test_nobody_waits_for_a_head_for_ever(said: bytes) -> None:
    """Neither for one that does not come, nor for one that drips in."""

    async def drip() -> None:
        while not guest.writer.is_closing():
            guest.say(said and b"a")
            await asyncio.sleep(0.02)

    before = time.monotonic()
    async with opened(limits=Limits(head_s=0.2)) as door, visitor(door, said) as guest:
        dripping = asyncio.create_task(drip())
        assert await guest.rest() == b""
        assert 0.19 < time.monotonic() - before < 10
        guest.writer.close()
        await dripping


async def test_somebody_who_has_said_enough_has_all_the_time() -> None:
    """The time is for the head only."""
    async with opened(limits=Limits(head_s=0.3)) as door, socket(door) as drawer:
        async with visitor(door) as slower:
            assert await slower.rest() == b""
        drawer.say(frame(TEXT, b"ink"))
        assert await drawer.frame() == (TEXT, b"ink")


async def test_somebody_who_turns_round_at_the_door() -> None:
    """Is forgotten at once."""
    async with opened() as door:
        async with visitor(door, b"GET") as guest:
            await until(lambda: door.connections == 1)
            assert await guest.say_no_more() == b""
        await until(lambda: door.connections == 0)


async def test_the_house_is_full() -> None:
    """Whoever is too many hears so before they have said a word, and may come when another has left."""
    async with opened(limits=Limits(connections=2)) as door, socket(door):
        async with visitor(door, head()) as reader:
            assert (await reader.answer())[0] == 200
            for _ in range(3):
                async with visitor(door) as guest:
                    assert await guest.answer() == (503, b"")
                    assert await guest.rest() == b""
        await until(lambda: door.connections == 1)
        async with visitor(door, head()) as guest:
            assert (await guest.answer())[0] == 200


async def test_too_many_from_one_address() -> None:
    """Others may come all the same."""
    async with opened(limits=Limits(per_address=1)) as door, socket(door) as drawer:
        async with visitor(door) as guest:
            assert await guest.answer() == (429, b"")
        async with visitor(door, head(), address="127.0.0.2") as guest:
            assert (await guest.answer())[0] == 200
        assert await drawer.say_no_more() == b""
        await until(lambda: door.connections == 0)
        async with visitor(door, head()) as guest:
            assert (await guest.answer())[0] == 200


async def test_somebody_who_has_asked_before_being_sent_away() -> None:
    """They hear why, and no error after it."""
    async with opened(limits=Limits(connections=0)) as door:
        with sockets.create_connection(("127.0.0.1", door.port)) as guest:
            guest.sendall(head())
            guest.setblocking(False)
            answer = b""
            while heard := await asyncio.get_running_loop().sock_recv(guest, 1000):
                answer += heard
        assert answer.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")


async def test_behind_a_proxy_sockets_count_for_those_who_asked() -> None:
    """Pages do not count, because one connection brings everybody's."""
    peers = []

    def listed(request: object, peer: Peer) -> Echo:  # noqa: ARG001
        peers.append(peer)
        return Echo()

    async with opened(listed, Limits(per_address=1), proxies=["127.0.0.1"]) as door:
        ann, ben = "X-Forwarded-For: 6.6.6.6, 2001:db8::1", "X-Forwarded-For: 203.0.113.5"
        async with visitor(door, head()) as one, visitor(door, head()) as other, socket(door, ben):
            assert (await one.answer())[0] == (await other.answer())[0] == 200
            async with socket(door, ann), visitor(door, head("/", *UPGRADE, ann)) as guest:
                assert (await guest.answer())[0] == 429
                assert await guest.rest() == b""
            await until(lambda: door.connections == 3)
            async with socket(door, ann):
                assert door.connections == 4
        assert peers == [
            Peer("203.0.113.5", "203.0.113.5"),
            Peer("2001:db8::1", "2001:db8::/64"),
            Peer("2001:db8::1", "2001:db8::/64"),
        ]


async def test_a_stranger_who_claims_to_be_a_proxy() -> None:
    """Is who they are."""
    peers = []

    def listed(request: object, peer: Peer) -> Echo:  # noqa: ARG001
        peers.append(peer)
        return Echo()

    async with opened(listed) as door, socket(door, "X-Forwarded-For: 6.6.6.6"):
        assert peers == [Peer("127.0.0.1", "127.0.0.1")]


async def test_a_closed_door() -> None:
    """Nobody comes in, and those who are in stay."""
    async with opened() as door, socket(door) as drawer:
        door.close()
        door.close()
        with pytest.raises(ConnectionRefusedError):
            async with visitor(door):
                pass
        drawer.say(frame(BINARY, b"ink"))
        assert await drawer.frame() == (BINARY, b"ink")


async def test_leaving() -> None:
    """Requests under way are answered; everybody else is broken off."""
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        asked.set()
        await may_answer.wait()
        return web.Response(text="at last")

    pages = web.Application()
    pages.router.add_get("/", slow)
    async with AsyncExitStack() as guests, opened(pages=pages) as door:
        drawer = await guests.enter_async_context(socket(door))
        silent = await guests.enter_async_context(visitor(door))
        reader = await guests.enter_async_context(visitor(door, head()))
        await asked.wait()
        leaving = asyncio.create_task(door.leave())
        await asyncio.sleep(0)
        may_answer.set()
        assert await reader.answer() == (200, b"at last")
        await leaving
        assert await drawer.rest() == await silent.rest() == await reader.rest() == b""


@contextmanager
def narrow_house(connections: int) -> Iterator[NarrowHouse]:
    """A server in a process of its own that has descriptors for so many connections."""
    command = [sys.executable, "-m", "tests.server.narrow_house", str(connections)]
    child = subprocess.Popen(
        command, cwd=Path(__file__).parents[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        yield NarrowHouse(int(child.stdout.readline()))
        last_words, _ = child.communicate()
    assert child.returncode == 0
    assert float(last_words) < 1, "seconds of work for nothing"


async def test_no_descriptors_left() -> None:
    """Those who are in are served, the next one waits, and comes in when there is room again."""
    with narrow_house(3) as house:
        async with socket(house) as drawer, AsyncExitStack() as later:
            async with visitor(house, head()) as one, visitor(house, head()) as other:
                assert await one.answer() == await other.answer() == (200, HELLO)
                waiting = await later.enter_async_context(visitor(house, head()))
                for _ in range(3):
                    drawer.say(frame(TEXT, b"ink"))
                    assert await drawer.frame() == (TEXT, b"ink")
                    one.say(head())
                    assert await one.answer() == (200, HELLO)
            assert await waiting.answer() == (200, HELLO)


# uvloop tells of the transport that it has not made.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_connection_that_breaks_while_it_is_let_in() -> None:
    """It counts no longer."""
    broken = sockets.socket()
    broken.close()
    async with opened(limits=Limits(per_address=1)) as door:
        door._arrived(broken, "127.0.0.1")
        assert door.connections == 1
        await until(lambda: door.connections == 0)
        async with visitor(door, head()) as guest:
            assert (await guest.answer())[0] == 200
