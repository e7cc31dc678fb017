"""One socket of a client, until it is lost."""

from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport


class Client(Protocol):
    """Who listens."""

    def text_came(self, data: bytes) -> None:
        """Take in what was said."""
        ...

    def ink_came(self, data: bytes) -> list[bytes] | None:
        """Take in ink; the answer to all sheets is what to send, and None to anything else."""
        ...


class Connection(WSListener):
    """Says hello as soon as it is made."""

    def __init__(self, client: Client, hello: bytes) -> None:
        """Not connected yet."""
        self.is_welcomed = False  # with sheets: before, nobody listens, and nobody knows where ink goes on
        self.code = 0
        self.reason = ""
        self._client = client
        self._hello = hello
        self._is_left = False
        self._transport: WSTransport | None = None

    # What one does.

    @property
    def is_heard(self) -> bool:
        """Does somebody listen, as far as one can know?"""
        return self._transport is not None and self.is_welcomed

    def send(self, kind: WSMsgType, data: bytes) -> None:
        """Send, as long as somebody listens."""
        if self._transport is not None and self.is_welcomed:
            self._transport.send(kind, data)

    def drop(self) -> None:
        """Break off."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)
            self._transport = None

    def leave(self) -> None:
        """Say good-bye, at once or as soon as there is a connection."""
        self._is_left = True
        if self._transport is not None:
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()

    # What happens.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello, unless nobody wants to go there any more."""
        self._transport = transport
        if self._is_left:
            self.leave()
        else:
            transport.send(WSMsgType.TEXT, self._hello)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Hand on what came."""
        if frame.msg_type == WSMsgType.TEXT:
            self._client.text_came(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.BINARY:
            lacking = self._client.ink_came(frame.get_payload_as_bytes())
            self.is_welcomed |= lacking is not None
            for piece in lacking or ():
                self.send(WSMsgType.BINARY, piece)
        elif frame.msg_type == WSMsgType.CLOSE:
            payload = frame.get_payload_as_bytes()
            self.code, self.reason = int.from_bytes(payload[:2], "big"), payload[2:].decode(errors="replace")
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Send nothing any more."""
        self._transport = None
