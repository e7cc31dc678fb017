"""A watcher who reads nothing until woken."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pictomania.wire.json_codec import encode
from tests.server.support.raw_client import TEXT, UPGRADE, HasPort, RawClient, frame, head
from tests.server.support.socket_client import SocketClient, hello


@asynccontextmanager
async def slow_reader(server: HasPort, code: str) -> AsyncIterator[socket.socket]:
    """Join a table to watch, and read nothing."""
    with socket.socket() as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleeper.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sleeper, ("127.0.0.1", server.port))
        knock = head("/socket", *UPGRADE, "Origin: http://here")
        await loop.sock_sendall(sleeper, knock + frame(TEXT, encode(hello(code, "Zzz", watch=True))))
        yield sleeper


@asynccontextmanager
async def woken(sleeper: socket.socket) -> AsyncIterator[SocketClient]:
    """Read from now on."""
    guest = RawClient(*await asyncio.open_connection(sock=sleeper.dup()))
    try:
        yield SocketClient(guest)
    finally:
        guest.writer.transport.abort()
