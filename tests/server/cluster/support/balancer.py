"""A TCP load balancer that knows nothing but ports: each connection goes to the next one that accepts it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count


class Balancer:
    """Passes bytes on, in both directions."""

    def __init__(self, ports: Sequence[int]) -> None:
        """`ports` are those of the nodes."""
        self.port = 0
        self._ports = ports
        self.serving: set[asyncio.Task[object]] = set()  # connections
        self._turns = count()

    @property
    def url(self) -> str:
        """The address that players open."""
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on until either side ends it."""
        serving = asyncio.current_task()
        assert serving is not None
        self.serving.add(serving)
        ends = [writer]
        with suppress(OSError):
            back, forth = await self._connect()
            ends.append(forth)
            ways = [asyncio.ensure_future(_pass(reader, forth)), asyncio.ensure_future(_pass(back, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        for end in ends:
            end.close()
            with suppress(OSError):
                await end.wait_closed()
        self.serving.discard(serving)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        first = next(self._turns)
        for turn in range(first, first + len(self._ports)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self._ports[turn % len(self._ports)])
        raise OSError("no node accepts connections")


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def balance(*ports: int) -> AsyncIterator[Balancer]:
    """Balance connections to these ports."""
    balancer = Balancer(ports)
    server = await asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    balancer.port = server.sockets[0].getsockname()[1]
    try:
        yield balancer
    finally:
        server.close()
        while balancer.serving:
            await asyncio.wait(balancer.serving)
