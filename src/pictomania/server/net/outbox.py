"""The sending side of a socket: a client that reads too slowly is skipped, and welcomed again later."""

from collections.abc import Callable
from typing import Protocol

from pictomania.server.metrics import Metrics
from pictomania.wire.reasons import Close

TEXT = 1
BINARY = 2
CLOSE = 8
PING = 9
PONG = 10
MAX_UNSENT = 512 * 1024  # bytes in the write buffer; above it, frames to this socket are skipped


class FrameTransport(Protocol):
    """The part of `asyncio.Transport` that an outbox uses."""

    def write(self, data: bytes) -> None:
        """Send or buffer bytes."""
        ...

    def set_write_buffer_limits(self, high: int) -> None:
        """Set the number of buffered bytes above which writing pauses."""
        ...

    def abort(self) -> None:
        """Drop the connection and its write buffer."""
        ...

    def close(self) -> None:
        """Close the connection once the write buffer is sent."""
        ...


def encode_frame(kind: int, payload: bytes) -> bytes:
    """Encode an unmasked frame; the same bytes can be broadcast to any number of sockets."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, size)) + payload
    if size < 65_536:
        return bytes((0x80 | kind, 126)) + size.to_bytes(2, "big") + payload
    return bytes((0x80 | kind, 127)) + size.to_bytes(8, "big") + payload


class Outbox:
    """Sends frames to one client."""

    __slots__ = (
        "_metrics",
        "_transport",
        "has_skipped",
        "is_closed",
        "is_lagging",
        "lagging_since",
        "on_drained",
    )

    def __init__(self, transport: FrameTransport, metrics: Metrics) -> None:
        self._transport = transport
        self._metrics = metrics
        transport.set_write_buffer_limits(high=MAX_UNSENT)
        self.on_drained: Callable[[], None] | None = (
            None  # called when a client that missed frames has caught up
        )
        self.is_closed = False
        self.is_lagging = False
        self.lagging_since = 0.0
        self.has_skipped = False

    def send(self, frame: bytes) -> None:
        """Send a frame, or skip it."""
        if self.is_lagging or self.is_closed:
            self.has_skipped = True
            return
        self._metrics.frames_sent += 1
        self._metrics.bytes_sent += len(frame)
        self._transport.write(frame)

    def welcome(self, *frames: bytes) -> None:
        """Send the whole state; its size alone does not make the client a slow reader."""
        if not (self.is_lagging or self.is_closed):
            self._transport.set_write_buffer_limits(high=MAX_UNSENT + sum(map(len, frames)))
        for frame in frames:
            self.send(frame)

    def pause(self, now: float) -> None:
        """Skip frames from now on: the write buffer is full."""
        self.is_lagging = True
        self.lagging_since = now

    def resume(self) -> None:
        """Send frames again: the write buffer is below its low-water mark."""
        self.is_lagging = False
        if self.has_skipped and self.on_drained is not None:
            self.has_skipped = False
            self._metrics.lag_welcomes += 1
            self.on_drained()

    def close(self, why: Close, reason: str = "") -> None:
        """Close with a code and a reason; a client that does not read is cut off."""
        if self.is_closed:
            return
        self.is_closed = True
        if self.is_lagging:
            self._transport.abort()
            return
        self._transport.write(encode_frame(CLOSE, int(why).to_bytes(2, "big") + reason.encode()[:120]))
        self._transport.close()
