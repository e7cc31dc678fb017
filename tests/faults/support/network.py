"""A TCP proxy in front of some ports, which can stall: then nothing passes, but nobody is told."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import cast

LOCALHOST = "127.0.0.1"


class Proxy:
    """Relays each connection to the next of its targets that can be reached."""

    def __init__(self, targets: Sequence[int]) -> None:
        """`targets` are ports; `running` opens the proxy."""
        self.port = 0
        self.relayed: Counter[int] = Counter()  # open connections, by target
        self._targets = targets
        self._turn = 0
        self._sides: set[_Side] = set()
        self._relaying: set[asyncio.Task[None]] = set()
        self._is_open = asyncio.Event()
        self._is_open.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        """Relay until the end of the block."""
        server = await asyncio.get_running_loop().create_server(self._accept, LOCALHOST, 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._relaying:
                task.cancel()
            await asyncio.gather(*self._relaying, return_exceptions=True)
            await asyncio.sleep(0.05)  # for uvloop to release aborted connections

    def stall(self) -> None:
        """Let nothing pass; connections stay open, and new ones are accepted."""
        self._is_open.clear()
        for side in self._sides:
            side.pause()

    def heal(self) -> None:
        """Let everything pass again, beginning with what was held back."""
        self._is_open.set()
        for side in self._sides:
            side.resume()

    def _accept(self) -> "_Side":
        side = _Side(self._accepted)
        self._sides.add(side)
        return side

    def _accepted(self, side: "_Side") -> None:
        side.pause()
        task = asyncio.create_task(self._relay(side))
        self._relaying.add(task)
        task.add_done_callback(self._relaying.discard)

    async def _relay(self, client: "_Side") -> None:
        target, node = 0, None
        try:
            await self._is_open.wait()
            target, node = await self._connect()
            if node is None:
                return
            self.relayed[target] += 1
            self._sides.add(node)
            client.join(node)
            node.join(client)
            if self._is_open.is_set():
                client.resume()
            else:
                node.pause()
            await asyncio.wait((client.lost, node.lost), return_when=asyncio.FIRST_COMPLETED)
            for side in (client, node):
                side.transport.close()
            await asyncio.wait((client.lost, node.lost))
        finally:
            for side in filter(None, (client, node)):
                side.transport.abort()
                self._sides.discard(side)
            self.relayed[target] -= node is not None

    async def _connect(self) -> "tuple[int, _Side | None]":
        loop = asyncio.get_running_loop()
        for _ in self._targets:
            self._turn += 1
            target = self._targets[self._turn % len(self._targets)]
            with suppress(OSError):
                _, side = await loop.create_connection(_Side, LOCALHOST, target)
                return target, side
        return 0, None


class _Side(asyncio.Protocol):
    """One end of a relayed connection; what it receives goes to the other."""

    def __init__(self, on_connected: "Callable[[_Side], None]" = lambda _: None) -> None:
        self.transport: asyncio.Transport  # once connected
        self.other: asyncio.Transport | None = None
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_connected = on_connected
        self._early = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start."""
        self.transport = cast(asyncio.Transport, transport)
        self._on_connected(self)

    def join(self, other: "_Side") -> None:
        """Pass everything on to the other end."""
        self.other = other.transport
        self.other.write(self._early)

    def pause(self) -> None:
        """Read nothing."""
        with suppress(RuntimeError):  # closing
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        with suppress(RuntimeError):  # closing
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Pass it on; the other connection may be closing already."""
        if self.other is None:
            self._early += data  # uvloop may read a little although it should not
            return
        with suppress(RuntimeError):
            self.other.write(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """End."""
        self.lost.set_result(None)
