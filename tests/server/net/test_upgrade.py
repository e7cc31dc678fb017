"""WebSocket upgrades: no byte is lost when a connection passes from aiohttp to picows."""

import asyncio
from http import HTTPStatus

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from picows import WSFrame, WSListener, WSMsgType, WSTransport
from uvloop import new_event_loop

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.upgrade import Peer
from tests.server.support.echo_server import HELLO, Echo, echo_server
from tests.server.support.raw_client import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    claim,
    connect,
    connect_websocket,
    frame,
    head,
)
from tests.server.support.waiting import wait_until


async def test_frames_sent_with_the_handshake_are_not_lost() -> None:
    """Even if they are larger than picows' first buffer, or the limit for a head."""
    inks = [bytes([number]) * 700 for number in range(50)]
    sent = b"".join(frame(BINARY, ink) for ink in inks)
    async with echo_server() as listener, connect(listener, head("/ws", *UPGRADE), sent[:-1]) as client:
        assert await client.response() == (101, b"")
        assert [await client.frame() for _ in inks[:-1]] == [(BINARY, ink) for ink in inks[:-1]]
        client.send(sent[-1:])
        assert await client.frame() == (BINARY, inks[-1])


@pytest.mark.parametrize(
    "connection",
    ["upgrade", "keep-alive, Upgrade", "Upgrade, keep-alive", "keep-alive\r\nConnection: UPGRADE"],
)
async def test_valid_handshakes(connection: str) -> None:
    """Firefox sends two connection options; header names and options are case-insensitive."""
    handshake = head("/ws", "UPGRADE:WebSocket", f"Connection: {connection}", *UPGRADE[2:])
    async with echo_server() as listener, connect(listener, handshake, frame(TEXT, b"ink")) as client:
        assert await client.response() == (101, b"")
        assert await client.frame() == (TEXT, b"ink")


@pytest.mark.parametrize(
    "handshake",
    [
        head("/ws", *UPGRADE[:2], *UPGRADE[3:]),
        head("/ws", *UPGRADE[:2], *UPGRADE[3:], "Sec-WebSocket-Key: ü"),
        head("/ws", *UPGRADE[:2], *UPGRADE[3:], "Sec-WebSocket-Key: dGhlIHNhbXBsZQ=="),
        head("/ws", *UPGRADE[:1], *UPGRADE[2:]),
        head("/ws", *UPGRADE[:1], *UPGRADE[2:], "Connection: keep-alive"),
        head("/ws", "Upgrade: websoc\u212aet", *UPGRADE[1:]),  # the Kelvin sign, a "k" in lower case
        head("/ws", *UPGRADE, method="POST"),
        head("/ws", *UPGRADE, "Content-Length: 4"),
        head("/ws", *UPGRADE, "Transfer-Encoding: chunked"),
        head("/ws", *UPGRADE, "A b: c"),
        head("/ws", *UPGRADE, *["A: b"] * 200),
        head("/ws", *UPGRADE).replace(b"1.1", b"1.0"),
    ],
)
@pytest.mark.parametrize("before", [b"", head()])
async def test_invalid_handshakes_are_refused(handshake: bytes, before: bytes) -> None:
    """As the first or a later request; the listener is never connected, and what follows is not answered."""
    connected = []

    class Recorder(Echo):
        def on_ws_connected(self, transport: WSTransport) -> None:
            connected.append(transport)

        on_ws_disconnected = on_ws_connected

    async with echo_server(lambda *_: Recorder()) as listener, connect(listener, before) as client:
        if before:
            assert await client.response() == (200, HELLO)
        client.send(handshake, b"data" * 100)
        assert (await client.response())[0] == 400
        assert await client.rest() == b""
    assert connected == []


@pytest.mark.parametrize("version", [[], ["Sec-WebSocket-Version: 12"], ["Sec-WebSocket-Version: ü"]])
async def test_other_protocol_versions_are_refused_with_ours(version: list[str]) -> None:
    async with echo_server() as listener, connect(listener, head("/ws", *UPGRADE[:3], *version)) as client:
        response = (await client.rest()).decode().splitlines()
        assert response[0] == "HTTP/1.1 426 Upgrade Required"
        assert "Sec-WebSocket-Version: 13" in response


