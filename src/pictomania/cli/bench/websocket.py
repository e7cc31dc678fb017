"""A WebSocket client on a plain socket, which can be passed to another process between two frames."""

import asyncio
import base64
import os
import socket
from collections.abc import Mapping

from pictomania.cli.bench.failure import BenchError

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
CHUNK = 65_536
ANSWER_S = 30.0

HostPort = tuple[str, int]


class RawWebSocket:
    """One open WebSocket; use `open`."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._received = bytearray()
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def open(
        cls, address: HostPort, path: str, headers: Mapping[str, str], hello: bytes = b""
    ) -> "RawWebSocket":
        """Connect, and send the handshake and a first message at once."""
        connection = socket.socket()
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        opened = cls(connection)
        try:
            async with asyncio.timeout(ANSWER_S):
                await opened._shake_hands(address, path, headers, hello)
        except BaseException:
            connection.close()
            raise
        return opened

    async def _shake_hands(
        self, address: HostPort, path: str, headers: Mapping[str, str], hello: bytes
    ) -> None:
        await self._loop.sock_connect(self.connection, address)
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {address[0]}:{address[1]}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        )
        head = "\r\n".join((*lines, "", "")).encode()
        await self._loop.sock_sendall(self.connection, head + (mask_frame(TEXT, hello) if hello else b""))
        while (end := self._received.find(b"\r\n\r\n")) < 0:
            await self._receive()
        status = bytes(self._received[: self._received.find(b"\r\n")])
        if b" 101 " not in status:
            raise BenchError(f"the server refused a WebSocket: {status.decode(errors='replace')}")
        del self._received[: end + 4]

    async def _receive(self) -> None:
        data = await self._loop.sock_recv(self.connection, CHUNK)
        if not data:
            raise BenchError("the server closed a connection")
        self._received += data

    async def frame(self) -> tuple[int, bytes]:
        """Wait for the next text or binary frame; return its kind and payload."""
        async with asyncio.timeout(ANSWER_S):
            while True:
                kind, payload = await self._any_frame()
                if kind == CLOSE:
                    raise BenchError(
                        f"the server closed a WebSocket with code {int.from_bytes(payload[:2], 'big')}"
                    )
                if kind in (TEXT, BINARY):
                    return kind, payload

    async def _any_frame(self) -> tuple[int, bytes]:
        while (size := whole_frame(self._received)) is None:
            await self._receive()
        head, end = size
        kind, payload = self._received[0] & 15, bytes(self._received[head:end])
        del self._received[:end]
        return kind, payload

    async def text(self) -> bytes:
        """Wait for the next text."""
        while True:
            kind, payload = await self.frame()
            if kind == TEXT:
                return payload

    async def send(self, kind: int, payload: bytes) -> None:
        """Send a frame."""
        await self._loop.sock_sendall(self.connection, mask_frame(kind, payload))

    async def finish_frame(self) -> None:
        """Drop what was received, up to the end of a frame, so that another process can go on."""
        while self._received:
            await self._any_frame()

    def close(self) -> None:
        """Drop the connection."""
        self.connection.close()


def whole_frame(data: bytes | bytearray) -> tuple[int, int] | None:
    """Return where the payload of a first, unmasked frame begins and ends, once all of it is there."""
    if len(data) < 2:
        return None
    length, head = data[1] & 127, 2
    if length >= 126:
        head = 4 if length == 126 else 10
        if len(data) < head:
            return None
        length = int.from_bytes(data[2:head], "big")
    return (head, head + length) if len(data) >= head + length else None


def mask_frame(kind: int, payload: bytes) -> bytes:
    """Encode a frame from a client, which has to be masked."""
    size, mask = len(payload), os.urandom(4)
    if size < 126:
        head = bytes((0x80 | kind, 0x80 | size))
    elif size < 65_536:
        head = bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((0x80 | kind, 0x80 | 127)) + size.to_bytes(8, "big")
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")
