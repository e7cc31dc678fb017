"""One socket: what a client says is measured, read at the gate, and handed to its table."""

import asyncio
from collections.abc import Awaitable, Callable

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.ink import BadInk, Missing
from pictomania.log import Unavailable
from pictomania.server.archive import Damaged
from pictomania.server.credit import Credit
from pictomania.server.hosted import Hosted
from pictomania.server.metrics import Metrics
from pictomania.server.outbox import MOST_WAITING, PONG, TEXT, Outbox, framed
from pictomania.server.pace import Credits, Pace
from pictomania.table.seat import Member
from pictomania.wire import from_client as said
from pictomania.wire.frames import heard_ink
from pictomania.wire.gate import BadMessage, heard, written
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import Refused

HELLO_S = 10.0  # within which a socket must say who it is, and be at its table
INK_BYTES_FOR_ONE = 256  # a large piece, after a reconnect, costs more credit than a small one
SAYING_WHERE = 4  # and so does one that says where it belongs, since a line may have to be read again

Find = Callable[[str], Awaitable[Hosted | None]]


class Socket(WSListener):
    """A client's side of the table, until the connection ends."""

    def __init__(self, find: Find, metrics: Metrics, pace: Pace) -> None:
        """`find` finds a table by what somebody takes for its code; it may raise `Damaged`."""
        self._find = find
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._outbox: Outbox  # these two from the moment when there is a connection
        self._impatience: asyncio.TimerHandle
        self._hosted: Hosted | None = None
        self._member: Member | None = None
        self._arriving: asyncio.Task[None] | None = None
        self._credits = Credits(pace)

    # From picows.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Wait for the hello, but not for ever."""
        wire = transport.underlying_transport
        wire.set_write_buffer_limits(high=MOST_WAITING)
        self._outbox = Outbox(wire, self._metrics)
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
        if self._hosted is None or self._member is None:
            self._bad("ink before the welcome")
            return
        cost = len(data) / INK_BYTES_FOR_ONE + (1 if len(data) > 2 and data[2] else SAYING_WHERE)
        if not self._credits.ink.spend(self._loop.time(), cost):
            self._close(Close.TOO_MUCH)  # dropping some would tear the stream; all that lacks is sent again
            return
        try:
            paper, piece = heard_ink(data)
            self._hosted.draw(self._member, paper, piece)
        except (BadMessage, BadInk) as error:
            self._bad(str(error))
        except Missing:
            self._close(Close.OUT_OF_STEP)

    def _ping_came(self, data: bytes) -> None:
        if self._credits.wishes.spend(self._loop.time()):
            self._outbox.send(framed(PONG, data))
        else:
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
        elif self._credit_for(message).spend(self._loop.time()):
            self._hosted.hear(self._member, message)
        elif self._strike():
            self._refuse(message, Reason.TOO_MUCH)

    def _credit_for(self, message: said.Wish | said.Played) -> Credit:
        if isinstance(message, said.Act):
            return self._credits.acts
        return self._credits.talk if isinstance(message, said.Say | said.React) else self._credits.wishes

    # Arriving.

    async def _arrive(self, hello: said.Hello) -> None:
        try:
            hosted = await self._find(hello.table)
        except Damaged:
            self._close(Close.DAMAGED)
            return
        except Unavailable:
            self._close(Close.RESTART)
            return
        if hosted is None:
            self._close(Close.NO_SUCH_TABLE)
            return
        hosted.arrive(hello, self._outbox, lambda result: self._arrived(hosted, result))

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
        if self._credits.strikes.spend(self._loop.time()):
            return True
        self._close(Close.TOO_MUCH)
        return False

    def _bad(self, why: str) -> None:
        self._metrics.bad_messages += 1
        self._close(Close.BAD_MESSAGE, why)

    def _close(self, why: Close, reason: str = "") -> None:
        self._outbox.close(why, reason)
