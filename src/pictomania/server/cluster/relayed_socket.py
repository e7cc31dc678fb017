"""A client's socket whose table is on another node: passes its frames on, and does what that node wants."""

from contextlib import suppress
from typing import Protocol

from pictomania.server.cluster.records import RecordKind
from pictomania.server.net.outbox import CLOSE, MAX_UNSENT, encode_frame
from pictomania.server.net.socket_end import SocketTransport
from pictomania.wire.reasons import Close

MAX_EARLY = 16  # frames that a client may send while its link is being opened


class LinkToTable(Protocol):
    """The link to the node that has the table."""

    is_congested: bool

    def add(self, socket: "RelayedSocket", bucket: str, *, only_seated: bool) -> int:
        """Open a channel for a socket, and return its number."""
        ...

    def send(self, kind: int, channel: int, payload: bytes = b"") -> None:
        """Send a record."""
        ...

    def end(self, channel: int) -> None:
        """Close a channel."""
        ...


class RelayedSocket:
    """One socket; it is read only while the other node can take what the client sends."""

    def __init__(self, transport: SocketTransport, bucket: str) -> None:
        """`bucket` is the address that pays."""
        self._transport = transport
        self._bucket = bucket
        self._link: LinkToTable | None = None  # until it is open
        self._channel = 0
        self._early: list[tuple[int, bytes]] = []  # what was read before that
        self._is_paused = False  # the other node wants to receive nothing now
        self._is_lagging = False
        self._is_closed = False
        transport.set_write_buffer_limits(high=MAX_UNSENT)
        self.update_reading()

    def open(self, link: LinkToTable, hello: bytes, *, only_seated: bool) -> None:
        """Go on over a link, unless the client is gone."""
        if self._is_closed:
            return
        self._link = link
        self._channel = link.add(self, self._bucket, only_seated=only_seated)
        link.send(RecordKind.TEXT, self._channel, hello)
        for kind, data in self._early:
            link.send(kind, self._channel, data)
        self._early.clear()
        self.update_reading()

    def update_reading(self) -> None:
        """Read from the client, or stop; one that does not read is not read either."""
        link = self._link
        may_read = link is not None and not (link.is_congested or self._is_paused or self._is_lagging)
        with suppress(RuntimeError):  # of a transport that is closing
            if may_read:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    # From the client.

    def connected(self, transport: SocketTransport) -> None:
        """Nothing to do: it was connected before."""

    def receive(self, kind: int, data: bytes) -> None:
        """Pass a frame on."""
        if self._is_closed:
            return  # sent right behind something that was refused
        if self._link is not None:
            self._link.send(kind, self._channel, data)
        elif len(self._early) < MAX_EARLY:
            self._early.append((kind, data))
        else:
            self.reject(Close.TOO_MUCH)

    def reject(self, why: Close) -> None:
        """Close the socket from this side; the other node is told when that is done."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._is_lagging:
            self._transport.abort()
        else:
            self._transport.write(encode_frame(CLOSE, int(why).to_bytes(2, "big")))
            self._transport.close()

    def left(self) -> None:
        """Send nothing more: the client is closing the socket."""
        self._is_closed = True

    def disconnected(self) -> None:
        """Tell the other node that the client is gone."""
        self._is_closed = True
        if self._link is not None:
            self._link.end(self._channel)

    def pause_writing(self) -> None:
        """Tell the other node that the client reads too slowly."""
        self._is_lagging = True
        if self._link is not None:
            self._link.send(RecordKind.LAGS, self._channel)

    def resume_writing(self) -> None:
        """Tell the other node that the client has caught up."""
        self._is_lagging = False
        if self._link is not None:
            self._link.send(RecordKind.KEEPS_UP, self._channel)
        self.update_reading()  # the connection has just resumed it

    # From the other node.

    def write(self, data: bytes) -> None:
        """Send bytes to the client."""
        if not self._is_closed:
            self._transport.write(data)

    def obey(self, kind: int, payload: bytes) -> None:
        """Do what the other node wants, other than to write."""
        if self._is_closed:
            return
        if kind == RecordKind.PAUSE:
            self._is_paused = True
            self.update_reading()
        elif kind == RecordKind.RESUME:
            self._is_paused = False
            self.update_reading()
        elif kind == RecordKind.LIMIT:
            self._transport.set_write_buffer_limits(high=int.from_bytes(payload, "little"))
        elif kind == RecordKind.CLOSE:
            self._is_closed = True
            self._transport.close()
        elif kind == RecordKind.ABORT:
            self._is_closed = True
            self._transport.abort()
