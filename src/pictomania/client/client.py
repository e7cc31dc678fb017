"""A client: joins a table, keeps up with it through every lost connection, and says what its owner wants."""

import asyncio
import random
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar, assert_never
from urllib.parse import urlsplit

from picows import WSError, WSMsgType, ws_connect

from pictomania.client.connection import Connection
from pictomania.client.paper import Paper
from pictomania.ink import BadInk, Mark, Missing, Point, Sheet, Stroke
from pictomania.rules import View
from pictomania.wire import from_client as say
from pictomania.wire.frames import SHEETS, told_ink
from pictomania.wire.gate import BadMessage, told, written
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import Line, Reacted, Refused, Said, State, TicketIssued, ToClient, Welcome
from pictomania.words import Language

T = TypeVar("T", Refused, Reacted, TicketIssued)

# After these it makes no sense to come back by oneself: the last one unless one has a seat there.
FINAL = (
    Close.BAD_MESSAGE,
    Close.REPLACED,
    Close.REMOVED,
    Close.LEFT,
    Close.NOT_LET_IN,
    Close.DAMAGED,
    Close.NO_SUCH_TABLE,
)
BUSY = (Close.TOO_MUCH, Close.TOO_SLOW)  # after these the server needs a pause, even if it had welcomed us
LOST = (OSError, WSError, TimeoutError, BadMessage, BadInk, Missing)  # or gone wrong: a welcome mends it
SHORTEST_S, LONGEST_S = 0.05, 3.0  # before trying again
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0  # before trying again a server that is busy or misses the table
STEADY_S = 10.0  # a connection that lasted this long was a good one
CHAT_KEPT = 50  # lines
LARGEST_FRAME = 4 * 1024 * 1024  # a welcome with six sheets can be long


class Closed(Exception):  # noqa: N818 (what happened)
    """The table does not want to hear from this client any more."""

    def __init__(self, code: int, reason: str) -> None:
        """Say why, as far as it was said."""
        super().__init__(f"{code} {reason}".strip())
        self.code = code
        self.reason = reason


class Backoff:
    """How long to wait before connecting again: longer each time, and by chance."""

    def __init__(self) -> None:
        """Begin with the shortest wait."""
        self._wait_s = SHORTEST_S

    def after(self, code: int, is_welcomed: bool, lasted_s: float) -> float:
        """Return the seconds to wait after a connection that was closed with a code, or lost (0)."""
        is_busy = code in BUSY
        if is_welcomed and (not is_busy or lasted_s >= STEADY_S):
            self._wait_s = SHORTEST_S
        if is_busy:
            self._wait_s = max(self._wait_s, SHORTEST_PAUSE_S)
        wait_s = self._wait_s
        longest_s = LONGEST_PAUSE_S if is_busy or code == Close.NO_SUCH_TABLE else LONGEST_S
        self._wait_s = min(wait_s * 2, longest_s)
        return wait_s * (0.5 + random.random())  # noqa: S311 (so that not all come at once)