async def test_a_refused_client_reads_the_refusal_even_if_it_sent_more() -> None:
    def refuse(request: web.BaseRequest, peer: Peer) -> WSListener:
        assert (request.path, peer.address) == ("/ws", "127.0.0.1")
        raise HttpRefusal(HTTPStatus.FORBIDDEN, body=b"not you")

    async with echo_server(refuse) as listener, connect(listener, head("/ws", *UPGRADE) * 50) as client:
        assert await client.response() == (403, b"not you")
        assert await client.rest() == b""


async def test_an_error_of_ours_is_logged_and_not_described_to_the_client() -> None:
    def fail(request: web.BaseRequest, peer: Peer) -> WSListener:
        raise ZeroDivisionError(f"our secret: {request} {peer}")

    async with (
        echo_server(fail, warnings=["failed to accept a WebSocket"]) as listener,
        connect(listener, head("/ws", *UPGRADE)) as client,
    ):
        assert await client.response() == (500, b"")
        assert await client.rest() == b""


async def test_an_upgrade_to_another_protocol_is_a_page_request() -> None:
    request = head("/", "Upgrade: tcp", "Connection: Upgrade")
    async with echo_server() as listener, connect(listener, request) as client:
        assert await client.response() == (200, HELLO)


async def test_a_websocket_on_a_connection_that_began_with_a_page() -> None:
    """Proxies reuse connections for any kind of request."""
    handshake = head("/ws?a=%20b", *UPGRADE)
    requests = []

    def accept(request: web.BaseRequest, peer: Peer) -> Echo:
        requests.append((request.raw_path, request.headers["Host"], peer.address))
        return Echo()

    async with echo_server(accept) as listener:
        async with connect(listener, head()) as client:
            assert await client.response() == (200, HELLO)
            client.send(handshake, frame(TEXT, b"at once"))
            assert await client.response() == (101, b"")
            assert await client.frame() == (TEXT, b"at once")
            client.send(frame(TEXT, b"later"))
            assert await client.frame() == (TEXT, b"later")
            assert listener.connections == 1
        await wait_until(lambda: listener.connections == 0)
        async with connect(listener, head(), handshake, frame(BINARY, b"a" * 60_000) * 4) as client:
            assert await client.response() == (200, HELLO)
            assert await client.response() == (101, b"")
            assert [await client.frame() for _ in range(4)] == [(BINARY, b"a" * 60_000)] * 4
    assert requests == [("/ws?a=%20b", "here", "127.0.0.1")] * 2


async def test_a_client_that_leaves_before_its_handshake_is_answered() -> None:
    """No listener is asked for, and nothing is left of the connection."""
    has_asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        has_asked.set()
        await may_answer.wait()
        return web.Response(body=HELLO)

    pages = web.Application()
    pages.router.add_get("/", slow)
    accepted = []

    def accept(request: web.BaseRequest, peer: Peer) -> Echo:  # noqa: ARG001
        accepted.append(peer)
        return Echo()

    async with echo_server(accept, pages=pages) as listener:
        async with connect(listener, head(), head("/ws", *UPGRADE)):
            await has_asked.wait()
        await wait_until(lambda: listener.connections == 0)
        may_answer.set()
    assert accepted == []


