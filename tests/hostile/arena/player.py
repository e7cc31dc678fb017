"""A well-behaved player that draws and acts, and records how long everything takes to arrive."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from pictomania.client.paper import Paper
from pictomania.ink import Point, Stroke
from pictomania.wire import from_client
from pictomania.wire.frames import SHEETS, decode_ink_to_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.to_client import RequestRefused, State, Welcome
from tests.hostile.arena.samples import Samples

POINTS = 2  # in a piece of ink
PIECES = 60  # in a line, before the next one begins
RETRY_S = 0.1  # before reconnecting

Place = tuple[int, int]


class Player(WSListener):
    """One seat; reconnects when the connection is lost, and counts that."""

    def __init__(self, url: str, code: str, name: str, address: str, samples: Samples) -> None:
        """`connect` takes the seat."""
        self.state: State | None = None
        self.welcomes = 0
        self._url = url
        self._address = address
        self._samples = samples
        self._hello = from_client.Hello(code, secrets.token_urlsafe(16), name, "en")
        self._transport: WSTransport | None = None
        self.is_there = False  # welcomed on the current connection
        self._news = asyncio.Event()
        self._paper = Paper()
        self._drawn = 0
        self._watched: dict[int, deque[tuple[Place, float]]] = {}  # ink of others that has not arrived yet
        self._followers: list[deque[tuple[Place, float]]] = []
        self._waiting: tuple[Callable[[State], bool], float] | None = None  # for a stored action

    # Connecting.

    async def connect(self) -> None:
        """Connect, say hello and wait for the welcome."""
        welcomes = self.welcomes
        await ws_connect(
            lambda: self,
            f"{self._url.replace('http', 'ws')}/socket",
            extra_headers={"Origin": self._url},
            local_addr=(self._address, 0),
        )
        while self.welcomes == welcomes:
            await self.news()

    async def stay(self) -> None:
        """Reconnect whenever the connection is lost, until cancelled."""
        while True:
            while self._transport is not None:
                await self.news()
            await asyncio.sleep(RETRY_S)
            with suppress(OSError, WSError, TimeoutError):
                async with asyncio.timeout(5):
                    await self.connect()

    async def reload(self) -> float:
        """Drop the connection like a reload; return how long it takes to be welcomed again."""
        began, welcomes = perf_counter(), self.welcomes
        self._samples.reloading += 1
        if self._transport is not None:
            self._transport.disconnect(graceful=False)
        while self.welcomes == welcomes:
            await self.news()
        self._samples.reloading -= 1
        return perf_counter() - began

    async def news(self) -> None:
        """Wait for anything new."""
        self._news.clear()
        await self._news.wait()

    async def until(self, is_wanted: Callable[[State], bool]) -> State:
        """Wait until the state satisfies a condition."""
        while self.state is None or not is_wanted(self.state):
            await self.news()
        return self.state

    # Playing.

    def follow(self, artist: "Player") -> None:
        """Record how long the ink of another player takes to arrive."""
        assert artist.state is not None
        assert artist.state.seat is not None
        queue: deque[tuple[Place, float]] = deque()
        self._watched[artist.state.seat] = queue
        artist._followers.append(queue)

    def send(self, message: from_client.FromClient) -> None:
        """Send a message."""
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, encode(message))

    def draw(self) -> None:
        """Send the next piece of a line, and a new line now and then."""
        if self._transport is None or not self.is_there:
            return
        first = self._drawn % PIECES * POINTS
        line = Stroke(1, tuple(_point(number) for number in range(first, first + POINTS)))
        self._drawn += 1
        frames = self._paper.extend_line(line) if first else self._paper.draw(line)
        now = perf_counter()
        for frame in frames:
            self._transport.send(WSMsgType.BINARY, frame)
        for queue in self._followers:
            queue.append((self._paper.mine.end, now))

    def act(self) -> None:
        """Do a small stored action, unless the last one is still pending."""
        if not self.is_there or self._waiting is not None or self.state is None:
            return
        seat = self.state.seat
        if seat is None:
            return
        if self.state.view is None:
            yes = not self.state.seats[seat].ready
            self._waiting = (lambda state: state.seats[seat].ready is yes), perf_counter()
            self.send(from_client.SetReady(yes))
        else:
            language = "fr" if self.state.seats[seat].language == "en" else "en"
            self._waiting = (lambda state: state.seats[seat].language == language), perf_counter()
            self.send(from_client.SetLanguage(language))

    def pending(self) -> list[tuple[str, float]]:
        """List what has not arrived yet: its kind, and when it was sent."""
        ink = [("ink", sent) for queue in self._watched.values() for _, sent in queue]
        return ink if self._waiting is None else [*ink, ("action", self._waiting[1])]

    # From the socket.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello."""
        self._transport = transport
        self.send(self._hello)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle ink, states and refusals."""
        if frame.msg_type == WSMsgType.BINARY:
            self._take_ink(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            message = decode_to_client(frame.get_payload_as_bytes())
            if isinstance(message, Welcome):
                self._see(message.state)
            elif isinstance(message, State):
                self._see(message)
            elif isinstance(message, RequestRefused):
                self._samples.refused.append(f"{message.about}: {message.reason}")
                self._waiting = None
        elif frame.msg_type == WSMsgType.CLOSE:
            payload = frame.get_payload_as_bytes()
            self._samples.closed.append(f"{int.from_bytes(payload[:2])} {payload[2:].decode()}".strip())
            transport.disconnect()
        self._news.set()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Count it, unless it was intended."""
        if not self._samples.reloading:
            self._samples.disconnects += 1
        self._transport = self._waiting = None
        self.is_there = False
        self._news.set()

    def _see(self, state: State) -> None:
        self.state = state
        self._paper.switch_to(state.paper, 0 if state.view is None else len(state.seats))
        if self._waiting is not None and self._waiting[0](state):
            self._samples.add("action", self._waiting[1], perf_counter())
            self._waiting = None

    def _take_ink(self, data: bytes) -> None:
        kind, paper, pieces = decode_ink_to_client(data)
        self._paper.receive(kind, paper, pieces)
        now = perf_counter()
        for seat, queue in self._watched.items():
            end = self._paper.sheets[seat].end
            while queue and queue[0][0] <= end:
                self._samples.add("ink", queue.popleft()[1], now)
        if kind == SHEETS:
            self.welcomes += 1
            self.is_there = True
            mine = self.state.seat if self.state is not None else None
            for frame in self._paper.resync(mine) if mine is not None and pieces else ():
                assert self._transport is not None
                self._transport.send(WSMsgType.BINARY, frame)


def _point(number: int) -> Point:
    return Point(500 + number * 5 % 2000, 500 + number * 7 % 3000, 128, number * 2)
