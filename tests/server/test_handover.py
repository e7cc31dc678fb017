"""Handing over: nothing that was said is lost, as if picows or aiohttp had been there first."""

import asyncio

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, WSUpgradeResponse
from uvloop import new_event_loop

from pictomania.server.handover import Peer
from pictomania.server.limits import Limits
from tests.server.host import HELLO, Echo, opened
from tests.server.visitor import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    claim,
    frame,
    head,
    socket,
    until,
    visitor,
)


async def test_frames_that_come_with_the_request() -> None:
    """However many, and although they are more than picows has room for at first."""
    inks = [bytes([number]) * 700 for number in range(50)]
    sent = b"".join(frame(BINARY, ink) for ink in inks)
    async with opened() as door, visitor(door, head("/ws", *UPGRADE), sent[:-1]) as drawer:
        assert await drawer.answer() == (101, b"")
        assert [await drawer.frame() for _ in inks[:-1]] == [(BINARY, ink) for ink in inks[:-1]]
        drawer.say(sent[-1:])
        assert await drawer.frame() == (BINARY, inks[-1])


@pytest.mark.parametrize(
    "connection",
    ["upgrade", "keep-alive, Upgrade", "Upgrade, keep-alive", "keep-alive\r\nConnection: UPGRADE"],
)
async def test_every_way_to_ask(connection: str) -> None:
    """Firefox has its own, and header names have no case."""
    asking = head("/ws", "UPGRADE:WebSocket", f"Connection: {connection}", *UPGRADE[2:])
    async with opened() as door, visitor(door, asking, frame(TEXT, b"ink")) as drawer:
        assert await drawer.answer() == (101, b"")
        assert await drawer.frame() == (TEXT, b"ink")


@pytest.mark.parametrize(
    "asking",
    [
        head("/ws", *UPGRADE[:2], *UPGRADE[3:]),
        head("/ws", *UPGRADE[:2], *UPGRADE[3:], "Sec-WebSocket-Key: ü"),
        head("/ws", *UPGRADE[:1], *UPGRADE[2:]),
        head("/ws", *UPGRADE, method="POST"),
        head("/ws", *UPGRADE, "Content-Length: 4"),
        head("/ws", *UPGRADE, "A b: c"),
        head("/ws", *UPGRADE, *["A: b"] * 200),
        head("/ws", *UPGRADE).replace(b"1.1", b"1.0"),
    ],
)
async def test_no_proper_way_to_ask(asking: bytes) -> None:
    """Is answered, and nobody was ever connected."""
    connected = []

    class Noticing(Echo):
        def on_ws_connected(self, transport: WSTransport) -> None:
            connected.append(transport)

        on_ws_disconnected = on_ws_connected

    async with opened(lambda *_: Noticing()) as door, visitor(door, asking, b"data" * 100) as guest:
        assert (await guest.answer())[0] == 400
        assert await guest.rest() == b""
    assert connected == []


@pytest.mark.parametrize("version", [[], ["Sec-WebSocket-Version: 12"], ["Sec-WebSocket-Version: ü"]])
async def test_another_version_of_the_protocol(version: list[str]) -> None:
    """Is answered with the one that we speak."""
    async with opened() as door, visitor(door, head("/ws", *UPGRADE[:3], *version)) as guest:
        answer = (await guest.rest()).decode().splitlines()
        assert answer[0] == "HTTP/1.1 426 Upgrade Required"
        assert "Sec-WebSocket-Version: 13" in answer


async def test_somebody_who_is_not_wanted() -> None:
    """Hears what we decided, whatever they have sent along."""

    def nobody(request: WSUpgradeRequest, peer: Peer) -> WSListener | WSUpgradeResponse:
        assert (request.path, peer.address) == (b"/ws", "127.0.0.1")
        return WSUpgradeResponse.create_error_response(403, b"not you")  # type: ignore[no-any-return]

    async with opened(nobody) as door, visitor(door, head("/ws", *UPGRADE) * 50) as guest:
        assert await guest.answer() == (403, b"not you")
        assert await guest.rest() == b""


async def test_a_mistake_of_ours() -> None:
    """Is logged, and not shown to strangers."""

    def wrong(request: WSUpgradeRequest, peer: Peer) -> WSListener:
        raise ZeroDivisionError(f"our secret: {request} {peer}")

    complaints = ["no answer to a request for a socket"]
    async with opened(wrong, complaints=complaints) as door, visitor(door, head("/ws", *UPGRADE)) as guest:
        assert await guest.answer() == (500, b"")
        assert await guest.rest() == b""


async def test_a_mistake_of_a_page() -> None:
    """Is logged too."""
    complaints = ["Error handling request from 127.0.0.1"]
    async with opened(complaints=complaints) as door, visitor(door, head("/broken")) as guest:
        status, body = await guest.answer()
        assert status == 500
        assert b"ZeroDivisionError" not in body


async def test_a_socket_on_a_connection_that_began_with_a_page() -> None:
    """As proxies do it, which keep connections for whatever comes next."""
    asking = head("/ws?a=%20b", *UPGRADE)
    requests = []

    def listed(request: WSUpgradeRequest, peer: Peer) -> Echo:
        requests.append((request.path, request.headers["Host"], peer.address))
        return Echo()

    async with opened(listed) as door:
        async with visitor(door, head()) as guest:
            assert await guest.answer() == (200, HELLO)
            guest.say(asking, frame(TEXT, b"at once"))
            assert await guest.answer() == (101, b"")
            assert await guest.frame() == (TEXT, b"at once")
            guest.say(frame(TEXT, b"later"))
            assert await guest.frame() == (TEXT, b"later")
            assert door.connections == 1
        await until(lambda: door.connections == 0)
        async with visitor(door, head(), asking, frame(BINARY, b"a" * 60_000) * 4) as guest:
            assert await guest.answer() == (200, HELLO)
            assert await guest.answer() == (101, b"")
            assert [await guest.frame() for _ in range(4)] == [(BINARY, b"a" * 60_000)] * 4
    assert requests == [(b"/ws?a=%20b", "here", "127.0.0.1")] * 2


