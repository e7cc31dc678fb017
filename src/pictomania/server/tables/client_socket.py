"""A client's socket: rate limits and decodes what the client sends, and passes it on to its table.

Budgets belong to the key and the address, not to the socket: reconnecting resets nothing.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from pictomania.ink import BadInk, MissingInk
from pictomania.log import Unavailable
from pictomania.server.metrics import Metrics
from pictomania.server.net.backlog import Backlog
from pictomania.server.net.budgets import MAX_HOLD_S, Account, Budgets, MessageKind, SpendResult
from pictomania.server.net.outbox import BINARY, PONG, TEXT, Outbox, encode_frame
from pictomania.server.net.socket_end import SocketTransport
from pictomania.server.tables.archive import Damaged
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.tables.lookup import RemoteTable
from pictomania.table.identity.codes import hash_key
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.frames import decode_ink_from_client
from pictomania.wire.json_codec import BadMessage, decode_from_client, encode
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import RequestRefused

HELLO_S = 10.0  # time limit for the hello and for joining the table
PIECES_PER_TURN = 2  # pieces of ink that one socket may apply in one turn of the event loop
SMALL_BYTES = 256  # a larger piece goes to the backlog
MAX_QUEUE = 4_000  # frames waiting behind such a piece

Find = Callable[[str, str], Awaitable[LiveTable | RemoteTable | None]]
Move = Callable[[RemoteTable, bytes], None]


@dataclass(frozen=True, slots=True)
class SocketServices:
    """What all sockets share."""

    metrics: Metrics
    budgets: Budgets
    backlog: Backlog  # for work that is too long for one turn of the event loop


class ClientSocket:
    """Connects one client to its table, until the connection ends."""

    def __init__(self, find: Find, bucket: str, services: SocketServices, move: Move | None = None) -> None:
        """Create a socket that finds its table with `find(code, key)`, which may raise `Damaged`.

        `bucket` is the address whose budget pays. `move` gets the hello of a client whose table is on another
        node; without it, such clients have to come back.
        """
        self._find = find
        self._services = services
        self._move = move
        self._loop = asyncio.get_running_loop()
        self._outbox: Outbox  # these three once connected
        self._transport: SocketTransport
        self._hello_timer: asyncio.TimerHandle
        self._table: LiveTable | None = None
        self._member: Member | None = None
        self._joining: asyncio.Task[None] | None = None
        self._address = services.budgets.of_address(bucket, self._loop.time())
        self._account: Account | None = None  # known once the key is
        self._hold_timer: asyncio.TimerHandle | None = None  # while reading is paused
        self._queue: deque[Callable[[], None]] = deque()  # what could not be handled at once
        self._is_behind = False
        self._turn = 0.0  # of the event loop
        self._pieces = 0  # of ink, in this turn

    # The connection.

    def connected(self, transport: SocketTransport) -> None:
        """Wait for the hello."""
        self._transport = transport
        self._outbox = Outbox(transport, self._services.metrics)
        self._hello_timer = self._loop.call_later(HELLO_S, self._hello_timed_out)

    def receive(self, kind: int, data: bytes) -> None:
        """Handle ink, a message or a ping."""
        if self._outbox.is_closed:
            return  # sent right behind something that was refused
        if kind == BINARY:
            if self._is_behind:
                self._enqueue(self._receive_ink, data)
            else:
                self._receive_ink(data)
        elif kind == TEXT:
            self._receive_text_frame(data)
        else:
            self._receive_ping(data)

    def reject(self, why: Close) -> None:
        """Close the socket."""
        self._close(why)

    def left(self) -> None:
        """Send nothing more: the client is closing the socket."""
        self._outbox.is_closed = True

    def disconnected(self) -> None:
        """Leave the table; the seat stays."""
        self._hello_timer.cancel()
        if self._hold_timer is not None:
            self._hold_timer.cancel()
        self._outbox.is_closed = True
        if self._table is not None and self._member is not None:
            self._table.leave(self._member)

    def pause_writing(self) -> None:
        """Stop sending: the client reads too slowly."""
        self._outbox.pause(self._loop.time())

    def resume_writing(self) -> None:
        """Send again: the client has caught up."""
        self._outbox.resume()
        if self._must_not_read:
            self._transport.pause_reading()  # the connection has just resumed it

    # Input.

    def _receive_text_frame(self, data: bytes) -> None:
        if self._is_behind:
            self._enqueue(self._receive_text, data)
        else:
            self._receive_text(data)

    def _enqueue(self, receive: Callable[[bytes], None], data: bytes) -> None:
        """Queue a frame behind those that wait already."""
        if len(self._queue) < MAX_QUEUE:
            self._queue.append(partial(receive, data))
        else:
            self._close(Close.TOO_MUCH)

    def _receive_ink(self, data: bytes) -> None:
        self._services.metrics.ink_pieces += 1
        self._services.metrics.ink_bytes += len(data)
        if self._table is None or self._member is None or self._account is None:
            self._reject("ink before the welcome")
            return
        now = self._loop.time()
        hold_s = self._account.draw(len(data), now)
        if hold_s > MAX_HOLD_S:
            self._close(Close.TOO_MUCH)  # the client sends the missing ink again after its next welcome
            return
        if hold_s:
            self._hold(hold_s)
        try:
            paper, piece = decode_ink_from_client(data)
        except BadMessage as error:
            self._reject(str(error))
            return
        if now != self._turn:
            self._turn, self._pieces = now, 0
        self._pieces += 1
        if self._is_behind or (len(piece) <= SMALL_BYTES and self._pieces <= PIECES_PER_TURN):
            self._draw(paper, piece)
        else:
            self._defer(partial(self._draw, paper, piece))

    def _draw(self, paper: int, piece: bytes) -> None:
        if self._table is None or self._member is None:
            return
        try:
            rest = self._table.draw(self._member, paper, piece)
        except BadInk as error:
            self._reject(str(error))
        except MissingInk:
            self._close(Close.OUT_OF_STEP)
        else:
            if rest:
                self._defer(partial(self._draw, paper, rest))

    # Backlog and backpressure.

    def _defer(self, work: Callable[[], None]) -> None:
        """Put work first in the queue, and let the backlog run it."""
        self._queue.appendleft(work)
        if not self._is_behind:
            self._is_behind = True
            self._transport.pause_reading()
            self._services.backlog.add(self._catch_up)

    def _catch_up(self) -> bool:
        """Run the next work in the queue; return False once it is empty."""
        if self._queue and not self._outbox.is_closed:
            self._queue.popleft()()
        if self._queue and not self._outbox.is_closed:
            return True
        self._queue.clear()
        self._is_behind = False
        self._resume_reading()
        return False

    def _hold(self, seconds: float) -> None:
        """Apply backpressure to a client that draws too much."""
        self._transport.pause_reading()
        if self._hold_timer is not None:
            self._hold_timer.cancel()
        self._hold_timer = self._loop.call_later(seconds, self._end_hold)

    def _end_hold(self) -> None:
        self._hold_timer = None
        self._resume_reading()

    def _resume_reading(self) -> None:
        """Resume reading unless something forbids it; a client that does not read is not read either."""
        if not (self._must_not_read or self._outbox.is_lagging or self._outbox.is_closed):
            self._transport.resume_reading()

    @property
    def _must_not_read(self) -> bool:
        """Whether the client is held back for drawing too much, or has ink in the backlog."""
        return self._hold_timer is not None or self._is_behind

    def _receive_ping(self, data: bytes) -> None:
        if self._spend(MessageKind.REQUEST) is SpendResult.OK:
            self._outbox.send(encode_frame(PONG, data))
        else:
            self._strike()  # browsers send no pings

    def _receive_text(self, data: bytes) -> None:
        self._services.metrics.messages += 1
        try:
            message = decode_from_client(data)
        except BadMessage as error:
            self._reject(str(error))
            return
        if isinstance(message, from_client.Hello):
            if self._joining is not None:
                self._reject("a second hello")
            else:
                self._joining = self._loop.create_task(self._join(message, data))
        elif self._table is None or self._member is None:
            self._reject("a message before the welcome")
        else:
            self._receive_request(self._table, self._member, message)

    def _receive_request(
        self,
        table: LiveTable,
        member: Member,
        message: from_client.AnyRequest,
    ) -> None:
        verdict = self._spend(_kind_of(message))
        if verdict is SpendResult.OK:
            table.receive(member, message)
        elif verdict is SpendResult.OVER_ADDRESS_LIMIT or self._strike():
            self._refuse(message, Reason.TOO_MUCH)

    def _spend(self, kind: MessageKind) -> SpendResult:
        """Pay for a message; before the hello, which brings the key, only the address pays."""
        now = self._loop.time()
        if self._account is not None:
            return self._account.spend(kind, now)
        return SpendResult.OK if getattr(self._address, kind.value).spend(now) else SpendResult.OVER_KEY_LIMIT

    # Joining.

    async def _join(self, hello: from_client.Hello, data: bytes) -> None:
        if not self._address.welcomes.spend(self._loop.time()):
            self._close(Close.TOO_MUCH)
            return
        try:
            table = await self._find(hello.table, hello.key)
        except Damaged:
            self._close(Close.DAMAGED)
            return
        except Unavailable:
            self._close(Close.RESTART)
            return
        if table is None:
            self._close(Close.NO_SUCH_TABLE)
            return
        if isinstance(table, RemoteTable):
            self._leave_to(table, data)
            return
        now = self._loop.time()
        self._account = self._services.budgets.account(hash_key(table.code, hello.key), self._address, now)
        if not self._account.charge_join(now):
            self._close(Close.TOO_MUCH)
            return
        table.join(hello, self._outbox, self._account, lambda result: self._joined(table, result))

    def _leave_to(self, table: RemoteTable, hello: bytes) -> None:
        """Let another node go on with the client."""
        if self._move is None:
            self._close(Close.RESTART)
        elif not self._outbox.is_closed:
            self._hello_timer.cancel()
            self._outbox.is_closed = True
            self._move(table, hello)

    def _joined(self, table: LiveTable, result: Member | Reason) -> None:
        if isinstance(result, Reason):
            self._close(Close.NOT_LET_IN, result)
            return
        self._hello_timer.cancel()
        self._table, self._member = table, result

    def _hello_timed_out(self) -> None:
        self._close(Close.NO_HELLO if self._joining is None else Close.RESTART)

    # Output.

    def _refuse(self, message: from_client.AnyRequest, reason: Reason) -> None:
        self._services.metrics.refused_messages += 1
        refused = RequestRefused(from_client.message_type(message), reason)
        self._outbox.send(encode_frame(TEXT, encode(refused)))

    def _strike(self) -> bool:
        """Count a violation of a limit; return False once there are too many."""
        strikes = self._address.strikes if self._account is None else self._account.strikes
        if strikes.spend(self._loop.time()):
            return True
        self._close(Close.TOO_MUCH)
        return False

    def _reject(self, why: str) -> None:
        self._services.metrics.bad_messages += 1
        self._close(Close.BAD_MESSAGE, why)

    def _close(self, why: Close, reason: str = "") -> None:
        self._outbox.close(why, reason)


def _kind_of(message: from_client.AnyRequest) -> MessageKind:
    if isinstance(message, from_client.GameRequest):
        return MessageKind.ACTION
    if isinstance(message, from_client.Resync):
        return MessageKind.WELCOME
    return (
        MessageKind.CHAT if isinstance(message, from_client.Chat | from_client.React) else MessageKind.REQUEST
    )
