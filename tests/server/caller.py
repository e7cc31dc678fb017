"""Somebody at a table who speaks plain frames, good ones and bad ones."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

from pictomania.wire import from_client as say
from pictomania.wire.frames import SHEETS, ink_from_client, told_ink
from pictomania.wire.gate import told, written
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import ToClient, Welcome
from pictomania.words import Language
from tests.server.visitor import BINARY, CLOSE, PING, PONG, TEXT, UPGRADE, Door, Visitor, frame, head, visitor

T = TypeVar("T", bound=ToClient)


def hello(code: str, name: str = "Rob", key: str | None = None, watch: bool = False) -> say.Hello:
    """What to say first."""
    return say.Hello(code, key or f"key-of-{name}".ljust(32, "-"), name, Language.EN, watch)


class Caller:
    """One socket, frame by frame."""

    def __init__(self, guest: Visitor) -> None:
        """Connected already."""
        self.guest = guest

    def say(self, *messages: say.FromClient) -> None:
        """Say something."""
        self.guest.say(*(frame(TEXT, written(message)) for message in messages))

    def ink(self, paper: int, *pieces: bytes) -> None:
        """Send pieces of the own sheet."""
        self.guest.say(*(frame(BINARY, ink_from_client(paper, piece)) for piece in pieces))

    def ping(self) -> None:
        """Ask whether anybody is there."""
        self.guest.say(frame(PING, b"there?"))

    async def is_told_nothing(self) -> bool:
        """Is an answer the next thing that comes, after which nothing was asked?"""
        self.ping()
        opcode, _ = await self.guest.frame()
        return opcode == PONG

    async def next(self, kind: type[T]) -> T:
        """The next message of a kind; others, and ink, are passed over."""
        while True:
            opcode, payload = await self.guest.frame()
            assert opcode != CLOSE, (Close(int.from_bytes(payload[:2])), payload[2:])
            message = told(payload) if opcode == TEXT else None
            if isinstance(message, kind):
                return message

    async def welcome(self) -> tuple[Welcome, list[bytes]]:
        """The next welcome, and all sheets, which come right behind it."""
        welcome = await self.next(Welcome)
        opcode, payload = await self.guest.frame()
        kind, paper, pieces = told_ink(payload)
        assert (opcode, kind, paper) == (BINARY, SHEETS, welcome.state.paper & 0xFF)
        return welcome, [piece for _, piece in pieces]

    async def closed(self) -> tuple[Close, str]:
        """Why this was closed; after it, nothing comes."""
        opcode, payload = 0, b""
        while opcode != CLOSE:
            opcode, payload = await self.guest.frame()
        assert await self.guest.rest() == b""
        return Close(int.from_bytes(payload[:2])), payload[2:].decode()


@asynccontextmanager
async def caller(door: Door, *first: say.FromClient) -> AsyncIterator[Caller]:
    """Open a socket, and say something."""
    async with visitor(door, head("/socket", *UPGRADE, "Origin: http://here")) as guest:
        assert (await guest.answer())[0] == 101
        somebody = Caller(guest)
        somebody.say(*first)
        yield somebody
