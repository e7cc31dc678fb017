"""One WebSocket connection of a client, until it is lost."""

from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport


class FrameHandler(Protocol):
    """Receiver of a connection's frames."""

    def on_text(self, data: bytes) -> None:
        """Handle a text message."""
        ...

    def on_ink(self, data: bytes) -> list[bytes] | None:
        """Handle ink; return the frames to send in reply to a welcome's sheets, None for other ink."""
        ...


class ClientConnection(WSListener):
    """Connection that sends the hello as soon as it opens."""

    def __init__(self, handler: FrameHandler, hello: bytes) -> None:
        self.is_welcomed = False  # sheets included; until then the server would reject anything sent
        self.code = 0
        self.reason = ""
        self._handler = handler
        self._hello = hello
        self._is_closing = False
        self._transport: WSTransport | None = None

    # Outgoing.

    @property
    def is_open(self) -> bool:
        """Whether `send` would send: connected and welcomed."""
        return self._transport is not None and self.is_welcomed

    def send(self, kind: WSMsgType, data: bytes) -> None:
        """Send a frame, or drop it if the connection is not open."""
        if self._transport is not None and self.is_welcomed:
            self._transport.send(kind, data)

    def drop(self) -> None:
        """Abort the connection without a closing handshake."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)
            self._transport = None

    def close(self) -> None:
        """Close the connection, now or as soon as it opens."""
        self._is_closing = True
        if self._transport is not None:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()

    # Incoming.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send the hello, unless the client has given up in the meantime."""
        self._transport = transport
        if self._is_closing:
            self.close()
        else:
            transport.send(WSMsgType.TEXT, self._hello)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Pass a frame to the handler."""
        if frame.msg_type == WSMsgType.TEXT:
            self._handler.on_text(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.BINARY:
            missing = self._handler.on_ink(frame.get_payload_as_bytes())
            self.is_welcomed |= missing is not None
            for piece in missing or ():
                self.send(WSMsgType.BINARY, piece)
        elif frame.msg_type == WSMsgType.CLOSE:
            payload = frame.get_payload_as_bytes()
            self.code, self.reason = int.from_bytes(payload[:2], "big"), payload[2:].decode(errors="replace")
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Stop sending."""
        self._transport = None
