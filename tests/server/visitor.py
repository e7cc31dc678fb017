"""Somebody at the door who speaks plain bytes, so that they can say what no library would."""

import asyncio
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", KEY, "Sec-WebSocket-Version: 13")


def head(path: str = "/", *fields: str, method: str = "GET") -> bytes:
    """A request as it stands on the wire."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: here", *fields, "", ""]).encode()


def frame(
    opcode: int, payload: bytes = b"", *, first: int = 0x80, mask: bytes = b"\x01\x02\x03\x04"
) -> bytes:
    """A frame of a client; `first` has the bits beside the opcode, and no mask is a mistake."""
    size = len(payload)
    length = (
        bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 65536 else claim(size)
    )
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if mask else payload
    return bytes([first | opcode, length[0] | (0x80 if mask else 0)]) + length[1:] + mask + masked


def claim(size: int) -> bytes:
    """The length of a large frame, true or not."""
    return b"\x7f" + struct.pack(">Q", size)


class Door(Protocol):
    """What a visitor must know of a door."""

    @property
    def port(self) -> int:
        """Where it is."""
        ...


class Visitor:
    """One connection from outside."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connected already."""
        self._reader = reader
        self.writer = writer

    def say(self, *data: bytes) -> None:
        """Send, without waiting; nobody may be left to hear it."""
        if not self.writer.is_closing():
            self.writer.write(b"".join(data))

    async def say_slowly(self, data: bytes) -> None:
        """Send byte by byte, each in a packet of its own."""
        for place in range(len(data)):
            self.say(data[place : place + 1])
            await asyncio.sleep(0)

    async def answer(self) -> tuple[int, bytes]:
        """The status of the next answer, and its body."""
        got = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = got.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return int(got.split()[1]), await self._reader.readexactly(int(size or 0))

    async def frame(self) -> tuple[int, bytes]:
        """The opcode and the payload of the next frame."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2))
        elif size == 127:
            size = int.from_bytes(await self._reader.readexactly(8))
        return first & 0x0F, await self._reader.readexactly(size)

    async def close_code(self) -> int:
        """The code with which we were closed, after which nothing comes."""
        opcode, payload = await self.frame()
        assert opcode == CLOSE
        assert await self.rest() == b""
        return int.from_bytes(payload[:2])

    async def rest(self) -> bytes:
        """Everything until the end, whichever way that comes."""
        try:
            return await self._reader.read()
        except OSError:
            return b""

    async def say_no_more(self) -> bytes:
        """End our side, and hear what still comes."""
        if not self.writer.is_closing():
            self.writer.write_eof()
        return await self.rest()


async def until(is_so: Callable[[], bool]) -> None:
    """Let the others go on until something is so."""
    while not is_so():  # noqa: ASYNC110 (whatever it is, it tells nobody)
        await asyncio.sleep(0)


@asynccontextmanager
async def visitor(door: Door, *data: bytes, address: str | None = None) -> AsyncIterator[Visitor]:
    """Come to the door and say something."""
    connected = asyncio.open_connection("127.0.0.1", door.port, local_addr=address and (address, 0))
    guest = Visitor(*await connected)
    guest.say(*data)
    try:
        yield guest
    finally:
        guest.writer.transport.abort()


@asynccontextmanager
async def socket(door: Door, *fields: str) -> AsyncIterator[Visitor]:
    """Come in and have a socket."""
    async with visitor(door, head("/ws", *UPGRADE, *fields)) as guest:
        assert await guest.answer() == (101, b"")
        yield guest