async def test_a_socket_that_had_to_wait_for_a_page() -> None:
    """What has come meanwhile is not lost, and what was too much then comes now."""
    has_asked, may_answer, ink = asyncio.Event(), asyncio.Event(), b"a" * 60_000
    heard = []

    class Quiet(Echo):
        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            heard.append(frame.get_payload_as_bytes())
            if len(heard) == 10:
                transport.send(WSMsgType.TEXT, b"all")

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        has_asked.set()
        await may_answer.wait()
        return web.Response(body=HELLO)

    pages = web.Application()
    pages.router.add_get("/", slow)
    async with opened(lambda *_: Quiet(), pages=pages) as door, visitor(door, head()) as guest:
        guest.say(head("/ws", *UPGRADE), frame(BINARY, ink) * 10)
        await has_asked.wait()
        (visit,) = door._visits
        await until(lambda: not visit.transport.is_reading())
        may_answer.set()
        assert await guest.answer() == (200, HELLO)
        assert await guest.answer() == (101, b"")
        assert await guest.frame() == (TEXT, b"all")
        assert heard == [ink] * 10


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"ink", mask=b""), 1002),
        (frame(3, b"ink"), 1002),
        (frame(11), 1002),
        (frame(PING, b"a" * 126), 1002),
        (frame(PING, b"a", first=0), 1002),
        (b"\x82\xfe\x00\x05", 1002),  # a short length written long
        (frame(CLOSE, b"a"), 1002),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
        (b"\x82\xff" + claim(65_537)[1:], 1009),
        (b"\x82\xff" + claim(2**40)[1:], 1009),
        (b"\x81\xff" + claim(2**40)[1:] + b"mask" + b"a" * 100_000, 1009),
        (b"\x82\xff" + claim(2**63)[1:], 1002),
    ],
)
async def test_frames_that_break_the_rules(sent: bytes, code: int) -> None:
    """They are refused from their first bytes on, and what follows them is not read."""
    async with opened() as door, socket(door) as drawer:
        drawer.say(sent)
        assert await drawer.close_code() == code


async def test_the_largest_frame() -> None:
    """Is good."""
    ink = b"a" * 65_536
    async with opened() as door, socket(door) as drawer:
        drawer.say(frame(BINARY, ink))
        assert await drawer.frame() == (BINARY, ink)


async def test_pings() -> None:
    """Who is silent is asked, and may stay for an answer only."""
    async with opened(limits=Limits(ping_after_s=0.4, pong_within_s=0.4)) as door, socket(door) as drawer:
        assert await drawer.frame() == (PING, b"")
        drawer.say(frame(PONG))
        assert await drawer.frame() == (PING, b"")
        assert await drawer.close_code() == 1001


async def test_pings_of_others() -> None:
    """Are for the listener, because only that counts them."""
    async with opened() as door, socket(door) as drawer:
        drawer.say(frame(PING, b"you?"))
        assert await drawer.frame() == (PONG, b"you?")


async def test_who_does_not_read_is_not_listened_to() -> None:
    """Until they read again; nothing is lost."""
    heard, is_paused, ink = [], asyncio.Event(), b"a" * 50_000

    class Noticing(Echo):
        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            heard.append(frame.payload_size)
            super().on_ws_frame(transport, frame)

        def pause_writing(self) -> None:
            is_paused.set()

    async with opened(lambda *_: Noticing()) as door, socket(door) as drawer:
        drawer.say(frame(BINARY, ink) * 200)
        await is_paused.wait()
        for _ in range(1000):  # turns, in which all could be heard
            await asyncio.sleep(0)
        assert len(heard) < 150
        for _ in range(200):
            assert await drawer.frame() == (BINARY, ink)
        assert heard == [50_000] * 200


async def test_a_page_that_stays_silent() -> None:
    """Is let go after a while."""
    async with opened(limits=Limits(page_idle_s=0.05)) as door, visitor(door, head()) as reader:
        assert await reader.answer() == (200, HELLO)
        assert await reader.rest() == b""


pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(
        [
            head(),
            head("/again", "Content-Length: 3", method="POST"),
            head("/again", "Transfer-Encoding: chunked", method="POST"),
            head("/ws", *UPGRADE),
            head("/ws", *UPGRADE[:-1]),
            b"5\r\nhello\r\n0\r\n\r\n",
            b"\r\n",
            b"\r\n\r\n",
            b"HTTP/1.1",
            b"Upgrade: websocket\r\n",
            frame(TEXT, b"ink"),
            frame(TEXT, b"\xff", first=0),
            frame(CLOSE, b"\x03\xe8"),
            frame(PING),
        ]
    ),
)


def test_garbage() -> None:
    """Whatever is said, and however it is cut: somebody else is served, and nothing is worth a complaint."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        door_opened = opened()
        door = runner.run(door_opened.__aenter__())

        async def come(said: list[bytes], at_once: bool) -> None:
            async with visitor(door) as guest:
                for piece in said:
                    guest.say(piece)
                    await asyncio.sleep(0 if at_once else 0.0005)
                await guest.say_no_more()
            async with visitor(door, head()) as reader:
                assert await reader.answer() == (200, HELLO)

        @given(st.lists(pieces, max_size=5), st.booleans())
        def no_harm(said: list[bytes], at_once: bool) -> None:
            runner.run(come(said, at_once))

        no_harm()
        runner.run(door_opened.__aexit__(None, None, None))
