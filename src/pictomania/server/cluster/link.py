"""A link between two nodes: one WebSocket that carries the sockets of many clients.

What is sent in one turn of the event loop goes as one message: a broadcast to all clients of a node, for
example, crosses the link once.
"""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Sequence

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.server.cluster.records import BadRecords, RecordBatch, decode_records
from pictomania.server.net.outbox import BINARY, encode_frame
from pictomania.server.structured_logging import log_event

MAX_MESSAGE_BYTES = 256 * 1024  # records beyond that go into the next message
MAX_UNSENT = 8 * 1024 * 1024  # bytes in the write buffer; above it, the sockets of a link have to wait


class Link(WSListener):
    """One end of a link."""

    def __init__(self) -> None:
        self.is_open = False
        self.is_congested = False
        self._loop = asyncio.get_running_loop()
        self._transport: WSTransport  # once connected
        self._batch = RecordBatch()
        self._is_scheduled = False

    def send(self, kind: int, channel: int, payload: bytes = b"") -> None:
        """Send a record at the end of this turn of the event loop; dropped if the link is lost."""
        if self.is_open:
            self._batch.add(kind, channel, payload)
            self._schedule()

    def write(self, channel: int, data: bytes) -> None:
        """Send bytes to a client of the other node, in the same way."""
        if self.is_open:
            self._batch.write(channel, data)
            self._schedule()

    def _schedule(self) -> None:
        if self._batch.size >= MAX_MESSAGE_BYTES:
            self._flush()
        elif not self._is_scheduled:
            self._is_scheduled = True
            self._loop.call_soon(self._flush_scheduled)

    def _flush_scheduled(self) -> None:
        self._is_scheduled = False
        if self._batch.size and self.is_open:
            self._flush()

    def _flush(self) -> None:
        message = self._batch.take()
        if self._transport.is_client_side:
            self._transport.send(WSMsgType.BINARY, message)
        else:
            # For a large message, picows would give uvloop a view of a buffer, and fill that buffer again
            # with the next message before uvloop has sent it.
            self._transport.underlying_transport.write(encode_frame(BINARY, message))

    @abstractmethod
    def receive(self, kind: int, channels: Sequence[int], payload: bytes) -> None:
        """Handle a record from the other node; one of a kind that only a later release knows is ignored."""

    @abstractmethod
    def congested(self) -> None:
        """Make all sockets wait: the link is slower than they are."""

    @abstractmethod
    def relieved(self) -> None:
        """Let all sockets go on."""

    @abstractmethod
    def lost(self) -> None:
        """Give up all sockets: the other node is gone."""

    def disconnect(self) -> None:
        """Close the link once everything is sent."""
        self._transport.disconnect()

    # Called by picows.

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Start."""
        self._transport = transport
        self.is_open = True
        transport.underlying_transport.set_write_buffer_limits(high=MAX_UNSENT)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a message of the other node."""
        if frame.msg_type == WSMsgType.BINARY:
            self._receive_message(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def _receive_message(self, message: bytes) -> None:
        try:
            for kind, channels, payload in decode_records(message):
                self.receive(kind, channels, payload)
        except BadRecords as error:
            log_event("another node sends what this one cannot read", logging.ERROR, why=str(error))
            self._transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """End."""
        self.is_open = False
        self.lost()

    def pause_writing(self) -> None:
        """Stop: the write buffer is full."""
        self.is_congested = True
        self.congested()

    def resume_writing(self) -> None:
        """Go on: the write buffer is below its low-water mark."""
        self.is_congested = False
        self.relieved()
