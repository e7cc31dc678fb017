"""What one socket is sent; whoever reads too slowly is skipped, and told everything again later."""

from collections.abc import Callable
from typing import Protocol

from pictomania.server.metrics import Metrics
from pictomania.wire.reasons import Close

TEXT = 1
BINARY = 2
CLOSE = 8
PONG = 10
MOST_WAITING = 512 * 1024  # bytes written and not taken by the network; above it a socket is skipped


class Wire(Protocol):
    """The part of a transport that is used here."""

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until they can be."""
        ...

    def set_write_buffer_limits(self, high: int) -> None:
        """Say from how many waiting bytes on nothing more should be written."""
        ...

    def abort(self) -> None:
        """Drop the connection and all that waits."""
        ...

    def close(self) -> None:
        """Close the connection once everything is sent."""
        ...


def framed(kind: int, payload: bytes) -> bytes:
    """A whole frame as a server sends it; the same bytes can be written to any number of sockets."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, size)) + payload
    if size < 65_536:
        return bytes((0x80 | kind, 126)) + size.to_bytes(2, "big") + payload
    return bytes((0x80 | kind, 127)) + size.to_bytes(8, "big") + payload


class Outbox:
    """The sending side of a socket."""

    __slots__ = ("_metrics", "_wire", "is_closed", "is_lagging", "lagging_since", "on_drained", "owes")

    def __init__(self, wire: Wire, metrics: Metrics) -> None:
        """Send through this."""
        self._wire = wire
        self._metrics = metrics
        wire.set_write_buffer_limits(high=MOST_WAITING)
        self.on_drained: Callable[[], None] | None = None  # somebody who was skipped can be told everything
        self.is_closed = False
        self.is_lagging = False
        self.lagging_since = 0.0
        self.owes = False  # was anything skipped?

    def send(self, frame: bytes) -> None:
        """Send a whole frame, or skip it."""
        if self.is_lagging or self.is_closed:
            self.owes = True
            return
        self._metrics.frames_sent += 1
        self._metrics.bytes_sent += len(frame)
        self._wire.write(frame)

    def welcome(self, *frames: bytes) -> None:
        """Send everything there is to know; its size alone is no sign of a slow reader."""
        if not (self.is_lagging or self.is_closed):
            self._wire.set_write_buffer_limits(high=MOST_WAITING + sum(map(len, frames)))
        for frame in frames:
            self.send(frame)

    def paused(self, now: float) -> None:
        """Too much is waiting."""
        self.is_lagging = True
        self.lagging_since = now

    def drained(self) -> None:
        """What was waiting has been taken."""
        self.is_lagging = False
        if self.owes and self.on_drained is not None:
            self.owes = False
            self._metrics.lag_welcomes += 1
            self.on_drained()

    def close(self, why: Close, reason: str = "") -> None:
        """Say why, and close; somebody who does not read is cut off."""
        if self.is_closed:
            return
        self.is_closed = True
        if self.is_lagging:
            self._wire.abort()
            return
        self._wire.write(framed(CLOSE, int(why).to_bytes(2, "big") + reason.encode()[:120]))
        self._wire.close()
