"""A client that sends plain bytes, so that it can break every rule of HTTP and WebSockets."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", KEY, "Sec-WebSocket-Version: 13")


def head(path: str = "/", *fields: str, method: str = "GET") -> bytes:
    """Build a request head."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: here", *fields, "", ""]).encode()


def frame(
    opcode: int, payload: bytes = b"", *, first: int = 0x80, mask: bytes = b"\x01\x02\x03\x04"
) -> bytes:
    """Build a client's frame; `first` holds the bits beside the opcode, and an empty mask is an error."""
    size = len(payload)
    length = (
        bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 65536 else claim(size)
    )
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if mask else payload
    return bytes([first | opcode, length[0] | (0x80 if mask else 0)]) + length[1:] + mask + masked


def claim(size: int) -> bytes:
    """Encode the length of a large frame, true or not."""
    return b"\x7f" + struct.pack(">Q", size)


class HasPort(Protocol):
    """A server to connect to."""

    @property
    def port(self) -> int:
        """Its port."""
        ...


class RawClient:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    def send(self, *data: bytes) -> None:
        """Send without waiting; do nothing if the connection is closing."""
        if not self.writer.is_closing():
            self.writer.write(b"".join(data))

    async def send_slowly(self, data: bytes) -> None:
        """Send byte by byte, each in its own packet."""
        for place in range(len(data)):
            self.send(data[place : place + 1])
            await asyncio.sleep(0)

    async def response(self) -> tuple[int, bytes]:
        """Read an HTTP response; return its status and body."""
        got = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = got.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return int(got.split()[1]), await self._reader.readexactly(int(size or 0))

    async def frame(self) -> tuple[int, bytes]:
        """Read a frame; return its opcode and payload."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2))
        elif size == 127:
            size = int.from_bytes(await self._reader.readexactly(8))
        return first & 0x0F, await self._reader.readexactly(size)

    async def close_code(self) -> int:
        """Read a close frame and the end of the connection; return the close code."""
        opcode, payload = await self.frame()
        assert opcode == CLOSE
        assert await self.rest() == b""
        return int.from_bytes(payload[:2])

    async def rest(self) -> bytes:
        """Read until the connection ends, gracefully or not."""
        try:
            return await self._reader.read()
        except OSError:
            return b""

    async def send_eof(self) -> bytes:
        """Close the sending side; return everything that still arrives."""
        if not self.writer.is_closing():
            self.writer.write_eof()
        return await self.rest()


@asynccontextmanager
async def connect(server: HasPort, *data: bytes, address: str | None = None) -> AsyncIterator[RawClient]:
    """Connect and send some bytes."""
    connecting = asyncio.open_connection("127.0.0.1", server.port, local_addr=address and (address, 0))
    client = RawClient(*await connecting)
    client.send(*data)
    try:
        yield client
    finally:
        client.writer.transport.abort()


@asynccontextmanager
async def connect_websocket(server: HasPort, *fields: str) -> AsyncIterator[RawClient]:
    """Connect and upgrade to a WebSocket."""
    async with connect(server, head("/ws", *UPGRADE, *fields)) as client:
        assert await client.response() == (101, b"")
        yield client
