"""The clients of other nodes that play at tables of this one: each looks like a client with a socket here."""

from collections.abc import Callable, Sequence

from pictomania.server.cluster.link import Link
from pictomania.server.cluster.records import FRAMES, ONLY_SEATED, RecordKind
from pictomania.server.net.socket_end import SocketEnd

Connect = Callable[[str, bool], SocketEnd]  # with the address that pays, and whether only a seat gives access


class RemoteClients(Link):
    """The end of a link at the node that has the tables."""

    def __init__(self, connect: Connect) -> None:
        """`connect` creates what a new client's socket leads to."""
        super().__init__()
        self._connect = connect
        self._sockets: dict[int, SocketEnd] = {}
        self._lagging: set[int] = set()  # channels

    def receive(self, kind: RecordKind, channels: Sequence[int], payload: bytes) -> None:
        """Handle what a client sent, or what became of it."""
        (channel,) = channels
        if kind is RecordKind.OPENED:
            self._open(channel, payload)
            return
        socket = self._sockets.get(channel)
        if socket is None:
            return  # its end is on the way
        if kind in FRAMES:
            socket.receive(kind, payload)
        elif kind is RecordKind.ENDED:
            del self._sockets[channel]
            self._lagging.discard(channel)
            socket.disconnected()
        elif kind is RecordKind.LAGS:
            self._lagging.add(channel)
            socket.pause_writing()
        elif kind is RecordKind.KEEPS_UP:
            self._lagging.discard(channel)
            if not self.is_congested:
                socket.resume_writing()

    def _open(self, channel: int, payload: bytes) -> None:
        socket = self._connect(payload[1:].decode(), payload[:1] == ONLY_SEATED)
        self._sockets[channel] = socket
        socket.connected(RemoteTransport(self, channel))

    def congested(self) -> None:
        """Let no table write to clients of this link."""
        for channel in self._sockets.keys() - self._lagging:
            self._sockets[channel].pause_writing()

    def relieved(self) -> None:
        """Let tables write again to clients that keep up."""
        for channel in self._sockets.keys() - self._lagging:
            self._sockets[channel].resume_writing()

    def lost(self) -> None:
        """All clients of the other node have left; they come back by another way."""
        sockets, self._sockets = self._sockets, {}
        for socket in sockets.values():
            socket.disconnected()


class RemoteTransport:
    """Writes to a client of another node."""

    __slots__ = ("_channel", "_link")

    def __init__(self, link: Link, channel: int) -> None:
        self._link = link
        self._channel = channel

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._link.send(RecordKind.WRITE, self._channel, data)

    def set_write_buffer_limits(self, high: int) -> None:
        """Set the number of unsent bytes above which the client lags."""
        self._link.send(RecordKind.LIMIT, self._channel, high.to_bytes(4, "little"))

    def pause_reading(self) -> None:
        """Receive no more frames for now."""
        self._link.send(RecordKind.PAUSE, self._channel)

    def resume_reading(self) -> None:
        """Receive frames again."""
        self._link.send(RecordKind.RESUME, self._channel)

    def abort(self) -> None:
        """Drop the connection."""
        self._link.send(RecordKind.ABORT, self._channel)

    def close(self) -> None:
        """Close the connection once everything is sent."""
        self._link.send(RecordKind.CLOSE, self._channel)
