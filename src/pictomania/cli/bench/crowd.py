"""Seats crowds of players: at our server in real games, at the others simply in tables.

Every table has an address of its own, as limits by address demand. Everything that is sent is what a browser
would send.
"""

import asyncio
import itertools
import re
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.generator import Generator
from pictomania.cli.bench.websocket import ANSWER_S, BINARY, TEXT, HostPort, RawWebSocket
from pictomania.client.paper import Paper
from pictomania.ink import Stroke
from pictomania.wire import from_client
from pictomania.wire.frames import decode_ink_to_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Reason

AT_ONCE = 20  # tables that are seated at the same time
SEATS = 6

T = TypeVar("T")

_networks = itertools.count(1)


class MayGlance(msgspec.Struct):
    """What we look at in what a player may do."""

    guess: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    take: tuple[int, ...] = ()
    finish: bool = False
    ready: bool = False
    draw: bool = False


class GameGlance(msgspec.Struct):
    """What we look at in a view."""

    phase: str = ""
    round: int = 0
    may: MayGlance | None = None


class StateGlance(msgspec.Struct):
    """What we look at in a state."""

    stop: int = 0
    paper: int = 0
    view: GameGlance | None = None

    @property
    def may(self) -> MayGlance:
        """What this player may do in the game."""
        return MayGlance() if self.view is None or self.view.may is None else self.view.may


class MessageGlance(msgspec.Struct):
    """What we look at in a message, which is a state or contains one."""

    type: str
    reason: str = ""
    state: StateGlance | None = None
    stop: int = 0
    paper: int = 0
    view: GameGlance | None = None


_decoder = msgspec.json.Decoder(MessageGlance)


class Player:
    """A player, or a watcher."""

    def __init__(self, server: HostPort, network: str, hello: from_client.Hello) -> None:
        self.socket: RawWebSocket
        self.state = StateGlance()
        self.welcome_bytes = 0  # of the last welcome, sheets included
        self.forgives = False  # whether a request may be refused, since others were faster
        self.server = server
        self._network = network
        self._hello = hello

    async def connect(self) -> None:
        """Connect, and wait for the welcome and the sheets."""
        origin = f"http://{self.server[0]}:{self.server[1]}"
        headers = {"Origin": origin, "X-Forwarded-For": self._network}
        self.socket = await RawWebSocket.open(self.server, "/socket", headers, encode(self._hello))
        welcome = await self.socket.text()
        self._see(welcome)
        _, sheets = await self.socket.frame()
        self.welcome_bytes = len(welcome) + len(sheets)

    def _see(self, data: bytes) -> None:
        message = _decoder.decode(data)
        if message.type == "refused" and message.reason != Reason.STORED_LATER and not self.forgives:
            raise BenchError(f"the server refused a request: {data.decode(errors='replace')}")
        if message.state is not None:
            self.state = message.state
        elif message.type == "state":
            self.state = StateGlance(message.stop, message.paper, message.view)

    async def send(self, message: from_client.FromClient) -> None:
        """Send a message."""
        await self.socket.send(TEXT, encode(message))

    async def draw(self, frames: Iterable[bytes]) -> None:
        """Send ink."""
        for frame in frames:
            await self.socket.send(BINARY, frame)

    async def see(self, paper: Paper, is_complete: Callable[[], bool]) -> None:
        """Receive ink until a condition holds; states in between count too."""
        while not is_complete():
            kind, data = await self.socket.frame()
            if kind == BINARY:
                paper.receive(*decode_ink_to_client(data))
            else:
                self._see(data)

    async def until(self, is_wanted: Callable[[StateGlance], bool]) -> None:
        """Wait for a state."""
        while not is_wanted(self.state):
            self._see(await self.socket.text())

    async def until_next_state(self) -> None:
        """Wait for a newer state."""
        before = self.state
        await self.until(lambda state: state is not before)

    async def until_phase(self, phase: str) -> None:
        """Wait for a phase of the game."""
        await self.until(lambda state: state.view is not None and state.view.phase == phase)


