"""Fuzz the first head of a connection, through a real port: one property for Hypothesis and for Atheris.

    python -m tests.hostile.fuzz_heads [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is no dependency of the project: run it in an environment of its own with the project
on its path. Shrink what it finds, keep it as a file in `corpus/heads`, and a test will replay it for good.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from picows import WSListener, WSUpgradeRequest, WSUpgradeResponse
from uvloop import new_event_loop

from pictomania.server.door import Opened
from pictomania.server.handover import Peer
from pictomania.server.limits import Limits
from pictomania.server.origins import Origins
from tests.hostile.fuzzer import fuzz
from tests.server.host import Complaints, Echo, opened
from tests.server.visitor import TEXT, UPGRADE, frame, head, until, visitor

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


class Port:
    """A port that is open, and an event loop to visit it with."""

    def __init__(self, runner: asyncio.Runner, door: Opened, ear: Complaints) -> None:
        """Take visitors."""
        self._runner = runner
        self._door = door
        self._ear = ear

    def fuzz_one(self, data: bytes) -> None:
        """Expect a proper answer or none, no error of ours, and that the next visitor is served."""
        self._runner.run(asyncio.wait_for(self._visit(data), LIMIT_S))

    async def _visit(self, data: bytes) -> None:
        async with visitor(self._door, data) as guest:
            answer = await guest.say_no_more()
        if answer:
            assert answer.startswith(b"HTTP/1.1 "), answer
            assert not answer.startswith(b"HTTP/1.1 5"), answer
        async with visitor(self._door, head()) as reader:
            assert (await reader.answer())[0] == HTTPStatus.OK
        await until(lambda: self._door.connections == 0)
        assert self._ear.heard == []


@contextmanager
def open_port() -> Iterator[Port]:
    """Open a port behind a proxy that is trusted, so that the addresses it names are read too."""
    ear = Complaints()
    logging.getLogger().addHandler(ear)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        house = opened(_socket, Limits(per_address=10**9), proxies=["127.0.0.1/32"])
        door = runner.run(house.__aenter__())
        try:
            yield Port(runner, door, ear)
        finally:
            runner.run(house.__aexit__(None, None, None))
            logging.getLogger().removeHandler(ear)


def _socket(request: WSUpgradeRequest, peer: Peer) -> WSListener | WSUpgradeResponse:
    is_ours = _origins.allows(request.headers.get("Origin"), request.headers.get("Host"))
    if is_ours and peer.bucket:
        return Echo()
    refusal: WSUpgradeResponse = WSUpgradeResponse.create_error_response(HTTPStatus.FORBIDDEN)
    return refusal


def good_heads() -> list[bytes]:
    """Requests for pages and sockets, as browsers, programs and proxies write them."""
    forwarded = "X-Forwarded-For: 203.0.113.7, 127.0.0.1"
    return [
        head(),
        head("/", forwarded, "Accept-Encoding: gzip, br"),
        head("/again", "Content-Length: 5", method="POST") + b"hello",
        head("/again", "Transfer-Encoding: chunked", method="POST") + b"5\r\nhello\r\n0\r\n\r\n",
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
