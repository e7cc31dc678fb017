"""A client's WebSocket: passes its frames on to its table, or to the node that has its table."""

import asyncio
from functools import partial

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from pictomania.server.cluster.relay import Relay
from pictomania.server.cluster.relayed_socket import RelayedSocket
from pictomania.server.net.outbox import BINARY, PING, TEXT
from pictomania.server.net.socket_end import SocketEnd, SocketTransport
from pictomania.server.tables.client_socket import ClientSocket, Find, SocketServices
from pictomania.server.tables.lookup import RemoteTable
from pictomania.wire.reasons import Close


class SocketListener(WSListener):
    """The listener of picows for one client; our clients send no frames in fragments."""

    def __init__(self, find: Find, bucket: str, services: SocketServices, relay: Relay | None) -> None:
        """`bucket` is the address that pays; without a relay, all tables are here."""
        self._bucket = bucket
        move = None if relay is None else partial(self._move, relay)
        self._end: SocketEnd = ClientSocket(find, bucket, services, move)
        self._transport: SocketTransport  # once connected
        self._moving: asyncio.Task[None] | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Start."""
        self._transport = transport.underlying_transport
        self._end.connected(self._transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle a frame."""
        kind = frame.msg_type
        if not frame.fin or frame.rsv1 or frame.rsv2 or frame.rsv3 or kind == WSMsgType.CONTINUATION:
            self._end.reject(Close.UNSUPPORTED)
        elif kind == WSMsgType.BINARY:
            self._end.receive(BINARY, frame.get_payload_as_bytes())
        elif kind == WSMsgType.TEXT:
            self._end.receive(TEXT, frame.get_payload_as_bytes())
        elif kind == WSMsgType.PING:
            self._end.receive(PING, frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            self._end.left()
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """End."""
        self._end.disconnected()

    def pause_writing(self) -> None:
        """Stop sending: the client reads too slowly."""
        self._end.pause_writing()

    def resume_writing(self) -> None:
        """Send again: the client has caught up."""
        self._end.resume_writing()

    def _move(self, relay: Relay, table: RemoteTable, hello: bytes) -> None:
        """Let the node that has the table go on with this client."""
        self._end = relayed = RelayedSocket(self._transport, self._bucket)
        self._moving = asyncio.create_task(
            relay.open(relayed, table.node, hello, only_seated=table.only_seated)
        )
