"""One connection of an attacker, on raw bytes, so that it can break every rule."""

import asyncio
import socket
import struct
from contextlib import suppress

from tests.hostile.arena.http import head

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    "Origin: http://localhost",
)
NO_MASK = bytes(4)  # valid, and masking is free
NARROW = 4096  # kernel buffer for a client that does not read

ERRORS = (OSError, EOFError, TimeoutError, ValueError, ExceptionGroup)  # everything that a server may cause


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Build a client frame."""
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 65_536:
        length = b"\xfe" + struct.pack(">H", size)
    else:
        length = b"\xff" + struct.pack(">Q", size)
    return bytes((0x80 | opcode,)) + length + NO_MASK + payload


class Link:
    """One connection."""

    ignored = 0  # bytes that all connections of this process have discarded

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._draining: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, port: int, address: str, *, narrow: bool = False) -> "Link":
        """Connect from a loopback address; `narrow` makes the kernel buffer small."""
        made = socket.socket()
        try:
            if narrow:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
            made.setblocking(False)
            made.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port))
            return cls(*await asyncio.open_connection(sock=made, limit=NARROW if narrow else 2**20))
        except BaseException:
            made.close()
            raise

    @classmethod
    async def upgrade(cls, port: int, address: str, *, narrow: bool = False) -> "Link":
        """Connect and upgrade to a WebSocket."""
        link = await cls.open(port, address, narrow=narrow)
        try:
            await link.send(head("GET", "/socket", *UPGRADE))
            top = await link._reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in top[:16]:
                raise ConnectionError(top[:80])
        except BaseException:
            link.drop()
            raise
        return link

    async def send(self, *data: bytes) -> None:
        """Send, and wait until most of it left the write buffer."""
        if self.is_over:
            raise ConnectionResetError
        self._writer.write(b"".join(data))
        await self._writer.drain()
        await asyncio.sleep(0)

    async def frame(self) -> tuple[int, bytes]:
        """Read the next frame: its opcode and its payload."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2))
        elif size == 127:
            size = int.from_bytes(await self._reader.readexactly(8))
        return first & 0x0F, await self._reader.readexactly(size)

    async def rest(self) -> bytes:
        """Read until the end."""
        return await self._reader.read()

    async def answer(self) -> tuple[int, bytes]:
        """Read one HTTP response: its status and body."""
        top = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = int(top.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(top.split()[1]), await self._reader.readexactly(size)

    def ignore(self) -> None:
        """Read and discard everything from now on."""
        self._draining = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        with suppress(*ERRORS):
            while data := await self._reader.read(2**18):
                Link.ignored += len(data)
        self._writer.transport.abort()  # so that senders notice the end

    async def until_over(self) -> None:
        """Wait until the server has closed a connection that is ignored."""
        if self._draining is not None:
            await self._draining

    @property
    def is_over(self) -> bool:
        """Whether the server has closed it."""
        return self._writer.is_closing()

    def drop(self) -> None:
        """Abort the connection."""
        if self._draining is not None:
            self._draining.cancel()
        self._writer.transport.abort()
