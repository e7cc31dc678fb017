"""A toolkit for attackers: connections from one address, tables, seats, games, and swarms of sockets."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.to_client import State, ToClient, Welcome
from tests.hostile.arena.http import made_table, request
from tests.hostile.arena.link import BINARY, CLOSE, ERRORS, TEXT, Link, frame


def new_key() -> str:
    """Create a key like a client."""
    return secrets.token_urlsafe(16)


def hello(code: str, key: str, name: str = "Mallory", *, watch: bool = False) -> bytes:
    """Build the first frame of a socket."""
    return frame(TEXT, encode(from_client.Hello(code, key, name, "en", watch)))


def message(said: from_client.FromClient) -> bytes:
    """Build a text frame."""
    return frame(TEXT, encode(said))


@dataclass
class Seat:
    """A socket that has been welcomed, with the key it came with."""

    link: Link
    code: str
    key: str
    state: State

    def ink(self, piece: bytes) -> bytes:
        """Build an ink frame for the current sheet."""
        return frame(BINARY, bytes((1, self.state.paper & 0xFF)) + piece)

    async def next(self) -> ToClient | None:
        """Read one frame and update the state; return the message, or None for ink."""
        opcode, payload = await self.link.frame()
        if opcode == CLOSE:
            raise ConnectionError(payload[:100])
        said = decode_to_client(payload) if opcode == TEXT else None
        if isinstance(said, Welcome):
            self.state = said.state
        elif isinstance(said, State):
            self.state = said
        return said

    async def until(self, is_wanted: Callable[[State], bool]) -> State:
        """Read until the state satisfies a condition."""
        while not is_wanted(self.state):
            await self.next()
        return self.state


@dataclass
class Foe:
    """One attacker: where it comes from, how strong it is, and what it has done so far."""

    port: int
    address: str
    scale: int = 1
    until: float = 0.0  # event loop time at which the attack ends; set when it begins
    done: dict[str, int] = field(default_factory=dict)  # for the report

    @property
    def is_on(self) -> bool:
        """Whether the attack is still on."""
        return asyncio.get_running_loop().time() < self.until

    def count(self, what: str, number: int = 1) -> None:
        """Count something for the report."""
        self.done[what] = self.done.get(what, 0) + number

    # Connecting.

    async def open(self, *, narrow: bool = False) -> Link:
        """Connect."""
        return await Link.open(self.port, self.address, narrow=narrow)

    async def upgrade(self, *, narrow: bool = False) -> Link:
        """Connect and upgrade to a WebSocket."""
        return await Link.upgrade(self.port, self.address, narrow=narrow)

    async def request(self, method: str, path: str, *fields: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request on a new connection."""
        return await request(self.port, method, path, *fields, body=body, address=self.address)

    async def table(self) -> str:
        """Create a table."""
        return await made_table(f"http://127.0.0.1:{self.port}", self.address)

    async def seat(
        self, code: str, name: str = "Mallory", key: str = "", *, watch: bool = False, narrow: bool = False
    ) -> Seat:
        """Join a table and read the welcome with its sheets."""
        key, link = key or new_key(), await self.upgrade(narrow=narrow)
        try:
            await link.send(hello(code, key, name, watch=watch))
            opcode, payload = await link.frame()
            if opcode != TEXT:
                raise ConnectionError(payload[:100])
            welcome = decode_to_client(payload)
            assert isinstance(welcome, Welcome)
            await link.frame()
        except BaseException:
            link.drop()
            raise
        return Seat(link, code, key, welcome.state)

    async def seat_players(self, count: int = 3) -> list[Seat]:
        """Take seats at a new table; the first is the host."""
        code = await self.table()
        return [await self.seat(code, f"M{number}") for number in range(count)]

    async def game(self, count: int = 3) -> list[Seat]:
        """Begin a game and play up to the drawing phase."""
        seats = await self.seat_players(count)
        await seats[0].link.send(message(from_client.Begin()))
        for phase in ("reading", "drawing"):
            for seat in seats:
                state = await seat.until(lambda s, p=phase: s.view is not None and s.view.phase == p)  # type: ignore[misc]
                if phase == "reading":
                    await seat.link.send(message(from_client.Ready(state.stop)))
        return seats

    # Swarms.

    async def swarm(self, count: int, session: Callable[[int], Awaitable[None]]) -> None:
        """Run many sessions at a time, restarting each when it ends, until the attack is over."""

        async def run_repeatedly(number: int) -> None:
            while self.is_on:
                try:
                    await session(number)
                    self.count("sessions")
                except ERRORS:
                    self.count("broken off")
                    await asyncio.sleep(0.005)  # let the others run

        with suppress(TimeoutError):
            async with asyncio.timeout_at(self.until):
                await asyncio.gather(*(run_repeatedly(number) for number in range(count)))
