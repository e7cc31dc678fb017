"""A proxy in front of a server that records every byte the server sends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

SHEETS = b"\x02"  # first byte of a frame with all sheets


@dataclass
class Recording:
    """The bytes sent to one connection, each chunk with the condition at that moment."""

    pieces: list[tuple[bool, bytes]] = field(default_factory=list)

    def all(self, *, at_first: bool = False) -> bytes:
        """Return all bytes, or only those from before the condition was true."""
        return b"".join(data for is_so, data in self.pieces if not (at_first and is_so))


class RecordingProxy:
    """A recording proxy."""

    def __init__(self, port: int, is_so: Callable[[], bool]) -> None:
        """Relay to this port; `is_so` is evaluated for every chunk."""
        self.connections: list[Recording] = []
        self.port = 0
        self.sheets_allowed = asyncio.Event()
        self.sheets_allowed.set()
        self._behind = port
        self._is_so = is_so

    @property
    def url(self) -> str:
        """The address of the proxy."""
        return f"http://127.0.0.1:{self.port}"

    async def relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one connection until either end closes it."""
        heard = Recording()
        self.connections.append(heard)
        back, forth = await asyncio.open_connection("127.0.0.1", self._behind)
        up = asyncio.create_task(_pass_on(reader, forth))
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._listen(back, writer, heard)
        finally:
            up.cancel()
            forth.transport.abort()
            writer.close()
            await asyncio.gather(up, return_exceptions=True)

    async def _listen(
        self, back: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: Recording
    ) -> None:
        head = await back.readuntil(b"\r\n\r\n")
        self._hear(head, writer, heard)
        if b" 101 " not in head:
            while data := await back.read(65_536):
                self._hear(data, writer, heard)
            return
        while True:
            frame = await _frame(back)
            if frame[0] & 0x0F == 2 and frame[2:3] == SHEETS:
                await self.sheets_allowed.wait()
            self._hear(frame, writer, heard)

    def _hear(self, data: bytes, writer: asyncio.StreamWriter, heard: Recording) -> None:
        heard.pieces.append((self._is_so(), data))
        writer.write(data)


async def _frame(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(2)
    size = head[1]
    if size >= 126:
        more = await reader.readexactly(2 if size == 126 else 8)
        head, size = head + more, int.from_bytes(more)
    return head + await reader.readexactly(size)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
        writer.write_eof()


@asynccontextmanager
async def recording_proxy(
    port: int, is_so: Callable[[], bool] = lambda: False
) -> AsyncIterator[RecordingProxy]:
    """Run a proxy in front of a server."""
    tap = RecordingProxy(port, is_so)
    relays: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    def arrived(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relays[asyncio.create_task(tap.relay(reader, writer))] = writer

    server = await asyncio.start_server(arrived, "127.0.0.1", 0)
    tap.port = server.sockets[0].getsockname()[1]
    try:
        yield tap
    finally:
        server.close()
        for relay, writer in relays.items():
            relay.cancel()
            writer.transport.abort()
        await asyncio.gather(*relays, return_exceptions=True)
        await server.wait_closed()
        await asyncio.sleep(0.05)  # for uvloop to release aborted connections