async def test_a_websocket_that_waits_for_a_slow_page() -> None:
    """Data that arrives during the upgrade is not lost, and reading resumes where it was paused."""
    has_asked, may_answer, ink = asyncio.Event(), asyncio.Event(), b"a" * 60_000
    received = []

    class Quiet(Echo):
        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            received.append(frame.get_payload_as_bytes())
            if len(received) == 10:
                transport.send(WSMsgType.TEXT, b"all")

    async def slow(request: web.Request) -> web.Response:  # noqa: ARG001
        has_asked.set()
        await may_answer.wait()
        return web.Response(body=HELLO)

    pages = web.Application()
    pages.router.add_get("/", slow)
    async with echo_server(lambda *_: Quiet(), pages=pages) as listener, connect(listener, head()) as client:
        client.send(head("/ws", *UPGRADE), frame(BINARY, ink) * 10)
        await has_asked.wait()
        (tracked,) = listener._connections
        await wait_until(lambda: not tracked.transport.is_reading())
        may_answer.set()
        assert await client.response() == (200, HELLO)
        assert await client.response() == (101, b"")
        assert await client.frame() == (TEXT, b"all")
        assert received == [ink] * 10


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"ink", mask=b""), 1002),
        (frame(3, b"ink"), 1002),
        (frame(11), 1002),
        (frame(PING, b"a" * 126), 1002),
        (frame(PING, b"a", first=0), 1002),
        (b"\x82\xfe\x00\x05", 1002),  # a short length in the long form
        (frame(CLOSE, b"a"), 1002),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
        (b"\x82\xff" + claim(65_537)[1:], 1009),
        (b"\x82\xff" + claim(2**40)[1:], 1009),
        (b"\x81\xff" + claim(2**40)[1:] + b"mask" + b"a" * 100_000, 1009),
        (b"\x82\xff" + claim(2**63)[1:], 1002),
    ],
)
async def test_invalid_frames_close_the_connection(sent: bytes, code: int) -> None:
    """They are refused at their first bytes, and what follows them is not read."""
    async with echo_server() as listener, connect_websocket(listener) as client:
        client.send(sent)
        assert await client.close_code() == code


async def test_the_largest_frame() -> None:
    ink = b"a" * 65_536
    async with echo_server() as listener, connect_websocket(listener) as client:
        client.send(frame(BINARY, ink))
        assert await client.frame() == (BINARY, ink)


async def test_an_idle_client_must_answer_pings() -> None:
    async with (
        echo_server(limits=ConnectionLimits(ping_after_s=1.0, pong_within_s=1.0)) as listener,
        connect_websocket(listener) as client,
    ):
        assert await client.frame() == (PING, b"")
        client.send(frame(PONG))
        assert await client.frame() == (PING, b"")
        assert await client.close_code() == 1001


async def test_pings_of_clients_go_to_the_listener() -> None:
    """Because it applies the rate limits."""
    async with echo_server() as listener, connect_websocket(listener) as client:
        client.send(frame(PING, b"you?"))
        assert await client.frame() == (PONG, b"you?")


async def test_a_client_that_does_not_read_is_not_read_from() -> None:
    """Until it reads again; nothing is lost."""
    received, is_paused, ink = [], asyncio.Event(), b"a" * 50_000

    class Recorder(Echo):
        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            received.append(frame.payload_size)
            super().on_ws_frame(transport, frame)

        def pause_writing(self) -> None:
            is_paused.set()

    async with echo_server(lambda *_: Recorder()) as listener, connect_websocket(listener) as client:
        client.send(frame(BINARY, ink) * 200)
        await is_paused.wait()
        for _ in range(1000):  # turns in which everything could be received
            await asyncio.sleep(0)
        assert len(received) < 150
        for _ in range(200):
            assert await client.frame() == (BINARY, ink)
        assert received == [50_000] * 200


pieces = st.one_of(
    st.binary(max_size=40),
    st.sampled_from(
        [
            head(),
            head("/echo", "Content-Length: 3", method="POST"),
            head("/echo", "Transfer-Encoding: chunked", method="POST"),
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


def test_any_bytes_in_any_packets() -> None:
    """The next client is served, and nothing is logged."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        server = echo_server()
        listener = runner.run(server.__aenter__())

        async def send(sent: list[bytes], at_once: bool) -> None:
            async with connect(listener) as client:
                for piece in sent:
                    client.send(piece)
                    await asyncio.sleep(0 if at_once else 0.0005)
                await client.send_eof()
            async with connect(listener, head()) as next_client:
                assert await next_client.response() == (200, HELLO)

        @given(st.lists(pieces, max_size=5), st.booleans())
        def no_harm(sent: list[bytes], at_once: bool) -> None:
            runner.run(send(sent, at_once))

        no_harm()
        runner.run(server.__aexit__(None, None, None))