class Client:
    """Somebody at a table; to be used with `async with`, and asked for states with `async for`."""

    def __init__(  # noqa: PLR0913 (all but the first two are named)
        self,
        url: str,
        table: str,
        *,
        name: str,
        language: Language = Language.EN,
        key: str | None = None,
        watch: bool = False,
        bot: bool = True,
        ticket: str | None = None,
    ) -> None:
        """Come to a table of the server at `url`, with the key of a seat that one has, or a new one."""
        self.key = key or secrets.token_urlsafe(16)
        self.chat: list[Line] = []
        # What was said but states and chat: refusals, reactions, tickets.
        self.heard: deque[ToClient] = deque(maxlen=100)
        self.paper = Paper()
        self._state: State | None = None
        self._parts = urlsplit(url)
        self._hello = say.Hello(table, self.key, name, language, watch, bot, ticket)
        self._connection: Connection | None = None
        self._welcome: Welcome | None = None  # its sheets are still to come
        self._news = asyncio.Event()
        self._unseen = 0  # states that came and were not asked for
        self._ended: Exception | None = None  # why nothing will come any more
        self._staying: asyncio.Task[None] | None = None

    # Coming and going.

    async def __aenter__(self) -> Self:
        """Come to the table, and wait to be welcomed."""
        self._staying = asyncio.create_task(self._stay())
        try:
            while self._state is None:
                await self._more()
        except BaseException:
            self._staying.cancel()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Go; the seat stays one's own."""
        if self._staying is not None:
            self._staying.cancel()
            with suppress(asyncio.CancelledError):
                await self._staying

    def drop(self) -> None:
        """Lose the connection, as happens; it is made again at once."""
        if self._connection is not None:
            self._connection.drop()

    async def _stay(self) -> None:
        """Connect, again and again, until that makes no sense."""
        backoff = Backoff()
        while True:
            came, is_welcomed = monotonic(), False
            try:
                with suppress(*LOST):
                    is_welcomed = await self._visit()
            except Exception as error:  # noqa: BLE001 (a mistake of ours; whoever waits has to hear of it)
                self._end(error)
            if self._ended is not None:
                return
            code = 0 if self._connection is None else self._connection.code
            await asyncio.sleep(backoff.after(code, is_welcomed, lasted_s=monotonic() - came))

    def _end(self, why: Exception) -> None:
        self._ended = why
        self._news.set()

    async def _visit(self) -> bool:
        """Connect, and stay until the connection is lost; say whether there was a welcome."""
        parts, connection = self._parts, Connection(self, written(self._hello))
        self._connection = connection
        try:
            transport, _ = await ws_connect(
                lambda: connection,
                parts._replace(scheme=parts.scheme.replace("http", "ws"), path="/socket").geturl(),
                extra_headers={"Origin": f"{parts.scheme}://{parts.netloc}"},
                max_frame_size=LARGEST_FRAME,
                enable_auto_ping=True,
            )
            await transport.wait_disconnected()
        finally:
            connection.leave()
        is_missed = connection.code == Close.NO_SUCH_TABLE and self._has_seat
        if connection.code in FINAL and not is_missed:
            self._end(Closed(connection.code, connection.reason))
        return connection.is_welcomed

    @property
    def _has_seat(self) -> bool:
        return self._state is not None and self._state.seat is not None

    # What one sees.

    @property
    def state(self) -> State:
        """The table as it was last seen."""
        assert self._state is not None, "not welcomed yet"  # noqa: S101
        return self._state

    @property
    def view(self) -> View | None:
        """The game as it was last seen; None in the lobby."""
        return self.state.view

    @property
    def sheets(self) -> list[Sheet]:
        """The sheets on the table, by seat."""
        return self.paper.sheets

    async def __aiter__(self) -> AsyncIterator[State]:
        """The table as it is now, and whenever it has changed; what changed meanwhile is seen at once."""
        while True:
            if self._unseen:
                self._unseen = 0
                yield self.state
            else:
                await self._more()

    async def until(self, is_wanted: Callable[[State], bool]) -> State:
        """Wait until the table is as wanted."""
        while not is_wanted(self.state):
            await self._more()
        return self.state

    async def reply(self, kind: type[T]) -> T:
        """Wait until something of a kind is said that is no state, and take it."""
        while True:
            for message in self.heard:
                if isinstance(message, kind):
                    self.heard.remove(message)
                    return message
            await self._more()

    async def wait(self, seconds: float) -> None:
        """Wait for anything new, but not longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._more()

    async def _more(self) -> None:
        """Wait for anything new."""
        if self._ended is not None:
            raise self._ended
        self._news.clear()
        await self._news.wait()

    def _told(self, message: ToClient) -> None:
        match message:
            case Welcome():
                self.chat = list(message.chat)
                self._saw(message.state)
            case State():
                self._saw(message)
            case Said():
                self.chat = [*self.chat, message.line][-CHAT_KEPT:]
            case Refused() | Reacted() | TicketIssued():
                self.heard.append(message)
            case _:
                assert_never(message)
        self._news.set()

    def _saw(self, state: State) -> None:
        self._state = state
        self._unseen += 1
        self.paper.renew(state.paper, 0 if state.view is None else len(state.seats))

    # What one says.

    @property
    def is_heard(self) -> bool:
        """Does the table hear what one says now, as far as one can know?"""
        return self._connection is not None and self._connection.is_heard

    def say(self, message: say.FromClient) -> None:
        """Say anything; what is said while the connection is lost is not heard."""
        if self._connection is not None:
            self._connection.send(WSMsgType.TEXT, written(message))

    def ready(self) -> None:
        """Be ready for what comes next."""
        self.say(say.Ready(self.state.stop))

    def guess(self, artist: int, number: int) -> None:
        """Lay a number card on the pile of a drawing."""
        self.say(say.Guess(self.state.stop, artist, number))

    def finish(self, token: int | None = None) -> None:
        """Stop drawing and guessing, with a black token or without."""
        self.say(say.Finish(self.state.stop, token))

    def vote(self, yes: bool) -> None:
        """Say yes or no to what somebody asked."""
        self.say(say.Vote(self.state.stop, yes))

    def draw(self, *marks: Mark) -> None:
        """Draw, rub out, take back; kept, and sent again if the connection is lost."""
        self._ink(self.paper.draw(*marks))

    def draw_line(self, points: Iterable[tuple[int, int]], width: int = 1) -> None:
        """Draw a line from point to point, on a sheet of 3072 by 4096, at an ordinary pace."""
        line = tuple(Point(x, y, 128, tick * 2) for tick, (x, y) in enumerate(points))
        self.draw(Stroke(width, line))

    def go_on(self, line: Stroke) -> None:
        """Let the last line grow."""
        self._ink(self.paper.go_on(line))

    def _ink(self, frames: list[bytes]) -> None:
        if self._connection is not None:
            for frame in frames:
                self._connection.send(WSMsgType.BINARY, frame)

    # From the socket.

    def text_came(self, data: bytes) -> None:
        """Take in what was said; a welcome only with its sheets, before anybody acts on half of it."""
        message = told(data)
        if isinstance(message, Welcome):
            self._welcome = message
        else:
            self._told(message)

    def ink_came(self, data: bytes) -> list[bytes] | None:
        """Take in ink; after a welcome, the answer is what of the own sheet the table lacks."""
        kind, paper, pieces = told_ink(data)
        if kind == SHEETS and self._welcome is not None:
            self._told(self._welcome)
            self._welcome = None
        self.paper.take(kind, paper, pieces)
        self._news.set()
        if kind != SHEETS:
            return None
        seat = self.state.seat
        return self.paper.lacking(seat) if seat is not None and pieces else []
