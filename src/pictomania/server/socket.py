"""One socket: what a client says is measured, read at the gate, and handed to its table.

Budgets belong to the key and the address, not to the socket: reconnecting resets nothing.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.ink import BadInk, Missing
from pictomania.log import Unavailable
from pictomania.server.archive import Damaged
from pictomania.server.backlog import Backlog
from pictomania.server.budgets import LONGEST_HOLD_S, Account, Budgets, Kind, Verdict
from pictomania.server.hosted import Hosted
from pictomania.server.metrics import Metrics
from pictomania.server.outbox import PONG, TEXT, Outbox, framed
from pictomania.table.codes import hashed
from pictomania.table.seat import Member
from pictomania.wire import from_client as said
from pictomania.wire.frames import heard_ink
from pictomania.wire.gate import BadMessage, heard, written
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused

HELLO_S = 10.0  # within which a socket must say who it is, and be at its table

AT_ONCE = 2  # pieces of ink of one socket that are taken in one turn of the event loop
SMALL_BYTES = 256  # a piece that is larger waits for its turn
MOST_BEHIND = 4_000  # frames that wait behind such a piece

Find = Callable[[str, str], Awaitable[Hosted | None]]


class Socket(WSListener):
    """A client's side of the table, until the connection ends."""

    def __init__(self, find: Find, metrics: Metrics, budgets: Budgets, bucket: str, backlog: Backlog) -> None:
        """`find` finds a table by what somebody takes for its code, and a key; it may raise `Damaged`.

        `bucket` is the address that pays; `backlog` takes what is too much for one turn of the event loop.
        """
        self._backlog = backlog
        self._find = find
        self._metrics = metrics
        self._budgets = budgets
        self._loop = asyncio.get_running_loop()
        self._outbox: Outbox  # these three from the moment when there is a connection
        self._wire: asyncio.Transport
        self._impatience: asyncio.TimerHandle
        self._hosted: Hosted | None = None
        self._member: Member | None = None
        self._arriving: asyncio.Task[None] | None = None
        self._address = budgets.of_address(bucket, self._loop.time())
        self._account: Account | None = None  # known with the key
        self._held: asyncio.TimerHandle | None = None  # until when nothing is read
        self._behind: deque[Callable[[], None]] = deque()  # what came and could not be done at once
        self._is_behind = False
        self._turn = 0.0  # of the event loop, and how many pieces of ink came in it
        self._pieces = 0

    # From picows.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Wait for the hello, but not for ever."""
        self._wire = transport.underlying_transport
        self._outbox = Outbox(self._wire, self._metrics)
        self._impatience = self._loop.call_later(HELLO_S, self._wait_no_more)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Ink or a message; nobody of ours sends either in fragments."""
        kind = frame.msg_type
        if self._outbox.is_closed:
            return  # it came right behind what was too much, or bad
        if not frame.fin or frame.rsv1 or frame.rsv2 or frame.rsv3 or kind == WSMsgType.CONTINUATION:
            self._close(Close.UNSUPPORTED)
        elif kind == WSMsgType.BINARY:
            if self._is_behind:
                self._wait_in_line(self._ink_came, frame.get_payload_as_bytes())
            else:
                self._ink_came(frame.get_payload_as_bytes())
        elif kind == WSMsgType.TEXT:
            self._text_frame_came(frame.get_payload_as_bytes())
        elif kind == WSMsgType.PING:
            self._ping_came(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self._outbox.is_closed = True
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Leave the table; the seat stays."""
        self._impatience.cancel()
        if self._held is not None:
            self._held.cancel()
        self._outbox.is_closed = True
        if self._hosted is not None and self._member is not None:
            self._hosted.leave(self._member)

    def pause_writing(self) -> None:
        """Too much waits to be read by this client."""
        self._outbox.paused(self._loop.time())

    def resume_writing(self) -> None:
        """It has caught up."""
        self._outbox.drained()

    # What comes in.

    def _text_frame_came(self, data: bytes) -> None:
        if self._is_behind:
            self._wait_in_line(self._text_came, data)
        else:
            self._text_came(data)

    def _wait_in_line(self, came: Callable[[bytes], None], data: bytes) -> None:
        """Do something after what came before it and has to wait."""
        if len(self._behind) < MOST_BEHIND:
            self._behind.append(partial(came, data))
        else:
            self._close(Close.TOO_MUCH)

    def _ink_came(self, data: bytes) -> None:
        self._metrics.ink_pieces += 1
        self._metrics.ink_bytes += len(data)
        if self._hosted is None or self._member is None or self._account is None:
            self._bad("ink before the welcome")
            return
        now = self._loop.time()
        hold_s = self._account.draw(len(data), now)
        if hold_s > LONGEST_HOLD_S:
            self._close(Close.TOO_MUCH)  # what lacks is sent again after the next welcome
            return
        if hold_s:
            self._hold(hold_s)
        try:
            paper, piece = heard_ink(data)
        except BadMessage as error:
            self._bad(str(error))
            return
        if now != self._turn:
            self._turn, self._pieces = now, 0
        self._pieces += 1
        if self._is_behind or (len(piece) <= SMALL_BYTES and self._pieces <= AT_ONCE):
            self._draw(paper, piece)
        else:
            self._fall_behind(partial(self._draw, paper, piece))

    def _draw(self, paper: int, piece: bytes) -> None:
        if self._hosted is None or self._member is None:
            return
        try:
            rest = self._hosted.draw(self._member, paper, piece)
        except BadInk as error:
            self._bad(str(error))
        except Missing:
            self._close(Close.OUT_OF_STEP)
        else:
            if rest:
                self._fall_behind(partial(self._draw, paper, rest))

    # Too much at once.

    def _fall_behind(self, work: Callable[[], None]) -> None:
        """Do something later, before anything that comes after it."""
        self._behind.appendleft(work)
        if not self._is_behind:
            self._is_behind = True
            self._wire.pause_reading()
            self._backlog.put(self._catch_up)

    def _catch_up(self) -> bool:
        """Do the next thing that waits; False once there is no more."""
        if self._behind and not self._outbox.is_closed:
            self._behind.popleft()()
        if self._behind and not self._outbox.is_closed:
            return True
        self._behind.clear()
        self._is_behind = False
        self._read_on()
        return False

    def _hold(self, seconds: float) -> None:
        """Apply backpressure to a client that draws too much."""
        self._wire.pause_reading()
        if self._held is not None:
            self._held.cancel()
        self._held = self._loop.call_later(seconds, self._hold_no_more)

    def _hold_no_more(self) -> None:
        self._held = None
        self._read_on()

    def _read_on(self) -> None:
        """Read again, unless there is another reason not to: who does not read is not listened to either."""
        is_waiting = self._held is not None or self._is_behind
        if not (is_waiting or self._outbox.is_lagging or self._outbox.is_closed):
            self._wire.resume_reading()

    def _ping_came(self, data: bytes) -> None:
        if self._spend(Kind.WISH) is Verdict.FINE:
            self._outbox.send(framed(PONG, data))
        else:
            self._strike()  # browsers send none

    def _text_came(self, data: bytes) -> None:
        self._metrics.messages += 1
        try:
            message = heard(data)
        except BadMessage as error:
            self._bad(str(error))
            return
        if isinstance(message, said.Hello):
            if self._arriving is not None:
                self._bad("a second hello")
            else:
                self._arriving = self._loop.create_task(self._arrive(message))
        elif self._hosted is None or self._member is None:
            self._bad("a message before the welcome")
        else:
            self._message_came(self._hosted, self._member, message)

    def _message_came(self, hosted: Hosted, member: Member, message: said.Wish | said.Played) -> None:
        verdict = self._spend(_kind_of(message))
        if verdict is Verdict.FINE:
            hosted.hear(member, message)
        elif verdict is Verdict.CROWDED or self._strike():
            self._refuse(message, Reason.TOO_MUCH)

    def _spend(self, kind: Kind) -> Verdict:
        """Pay for a message; before the hello, which tells the key, only the address pays."""
        now = self._loop.time()
        if self._account is not None:
            return self._account.spend(kind, now)
        return Verdict.FINE if getattr(self._address, kind.value).spend(now) else Verdict.TOO_MANY

    # Arriving.

    async def _arrive(self, hello: said.Hello) -> None:
        if not self._address.welcomes.spend(self._loop.time()):
            self._close(Close.TOO_MUCH)
            return
        try:
            hosted = await self._find(hello.table, hello.key)
        except Damaged:
            self._close(Close.DAMAGED)
            return
        except Unavailable:
            self._close(Close.RESTART)
            return
        if hosted is None:
            self._close(Close.NO_SUCH_TABLE)
            return
        now = self._loop.time()
        self._account = self._budgets.account(hashed(hosted.code, hello.key), self._address, now)
        if not self._account.may_arrive(now):
            self._close(Close.TOO_MUCH)
            return
        hosted.arrive(hello, self._outbox, self._account, lambda result: self._arrived(hosted, result))

    def _arrived(self, hosted: Hosted, result: Member | Reason) -> None:
        if isinstance(result, Reason):
            self._close(Close.NOT_LET_IN, result)
            return
        self._impatience.cancel()
        self._hosted, self._member = hosted, result

    def _wait_no_more(self) -> None:
        self._close(Close.NO_HELLO if self._arriving is None else Close.RESTART)

    # What goes out.

    def _refuse(self, message: said.Wish | said.Played, reason: Reason) -> None:
        self._metrics.refused_messages += 1
        kind = str(type(message).__struct_config__.tag)
        self._outbox.send(framed(TEXT, written(Refused(kind, reason))))

    def _strike(self) -> bool:
        """Count somebody being over a limit; True while it can be excused."""
        strikes = self._address.strikes if self._account is None else self._account.strikes
        if strikes.spend(self._loop.time()):
            return True
        self._close(Close.TOO_MUCH)
        return False

    def _bad(self, why: str) -> None:
        self._metrics.bad_messages += 1
        self._close(Close.BAD_MESSAGE, why)

    def _close(self, why: Close, reason: str = "") -> None:
        self._outbox.close(why, reason)


def _kind_of(message: said.Wish | said.Played) -> Kind:
    if isinstance(message, said.Act):
        return Kind.ACT
    if isinstance(message, said.AskWelcome):
        return Kind.WELCOME
    return Kind.TALK if isinstance(message, said.Say | said.React) else Kind.WISH
