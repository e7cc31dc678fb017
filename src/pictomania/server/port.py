"""Listens on one port; when no more can be let in, newcomers wait outside, and nobody inside notices."""

import asyncio
import logging
import socket
from collections.abc import Callable

AT_ONCE = 4  # let in before everybody who is inside has their turn again
BACKLOG = 1024  # after a restart all come back at once
PAUSE_S = 0.5
UNREAD_BYTES = 64 * 1024  # of one peer; picows takes all of it at once, and keeps as much memory ever after
UNSENT_BYTES = 16 * 1024  # to one peer; what waits in the kernel cannot be replaced by something newer

_log = logging.getLogger(__name__)


async def listening(host: str | None, port: int) -> socket.socket:
    """Bind and listen: on everything this machine has, or on the address of `host`, IPv4 first."""
    if not host:
        both = socket.has_dualstack_ipv6()
        family = socket.AF_INET6 if both else socket.AF_INET
        return _bounded(socket.create_server(("", port), family=family, dualstack_ipv6=both, backlog=BACKLOG))
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    family, *_, address = min(found)
    return _bounded(socket.create_server(address, family=family, backlog=BACKLOG))


def _bounded(bound: socket.socket) -> socket.socket:
    # Whatever is accepted here inherits these.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
    return bound


class Port:
    """Accepts by itself, because of how others do it when descriptors are short.

    uvloop's server drops whoever comes, without a word; the one of aiofastnet turns in circles.
    """

    def __init__(
        self, listening: socket.socket, take: Callable[[socket.socket, str], None], pause_s: float = PAUSE_S
    ) -> None:
        """Give every connection to `take`, with the address it comes from, until `close`."""
        listening.setblocking(False)
        self.number: int = listening.getsockname()[1]
        self._loop = asyncio.get_running_loop()
        self._listening = listening
        self._take = take
        self._pause_s = pause_s
        self._pause: asyncio.TimerHandle | None = None
        self._has_complained = False
        self._listen()

    def close(self) -> None:
        """Let nobody in any more."""
        if self._pause is not None:
            self._pause.cancel()
        if self._listening.fileno() >= 0:
            self._loop.remove_reader(self._listening)
            self._listening.close()

    def _listen(self) -> None:
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                self._wait(error)
                return
            self._has_complained = False
            connection.setblocking(False)
            self._take(connection, address[0])

    def _wait(self, error: OSError) -> None:
        # The kernel says again and again that somebody is waiting; who is inside should not pay for that.
        if not self._has_complained:
            self._has_complained = True
            _log.warning("nobody can come in at the moment: %s", error)
        self._loop.remove_reader(self._listening)
        self._pause = self._loop.call_later(self._pause_s, self._listen)
