"""A client of a table that sends raw frames, valid and invalid."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from pictomania.wire import from_client
from pictomania.wire.frames import SHEETS, decode_ink_to_client, encode_ink_from_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import ToClient, Welcome
from tests.server.support.raw_client import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    UPGRADE,
    HasPort,
    RawClient,
    connect,
    frame,
    head,
)

T = TypeVar("T", bound=ToClient)


def hello(code: str, name: str = "Rob", key: str | None = None, watch: bool = False) -> from_client.Hello:
    """Build a hello."""
    return from_client.Hello(code, key or f"key-of-{name}".ljust(32, "-"), name, "en", watch)


class SocketClient:
    """One socket, frame by frame."""

    def __init__(self, guest: RawClient) -> None:
        self.guest = guest

    def send(self, *messages: from_client.FromClient) -> None:
        """Send messages."""
        self.guest.send(*(frame(TEXT, encode(message)) for message in messages))

    def ink(self, paper: int, *pieces: bytes) -> None:
        """Send pieces of ink for the client's own sheet."""
        self.guest.send(*(frame(BINARY, encode_ink_from_client(paper, piece)) for piece in pieces))

    def ping(self) -> None:
        """Send a ping."""
        self.guest.send(frame(PING, b"there?"))

    async def has_nothing_to_read(self) -> bool:
        """Whether a pong is the next frame, so that nothing else was sent."""
        self.ping()
        opcode, _ = await self.guest.frame()
        return opcode == PONG

    async def next(self, kind: type[T]) -> T:
        """Read the next message of a type; skip everything else."""
        while True:
            opcode, payload = await self.guest.frame()
            assert opcode != CLOSE, (Close(int.from_bytes(payload[:2])), payload[2:])
            message = decode_to_client(payload) if opcode == TEXT else None
            if isinstance(message, kind):
                return message

    async def welcome(self) -> tuple[Welcome, list[bytes]]:
        """Read the next welcome and the sheets that follow it."""
        welcome = await self.next(Welcome)
        opcode, payload = await self.guest.frame()
        kind, paper, pieces = decode_ink_to_client(payload)
        assert (opcode, kind, paper) == (BINARY, SHEETS, welcome.state.paper & 0xFF)
        return welcome, [piece for _, piece in pieces]

    async def closed(self) -> tuple[Close, str]:
        """Read the close code and reason, and the end of the connection."""
        opcode, payload = 0, b""
        while opcode != CLOSE:
            opcode, payload = await self.guest.frame()
        assert await self.guest.rest() == b""
        return Close(int.from_bytes(payload[:2])), payload[2:].decode()


@asynccontextmanager
async def connect_client(door: HasPort, *first: from_client.FromClient) -> AsyncIterator[SocketClient]:
    """Open a socket and send messages."""
    async with connect(door, head("/socket", *UPGRADE, "Origin: http://here")) as guest:
        assert (await guest.response())[0] == 101
        somebody = SocketClient(guest)
        somebody.send(*first)
        yield somebody
