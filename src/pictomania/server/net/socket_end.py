"""What a client's socket leads to: a table of this server, or another server."""

from typing import Protocol

from pictomania.server.net.outbox import FrameTransport
from pictomania.wire.reasons import Close


class SocketTransport(FrameTransport, Protocol):
    """The part of `asyncio.Transport` that is used for sockets."""

    def pause_reading(self) -> None:
        """Receive no more frames for now."""
        ...

    def resume_reading(self) -> None:
        """Receive frames again."""
        ...


class SocketEnd(Protocol):
    """Takes what comes from a client."""

    def connected(self, transport: SocketTransport) -> None:
        """Start."""
        ...

    def receive(self, kind: int, data: bytes) -> None:
        """Handle a frame: its opcode, which is that of a text, of ink or of a ping, and its payload."""
        ...

    def reject(self, why: Close) -> None:
        """Close the socket because of a frame that clients do not send."""
        ...

    def left(self) -> None:
        """Send nothing more: the client is closing the socket."""
        ...

    def disconnected(self) -> None:
        """End."""
        ...

    def pause_writing(self) -> None:
        """Stop sending: the client reads too slowly."""
        ...

    def resume_writing(self) -> None:
        """Send again: the client has caught up."""
        ...
