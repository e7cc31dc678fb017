"""Client that joins a table, reconnects after lost connections, and sends its owner's actions."""

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

from pictomania.client.connection import ClientConnection
from pictomania.client.paper import Paper
from pictomania.ink import BadInk, Mark, MissingInk, Point, Sheet, Stroke
from pictomania.rules import View
from pictomania.wire import from_client
from pictomania.wire.frames import SHEETS, decode_ink_to_client
from pictomania.wire.json_codec import BadMessage, UnknownMessage, decode_to_client, encode
from pictomania.wire.reasons import Close
from pictomania.wire.to_client import (
    ChatLine,
    ChatSaid,
    ReactionShown,
    RequestRefused,
    State,
    StorageChanged,
    StorageStatus,
    TicketIssued,
    ToClient,
    Welcome,
)
from pictomania.words import ENGLISH, Language

T = TypeVar("T", RequestRefused, ReactionShown, TicketIssued)

# Close codes after which reconnecting is pointless; NO_SUCH_TABLE only for clients without a seat.
FINAL = (
    Close.BAD_MESSAGE,
    Close.REPLACED,
    Close.REMOVED,
    Close.LEFT,
    Close.NOT_LET_IN,
    Close.DAMAGED,
    Close.NO_SUCH_TABLE,
)
# Close codes after which clients back off longer, even after a welcome.
BUSY = (Close.TOO_MUCH, Close.TOO_SLOW)
# A connection that was lost or sent garbage; reconnecting and a new welcome recover from both.
RECOVERABLE = (OSError, WSError, TimeoutError, BadMessage, BadInk, MissingInk)
MIN_DELAY_S, MAX_DELAY_S = 0.05, 3.0  # before reconnecting
MIN_BUSY_DELAY_S, MAX_BUSY_DELAY_S = 1.0, 30.0  # before reconnecting to a busy server or a missing table
STABLE_S = 10.0  # a connection that lasted this long resets the backoff
CHAT_LIMIT = 50  # lines kept
MAX_SERVER_FRAME_BYTES = 4 * 1024 * 1024  # a welcome with six full sheets is long


