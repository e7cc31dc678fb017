"""The clients of other nodes that play at tables of this one: each looks like a client with a socket here."""

import logging
from collections.abc import Callable, Sequence

from pictomania.server.cluster.link import Link
from pictomania.server.cluster.records import RecordKind, decode_opening
from pictomania.server.net.outbox import CLOSE, encode_frame
from pictomania.server.net.socket_end import SocketEnd
from pictomania.server.structured_logging import log_event

INTERNAL_ERROR = (1011).to_bytes(2, "big")  # the code with which picows closes a local client's socket
FRAMES = frozenset((RecordKind.TEXT, RecordKind.BINARY, RecordKind.PING))

Connect = Callable[[str, bool], SocketEnd]  # with the address that pays, and whether only a seat gives access


class RemoteClients(Link):
    """The end of a link at the node that has the tables."""

    def __init__(self, connect: Connect) -> None:
        """`connect` creates what a new client's socket leads to."""
        super().__init__()
        self._connect = connect
        self._sockets: dict[int, SocketEnd] = {}
        self._lagging: set[int] = set()  # channels

    def receive(self, kind: int, channels: Sequence[int], payload: bytes) -> None:
        """Handle what clients sent, or what became of them."""
        for channel in channels:
            socket = self._sockets.get(channel)
            if socket is not None:
                self._receive_from(socket, channel, kind, payload)
            elif kind == RecordKind.OPENED:
                self._open(channel, payload)

    def _open(self, channel: int, payload: bytes) -> None:
        self._sockets[channel] = socket = self._connect(*decode_opening(payload))
        socket.connected(RemoteTransport(self, channel))
        if self.is_congested:
            socket.pause_writing()

    def _receive_from(self, socket: SocketEnd, channel: int, kind: int, payload: bytes) -> None:
        try:
            if kind in FRAMES:
                socket.receive(kind, payload)
            else:
                self._tell(socket, channel, kind)
        except Exception:  # noqa: BLE001 (a bug of ours must not end the sockets of all other clients)
            log_event("the socket of a remote client crashed", logging.ERROR, trace=True)
            transport = RemoteTransport(self, channel)
            transport.write(encode_frame(CLOSE, INTERNAL_ERROR))
            transport.close()

    def _tell(self, socket: SocketEnd, channel: int, kind: int) -> None:
        """Tell a socket what happened to it."""
        if kind == RecordKind.ENDED:
            del self._sockets[channel]
            self._lagging.discard(channel)
            socket.disconnected()
        elif kind == RecordKind.LAGS:
            self._lagging.add(channel)
            socket.pause_writing()
        elif kind == RecordKind.KEEPS_UP:
            self._lagging.discard(channel)
            if not self.is_congested:
                socket.resume_writing()

    def congested(self) -> None:
        """Let no table write to clients of this link."""
        # Unlike a client's connection, a link is still read: pongs must come through, and a client that waits
        # can't make the table send more.
        self._transport.underlying_transport.resume_reading()
        for channel in self._sockets.keys() - self._lagging:
            self._sockets[channel].pause_writing()

    def relieved(self) -> None:
        """Let tables write again to clients that keep up."""
        for channel in self._sockets.keys() - self._lagging:
            self._sockets[channel].resume_writing()

    def lost(self) -> None:
        """All clients of the other node have left; they come back by another way."""
        for channel, socket in list(self._sockets.items()):
            self._receive_from(socket, channel, RecordKind.ENDED, b"")


class RemoteTransport:
    """Writes to a client of another node."""

    __slots__ = ("_channel", "_link")

    def __init__(self, link: Link, channel: int) -> None:
        self._link = link
        self._channel = channel

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._link.write(self._channel, data)

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
