"""One socket: what a client says is measured, read at the gate, and handed to its table.

Budgets belong to the key and the address, not to the socket: reconnecting resets nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.ink import BadInk, Missing
from pictomania.log import Unavailable
from pictomania.server.archive import Damaged
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

Find = Callable[[str, str], Awaitable[Hosted | None]]


class Socket(WSListener):
    """A client's side of the table, until the connection ends."""

    def __init__(self, find: Find, metrics: Metrics, budgets: Budgets, bucket: str) -> None:
        """`find` finds a table by what somebody takes for its code, and a key; it may raise `Damaged`.

        `bucket` is the address that pays.
        """
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
            self._ink_came(frame.get_payload_as_bytes())
        elif kind == WSMsgType.TEXT:
            self._text_came(frame.get_payload_as_bytes())
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

    def _ink_came(self, data: bytes) -> None:
        self._metrics.ink_pieces += 1
        self._metrics.ink_bytes += len(data)
        if self._hosted is None or self._member is None or self._account is None:
            self._bad("ink before the welcome")
            return
        hold_s = self._account.draw(len(data), self._loop.time())
        if hold_s > LONGEST_HOLD_S:
            self._close(Close.TOO_MUCH)  # what lacks is sent again after the next welcome
            return
        if hold_s:
            self._hold(hold_s)
        try:
            paper, piece = heard_ink(data)
            self._hosted.draw(self._member, paper, piece)
        except (BadMessage, BadInk) as error:
            self._bad(str(error))
        except Missing:
            self._close(Close.OUT_OF_STEP)

    def _hold(self, seconds: float) -> None:
        """Apply backpressure to a client that draws too much."""
        if self._held is None:
            self._wire.pause_reading()
        else:
            self._held.cancel()
        self._held = self._loop.call_later(seconds, self._read_on)

    def _read_on(self) -> None:
        self._held = None
        if not (self._outbox.is_lagging or self._outbox.is_closed):  # who does not read is not listened to
            self._wire.resume_reading()

    def _ping_came(self, data: bytes) -> None:
        verdict = self._spend(Kind.WISH)
        if verdict is Verdict.FINE:
            self._outbox.send(framed(PONG, data))
        elif verdict is Verdict.TOO_MANY:
            self._strike()

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
