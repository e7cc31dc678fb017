"""Fuzz the first bytes of a connection to a real port: one property for Hypothesis and for Atheris.

    python -m tests.hostile.fuzz.fuzz_heads [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is not a dependency of the project: run it in a separate environment with the project
on its path. Shrink an input that fails, save it in `corpus/heads`, and a test replays it from then on.
"""

import asyncio
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from aiohttp import web
from picows import WSListener
from uvloop import new_event_loop

from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import Listener
from pictomania.server.net.origins import Origins
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.upgrade import Peer
from tests.hostile.fuzz.fuzzer import fuzz
from tests.server.support.echo_server import Echo, LoggedWarnings, echo_server
from tests.server.support.raw_client import TEXT, UPGRADE, connect, frame, head
from tests.server.support.waiting import wait_until

CORPUS = Path(__file__).parent / "corpus" / "heads"
LIMIT_S = 20.0  # for one input
PIECES = (
    *(b"\r\n", b"\n", b"\r", b"\0", b"\t", b" ", b":", b",", b"%00", b"%2e%2e/", b"\xff", b"\xc3\xa9"),
    *(b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"CONNECT ", b"HEAD "),
    *(b"Host: here\r\n", b"Host: [::1\r\n", b"Origin: http://here\r\n", b"Origin: null\r\n"),
    *(b"X-Forwarded-For: 1.2.3.4, [2001:db8::1]:80\r\n", b"X-Forwarded-For: ,,%eth0\r\n"),
    *(b"Upgrade: websocket\r\n", b"Connection: keep-alive, Upgrade\r\n", b"Connection: close\r\n"),
    *(b"Sec-WebSocket-Version: 13\r\n", b"Sec-WebSocket-Key: x\r\n", b"Sec-WebSocket-Extensions: y\r\n"),
    *(b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n"),
    *(b"Content-Encoding: gzip\r\n", b"Expect: 100-continue\r\n", b"Accept-Encoding: gzip;q=0\r\n"),
)

_origins = Origins("http://here")


class FuzzedPort:
    """An open port, and an event loop to connect to it with."""

    def __init__(self, runner: asyncio.Runner, listener: Listener, logged: LoggedWarnings) -> None:
        self._runner = runner
        self._listener = listener
        self._logged = logged

    def fuzz_one(self, data: bytes) -> None:
        """Expect a well-formed response or none, no error of ours, and that the next client is served."""
        self._runner.run(asyncio.wait_for(self._connect(data), LIMIT_S))

    async def _connect(self, data: bytes) -> None:
        async with connect(self._listener, data) as client:
            # Half of the inputs leave the server some turns before the client's end of file.
            for _ in range(len(data) % 2 * 10):
                await asyncio.sleep(0)
            response = await client.send_eof()
        if response:
            assert re.match(rb"HTTP/[0-9]\.[0-9] [1-4][0-9]{2} ", response), (
                response
            )  # in the client's version
        async with connect(self._listener, head()) as next_client:
            assert (await next_client.response())[0] == HTTPStatus.OK
        await wait_until(lambda: self._listener.connections == 0)
        assert self._logged.messages == []


@contextmanager
def open_port() -> Iterator[FuzzedPort]:
    """Open a port behind a trusted proxy, so that the addresses it forwards are parsed too."""
    logged = LoggedWarnings()
    logging.getLogger().addHandler(logged)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        server = echo_server(_accept, ConnectionLimits(per_address=10**9), proxies=["127.0.0.1/32"])
        listener = runner.run(server.__aenter__())
        try:
            yield FuzzedPort(runner, listener, logged)
        finally:
            runner.run(server.__aexit__(None, None, None))
            logging.getLogger().removeHandler(logged)


def _accept(request: web.BaseRequest, peer: Peer) -> WSListener:
    is_ours = _origins.allows(request.headers.get("Origin"), request.headers.get("Host"))
    if is_ours and peer.bucket:
        return Echo()
    raise HttpRefusal(HTTPStatus.FORBIDDEN)


def good_heads() -> list[bytes]:
    """Requests for pages and WebSockets, as browsers, programs and proxies send them."""
    forwarded = "X-Forwarded-For: 203.0.113.7, 127.0.0.1"
    return [
        head(),
        head("/", forwarded, "Accept-Encoding: gzip, br"),
        head("/echo", "Content-Length: 5", method="POST") + b"hello",
        head("/echo", "Transfer-Encoding: chunked", method="POST") + b"5\r\nhello\r\n0\r\n\r\n",
        head("/ws", *UPGRADE, "Origin: http://here") + frame(TEXT, b"ink"),
        head("/ws", *UPGRADE, "Origin: http://here", forwarded),
        head("/ws", *UPGRADE, "Origin: http://elsewhere"),
        head() + head("/ws", *UPGRADE, "Origin: http://here"),
    ]


def corpus() -> list[bytes]:
    """Inputs that once broke something."""
    return [file.read_bytes() for file in sorted(CORPUS.glob("*"))]


if __name__ == "__main__":
    with open_port() as _port:
        fuzz(_port.fuzz_one, [*corpus(), *good_heads()], PIECES, longest=2_000)