@dataclass(slots=True)
class SeatedTable:
    """A table at our server."""

    server: HostPort
    code: str
    network: str
    players: list[Player] = field(default_factory=list)
    watchers: list[Player] = field(default_factory=list)
    strokes: int = 0  # on every sheet

    def new_player(self, number: int, *, watch: bool = False) -> Player:
        """Create somebody with a new key."""
        name = f"{'Watcher' if watch else 'Player'} {number + 1}"
        hello = from_client.Hello(self.code, secrets.token_urlsafe(16), name, "en", watch=watch, bot=False)
        return Player(self.server, self.network, hello)

    async def sit_down(self, players: int, watchers: int = 0) -> None:
        """Take all seats, in order."""
        for number in range(players + watchers):
            somebody = self.new_player(number, watch=number >= players)
            await somebody.connect()
            (self.players if number < players else self.watchers).append(somebody)

    async def begin(self) -> None:
        """Begin the game, up to the drawing phase."""
        await self.players[0].send(from_client.Begin())
        for player in self.players:
            await player.until_phase("reading")
        for player in self.players:
            await player.send(from_client.Ready(player.state.stop))
        for player in self.players:
            await player.until_phase("drawing")

    async def fill_sheets(self, strokes: Sequence[Stroke]) -> None:
        """Let all players draw the same strokes, and wait until everyone has all of them."""
        number, seats = self.players[0].state.paper, len(self.players)

        async def draw_and_see(player: Player) -> None:
            mine, paper = Paper(), Paper()
            for each in (mine, paper):
                each.switch_to(number, seats)
            frames = mine.draw(*strokes)
            async with asyncio.TaskGroup() as group:
                group.create_task(player.draw(frames))
                group.create_task(
                    player.see(paper, lambda: all(sheet.end == mine.mine.end for sheet in paper.sheets))
                )

        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(draw_and_see(player))
        self.strokes = len(strokes)

    @property
    def everyone(self) -> list[Player]:
        """The players by seat, then the watchers."""
        return self.players + self.watchers

    async def hand_over(self, generator: Generator) -> None:
        """Let the generator go on with all sockets."""
        for somebody in self.everyone:
            await somebody.socket.finish_frame()
        sockets = [somebody.socket.connection for somebody in self.everyone]
        generator.add_table(self.players[0].state.paper, len(self.players), sockets, self.strokes)

    def close(self) -> None:
        """Drop all connections."""
        for somebody in self.everyone:
            somebody.socket.close()


async def create_table(server: HostPort) -> SeatedTable:
    """Create a table, from a new address."""
    number = next(_networks)
    network = f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1"
    answer = await fetch(server, "POST", "/api/tables", network)
    found = re.search(rb'"code":\s*"(\w+)"', answer)
    if found is None:
        raise BenchError(f"the server creates no table: {answer[:200].decode(errors='replace')}")
    return SeatedTable(server, found[1].decode(), network)


async def fetch(server: HostPort, method: str, path: str, network: str) -> bytes:
    """Return the answer to an HTTP request, head included."""
    async with asyncio.timeout(ANSWER_S):
        reader, writer = await asyncio.open_connection(*server)
        try:
            lines = (
                f"{method} {path} HTTP/1.1",
                f"Host: {server[0]}:{server[1]}",
                f"X-Forwarded-For: {network}",
                "Content-Length: 0",
                "Connection: close",
            )
            writer.write("\r\n".join((*lines, "", "")).encode())
            return await reader.read()
        finally:
            writer.close()


async def read_metric(server: HostPort, name: str) -> float:
    """Return one of the server's metrics."""
    answer = await fetch(server, "GET", "/metrics", server[0])
    found = re.search(rf"^pictomania_{name} ([\d.e+-]+)$".encode(), answer, re.MULTILINE)
    if found is None:
        raise BenchError(f"the server does not report {name}")
    return float(found[1])


async def seat_tables(
    server: HostPort,
    generator: Generator,
    count: int,
    *,
    players: int = SEATS,
    watchers: int = 0,
    strokes: Sequence[Stroke] = (),
) -> list[SeatedTable]:
    """Seat tables that draw, with some strokes on every sheet, and hand them over."""

    async def seat() -> SeatedTable:
        table = await create_table(server)
        try:
            await table.sit_down(players, watchers)
            await table.begin()
            if strokes:
                await table.fill_sheets(strokes)
            await table.hand_over(generator)
        except BaseException:
            table.close()
            raise
        return table

    return await in_batches(seat, count)


async def seat_plain_tables(server: HostPort, generator: Generator, count: int) -> None:
    """Seat tables at a server that knows no game, and hand them over."""
    numbers = itertools.count(generator.tables)

    async def seat() -> None:
        number = next(numbers)
        with ExitStack() as undo:
            sockets = []
            for seat in range(SEATS):
                sockets.append(await RawWebSocket.open(server, f"/{number}/{seat}", {}))
                undo.callback(sockets[-1].close)
            generator.add_table(0, SEATS, [each.connection for each in sockets])

    await in_batches(seat, count)


async def in_batches(
    seat: Callable[[], Coroutine[None, None, T]], count: int, at_once: int = AT_ONCE
) -> list[T]:
    """Do something many times, a few at once."""
    slots = asyncio.Semaphore(at_once)

    async def one() -> T:
        async with slots:
            return await seat()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one()) for _ in range(count)]
    return [task.result() for task in tasks]