class Closed(Exception):  # noqa: N818 (an outcome, not an error)
    """The server closed the connection for good."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}".strip())
        self.code = code
        self.reason = reason


class Backoff:
    """Exponential backoff with jitter between connection attempts."""

    def __init__(self) -> None:
        self._delay_s = MIN_DELAY_S

    def delay_after(self, code: int, is_welcomed: bool, lasted_s: float) -> float:
        """Return the delay in seconds after a connection closed with `code`, or was lost (0)."""
        is_busy = code in BUSY
        if is_welcomed and (not is_busy or lasted_s >= STABLE_S):
            self._delay_s = MIN_DELAY_S
        if is_busy:
            self._delay_s = max(self._delay_s, MIN_BUSY_DELAY_S)
        delay_s = self._delay_s
        max_delay_s = MAX_BUSY_DELAY_S if is_busy or code == Close.NO_SUCH_TABLE else MAX_DELAY_S
        self._delay_s = min(delay_s * 2, max_delay_s)
        return delay_s * (0.5 + random.random())  # noqa: S311 (jitter, not a secret)


class Client:
    """A player or watcher at a table; use it with `async with`, and iterate over it for states."""

    def __init__(  # noqa: PLR0913 (all but the first two are keyword-only)
        self,
        url: str,
        table: str,
        *,
        name: str,
        language: Language = ENGLISH,
        key: str | None = None,
        watch: bool = False,
        bot: bool = True,
        ticket: str | None = None,
    ) -> None:
        """Prepare to join a table of the server at `url`; pass the `key` of a seat to return to it."""
        self.key = key or secrets.token_urlsafe(16)
        self.chat: list[ChatLine] = []
        self.inbox: deque[ToClient] = deque(maxlen=100)  # refusals, reactions and tickets; see `receive`
        self.storage = StorageStatus.READY
        self.paper = Paper()
        self._state: State | None = None
        self._url = urlsplit(url)
        self._hello = from_client.Hello(table, self.key, name, language, watch, bot, ticket)
        self._connection: ClientConnection | None = None
        self._pending_welcome: Welcome | None = None  # held until its sheets arrive
        self._updated = asyncio.Event()
        self._unread_states = 0
        self._error: Exception | None = None  # why the client gave up reconnecting
        self._task: asyncio.Task[None] | None = None

    # Connecting.

    async def __aenter__(self) -> Self:
        """Join the table and wait for the welcome."""
        self._task = asyncio.create_task(self._stay_connected())
        try:
            while self._state is None:
                await self._next_update()
        except BaseException:
            self._task.cancel()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect, but keep the seat."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def drop(self) -> None:
        """Drop the connection, as a network failure would; the client reconnects at once."""
        if self._connection is not None:
            self._connection.drop()

    async def _stay_connected(self) -> None:
        backoff = Backoff()
        while True:
            began, is_welcomed = monotonic(), False
            try:
                with suppress(*RECOVERABLE):
                    is_welcomed = await self._connect()
            except Exception as error:  # noqa: BLE001 (a bug of ours; raised again in the waiting caller)
                self._give_up(error)
            if self._error is not None:
                return
            code = 0 if self._connection is None else self._connection.code
            await asyncio.sleep(backoff.delay_after(code, is_welcomed, lasted_s=monotonic() - began))

    def _give_up(self, error: Exception) -> None:
        self._error = error
        self._updated.set()

    async def _connect(self) -> bool:
        """Connect and stay until the connection is lost; return whether the server welcomed us."""
        url, connection = self._url, ClientConnection(self, encode(self._hello))
        self._connection = connection
        try:
            transport, _ = await ws_connect(
                lambda: connection,
                url._replace(scheme=url.scheme.replace("http", "ws"), path="/socket").geturl(),
                extra_headers={"Origin": f"{url.scheme}://{url.netloc}"},
                max_frame_size=MAX_SERVER_FRAME_BYTES,
                enable_auto_ping=True,
            )
            await transport.wait_disconnected()
        finally:
            connection.close()
        is_table_missing = connection.code == Close.NO_SUCH_TABLE and self._has_seat
        if connection.code in FINAL and not is_table_missing:
            self._give_up(Closed(connection.code, connection.reason))
        return connection.is_welcomed

    @property
    def _has_seat(self) -> bool:
        return self._state is not None and self._state.seat is not None

    # Receiving.

    @property
    def state(self) -> State:
        """The latest state of the table."""
        assert self._state is not None, "not welcomed yet"  # noqa: S101
        return self._state

    @property
    def view(self) -> View | None:
        """The latest view of the game; None in the lobby."""
        return self.state.view

    @property
    def sheets(self) -> list[Sheet]:
        """The sheets on the table, by seat."""
        return self.paper.sheets

    async def __aiter__(self) -> AsyncIterator[State]:
        """Yield the current state, then each newer one; a slow consumer skips to the latest."""
        while True:
            if self._unread_states:
                self._unread_states = 0
                yield self.state
            else:
                await self._next_update()

    async def until(self, is_wanted: Callable[[State], bool]) -> State:
        """Wait for a state that satisfies a condition."""
        while not is_wanted(self.state):
            await self._next_update()
        return self.state

    async def receive(self, kind: type[T]) -> T:
        """Wait for a refusal, reaction or ticket, and take it out of the inbox."""
        while True:
            for message in self.inbox:
                if isinstance(message, kind):
                    self.inbox.remove(message)
                    return message
            await self._next_update()

    async def wait(self, seconds: float) -> None:
        """Wait for any update, but no longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._next_update()

    async def _next_update(self) -> None:
        if self._error is not None:
            raise self._error
        self._updated.clear()
        await self._updated.wait()

    def _apply(self, message: ToClient) -> None:
        match message:
            case Welcome():
                self.chat = list(message.chat)
                self.storage = message.storage
                self._apply_state(message.state)
            case State():
                self._apply_state(message)
            case ChatSaid():
                self.chat = [*self.chat, message.line][-CHAT_LIMIT:]
            case RequestRefused() | ReactionShown() | TicketIssued():
                self.inbox.append(message)
            case StorageChanged():
                self.storage = message.status
            case _:
                assert_never(message)
        self._updated.set()

    def _apply_state(self, state: State) -> None:
        self._state = state
        self._unread_states += 1
        self.paper.switch_to(state.paper, 0 if state.view is None else len(state.seats))

    # Sending.

    @property
    def is_connected(self) -> bool:
        """Whether messages would be sent now: connected and welcomed."""
        return self._connection is not None and self._connection.is_open

    def send(self, message: from_client.FromClient) -> None:
        """Send any message; it is dropped while the connection is lost."""
        if self._connection is not None:
            self._connection.send(WSMsgType.TEXT, encode(message))

    def ready(self) -> None:
        """Confirm being ready for the next step."""
        self.send(from_client.Ready(self.state.stop))

    def guess(self, artist: int, number: int) -> None:
        """Lay a number card on the pile of a drawing."""
        self.send(from_client.Guess(self.state.stop, artist, number))

    def finish(self, token: int | None = None) -> None:
        """Stop drawing and guessing, with or without a black token."""
        self.send(from_client.Finish(self.state.stop, token))

    def vote(self, yes: bool) -> None:
        """Vote yes or no on another player's request."""
        self.send(from_client.Vote(self.state.stop, yes))

    def draw(self, *marks: Mark) -> None:
        """Draw, rub out or undo; unsent ink is sent after reconnecting."""
        self._send_ink(self.paper.draw(*marks))

    def draw_line(self, points: Iterable[tuple[int, int]], width: int = 1) -> None:
        """Draw a line through points on a sheet of 3072 by 4096, at an ordinary pace."""
        line = tuple(Point(x, y, 128, tick * 2) for tick, (x, y) in enumerate(points))
        self.draw(Stroke(width, line))

    def extend_line(self, line: Stroke) -> None:
        """Append points to the last line."""
        self._send_ink(self.paper.extend_line(line))

    def _send_ink(self, frames: list[bytes]) -> None:
        if self._connection is not None:
            for frame in frames:
                self._connection.send(WSMsgType.BINARY, frame)

    # Frames from the socket.

    def on_text(self, data: bytes) -> None:
        """Apply a text message; hold a welcome back until its sheets arrive, so it is never half applied."""
        try:
            message = decode_to_client(data)
        except UnknownMessage:
            return  # of a newer server
        if isinstance(message, Welcome):
            self._pending_welcome = message
        else:
            self._apply(message)

    def on_ink(self, data: bytes) -> list[bytes] | None:
        """Apply ink; for the sheets of a welcome, return the frames that the server is missing."""
        kind, paper, pieces = decode_ink_to_client(data)
        if kind == SHEETS and self._pending_welcome is not None:
            self._apply(self._pending_welcome)
            self._pending_welcome = None
        self.paper.receive(kind, paper, pieces)
        self._updated.set()
        if kind != SHEETS:
            return None
        seat = self.state.seat
        return self.paper.resync(seat) if seat is not None and pieces else []
