"""The WebSocket client whose sockets can be passed on."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from pictomania.cli.bench import websocket
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.websocket import (
    BINARY,
    CLOSE,
    PING,
    TEXT,
    HostPort,
    RawWebSocket,
    mask_frame,
    whole_frame,
)
from pictomania.server.net.outbox import encode_frame

ACCEPT = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


@asynccontextmanager
async def server(answer: bytes) -> AsyncIterator[tuple[HostPort, asyncio.Queue[bytes]]]:
    """A server that answers a request with some bytes and hangs up; yields its address, and what it got."""
    received = asyncio.Queue[bytes]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.write_eof()
        received.put_nowait(head + await reader.read())
        writer.close()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listener:
        yield listener.sockets[0].getsockname(), received


async def after(answer: bytes, work: Callable[[RawWebSocket], Awaitable[object]]) -> object:
    """Connect to a server that sends `answer` after the handshake, and do something."""
    async with server(ACCEPT + answer) as (address, _):
        client = await RawWebSocket.open(address, "/", {})
        try:
            return await work(client)
        finally:
            client.close()


async def test_handshake_and_first_message() -> None:
    async with server(ACCEPT) as (address, received):
        client = await RawWebSocket.open(address, "/socket", {"Origin": "http://here"}, b"hello")
        await client.send(BINARY, b"ink")
        client.close()
        head, _, frames = (await received.get()).partition(b"\r\n\r\n")
    assert head.startswith(b"GET /socket HTTP/1.1\r\n")
    assert b"\r\nOrigin: http://here" in head
    assert frames[:2] == bytes((0x81, 0x85))
    assert bytes(a ^ b for a, b in zip(frames[6:11], frames[2:6] * 2, strict=False)) == b"hello"
    assert frames[11:13] == bytes((0x82, 0x83))


async def test_texts_and_other_frames() -> None:
    """Pings are skipped."""
    frames = encode_frame(PING, b"") + encode_frame(BINARY, b"ink") + encode_frame(TEXT, b"x" * 70_000)
    assert await after(frames, RawWebSocket.text) == b"x" * 70_000
    assert await after(frames, RawWebSocket.frame) == (BINARY, b"ink")


async def test_the_rest_of_a_frame_is_dropped() -> None:
    async def work(client: RawWebSocket) -> None:
        await client.text()
        await client.finish_frame()
        with pytest.raises(BenchError, match="closed a connection"):
            await client.frame()

    await after(encode_frame(TEXT, b"one") + encode_frame(TEXT, b"x" * 200_000), work)


async def test_refused() -> None:
    async with server(b"HTTP/1.1 429 Too Many Requests\r\n\r\n") as (address, _):
        with pytest.raises(BenchError, match=r"refused a WebSocket: HTTP/1\.1 429 Too Many"):
            await RawWebSocket.open(address, "/", {})


async def test_closed() -> None:
    with pytest.raises(BenchError, match="closed a WebSocket with code 1008"):
        await after(encode_frame(CLOSE, (1008).to_bytes(2, "big")), RawWebSocket.frame)


async def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "ANSWER_S", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(TimeoutError):
        await RawWebSocket.open(listener.getsockname(), "/", {})


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_sizes(size: int) -> None:
    payload = bytes(range(256)) * (size // 256 + 1)
    frame = encode_frame(BINARY, payload[:size])
    assert whole_frame(frame) == (len(frame) - size, len(frame))
    assert whole_frame(frame + b"more") == (len(frame) - size, len(frame))
    assert not any(whole_frame(frame[:end]) for end in range(min(len(frame), 12)) if end < len(frame))
    masked = mask_frame(BINARY, payload[:size])
    head = len(masked) - size
    mask = masked[head - 4 : head] * (size // 4 + 1)
    assert bytes(a ^ b for a, b in zip(masked[head:], mask, strict=False)) == payload[:size]
