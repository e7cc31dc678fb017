"""Accepts connections on one port; without file descriptors, new connections wait in the kernel's queue."""

import asyncio
import logging
import socket
from collections.abc import Callable

ACCEPTS_PER_TURN = 4  # of the event loop, so that open connections get their turn
BACKLOG = 1024  # after a restart, all clients reconnect at once
PAUSE_S = 0.5
UNREAD_BYTES = 64 * 1024  # per peer; picows reads all of it at once, and its buffer never shrinks
UNSENT_BYTES = 16 * 1024  # per peer; data in the kernel cannot be replaced by newer data

_log = logging.getLogger(__name__)


class CannotListen(Exception):  # noqa: N818 (what happened)
    """The port is not available; the message is one sentence for the operator."""


async def open_server_socket(host: str | None, port: int) -> socket.socket:
    """Bind and listen on `host`, IPv4 first, or on all addresses of this machine."""
    if not host:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        return _limit_buffers(
            socket.create_server(("", port), family=family, dualstack_ipv6=both, backlog=BACKLOG)
        )
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    family, *_, address = min(found)
    return _limit_buffers(socket.create_server(address, family=family, backlog=BACKLOG))


def _limit_buffers(bound: socket.socket) -> socket.socket:
    # Accepted connections inherit these.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    return bound


class Port:
    """Accepts connections itself, because of what libraries do when file descriptors run out.

    The server in uvloop silently drops new connections; the one in aiofastnet busy-loops.
    """

    def __init__(
        self,
        open_server_socket: socket.socket,
        take: Callable[[socket.socket, str], None],
        pause_s: float = PAUSE_S,
    ) -> None:
        """Pass every connection to `take`, with its peer address, until `close`."""
        open_server_socket.setblocking(False)
        self.number: int = open_server_socket.getsockname()[1]
        self._loop = asyncio.get_running_loop()
        self._listening = open_server_socket
        self._take = take
        self._pause_s = pause_s
        self._pause: asyncio.TimerHandle | None = None
        self._has_warned = False
        self._listen()

    def close(self) -> None:
        """Stop accepting connections."""
        if self._pause is not None:
            self._pause.cancel()
        if self._listening.fileno() >= 0:
            self._loop.remove_reader(self._listening)
            self._listening.close()

    def _listen(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTS_PER_TURN):
            try:
                connection, address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                self._pause_accepting(error)
                return
            self._has_warned = False
            connection.setblocking(False)
            self._take(connection, address[0])

    def _pause_accepting(self, error: OSError) -> None:
        # The socket stays readable; retrying at once would take CPU time from the open connections.
        if not self._has_warned:
            self._has_warned = True
            _log.warning("cannot accept connections: %s", error)
        self._loop.remove_reader(self._listening)
        self._pause = self._loop.call_later(self._pause_s, self._listen)
