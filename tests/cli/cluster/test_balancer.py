"""The load balancer: whole connections in turn, none to nodes that are down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from pictomania.cli.cluster import balancer as module
from pictomania.cli.cluster.balancer import Address, Balancer
from tests.ports import free_port
from tests.server.support.waiting import wait_until

MUCH = bytes(8_000_000)  # more than all buffers on the way

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class FakeNode:
    """Accepts connections, which tests then use."""

    def __init__(self, server: asyncio.Server, accepted: asyncio.Queue[Streams]) -> None:
        self.server = server
        self.accepted = accepted

    @property
    def address(self) -> Address:
        """Where it listens."""
        host, port = self.server.sockets[0].getsockname()
        return host, port

    async def connection(self) -> Streams:
        """The next connection, after its announcement."""
        reader, writer = await self.accepted.get()
        assert (await reader.readline()).startswith(b"PROXY TCP4 127.0.0.1 127.0.0.1 ")
        return reader, writer


@asynccontextmanager
async def run_node() -> AsyncIterator[FakeNode]:
    """Run one node."""
    accepted: asyncio.Queue[Streams] = asyncio.Queue()
    writers: list[asyncio.StreamWriter] = []

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        accepted.put_nowait((reader, writer))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield FakeNode(server, accepted)
    finally:
        server.close()
        for writer in writers:
            writer.close()


@asynccontextmanager
async def balance(*nodes: Address) -> AsyncIterator[Balancer]:
    """Run a balancer."""
    balancer = await Balancer.open(nodes)
    try:
        yield balancer
    finally:
        await balancer.close()
    assert balancer.connections == 0


@asynccontextmanager
async def connect(balancer: Balancer) -> AsyncIterator[Streams]:
    """Connect a client."""
    reader, writer = await asyncio.open_connection("127.0.0.1", balancer.port)
    try:
        yield reader, writer
    finally:
        writer.close()


def unused_address() -> Address:
    """An address where nobody listens."""
    port = free_port()
    return "127.0.0.1", port


async def test_connections_go_to_nodes_in_turn() -> None:
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(run_node()) for _ in range(3)]
        balancer = await stack.enter_async_context(balance(*(node.address for node in nodes)))
        for _ in range(6):
            await stack.enter_async_context(connect(balancer))
        for node in nodes:
            for _ in range(2):
                await node.connection()
        assert balancer.connections == 6


async def test_both_directions_are_relayed_and_end() -> None:
    """What was sent before the end arrives, from either side."""
    async with run_node() as node, balance(node.address) as balancer:
        async with connect(balancer) as (client, to_node):
            to_node.write(b"ask")
            from_client, to_client = await node.connection()
            assert await from_client.readexactly(3) == b"ask"
            to_client.write(MUCH)
            to_client.close()
            assert await client.read() == MUCH
        await wait_until(lambda: balancer.connections == 0)
        async with connect(balancer) as (_, to_node):
            from_client, _ = await node.connection()
            to_node.write(MUCH)
            to_node.close()
            assert await from_client.read() == MUCH


async def test_a_side_that_reads_slowly_is_not_sent_more_than_it_reads() -> None:
    async with run_node() as node, balance(node.address) as balancer, connect(balancer) as (client, _):
        _, to_client = await node.connection()
        to_client.transport.set_write_buffer_limits(high=0)
        to_client.write(3 * MUCH)
        draining = asyncio.ensure_future(to_client.drain())
        await asyncio.wait((draining,), timeout=0.2)
        assert not draining.done()
        assert await client.readexactly(3 * len(MUCH)) == 3 * MUCH
        await draining


async def test_dead_nodes_are_skipped() -> None:
    async with run_node() as node, balance(unused_address(), node.address, unused_address()) as balancer:
        for _ in range(3):
            async with connect(balancer):
                await node.connection()


async def test_a_dropped_node_drops_its_clients() -> None:
    async with run_node() as node, balance(node.address) as balancer, connect(balancer) as (client, _):
        _, to_client = await node.connection()
        to_client.close()
        assert await client.read() == b""


async def test_a_client_waits_for_the_first_node() -> None:
    async with run_node() as node, balance() as balancer, connect(balancer) as (client, _):
        await wait_until(lambda: balancer.connections == 1)
        balancer.nodes = [node.address]
        _, to_client = await node.connection()
        to_client.write(b"at last")
        assert await client.readexactly(7) == b"at last"


async def test_a_client_does_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 0.1)
    async with balance(unused_address()) as balancer, connect(balancer) as (client, _):
        assert await client.read() == b""


async def test_a_stopped_balancer_keeps_its_connections() -> None:
    async with run_node() as node, balance(node.address) as balancer, connect(balancer) as (client, _):
        _, to_client = await node.connection()
        balancer.stop()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", balancer.port)
        to_client.write(b"go on")
        assert await client.readexactly(5) == b"go on"


async def test_closing_drops_clients_that_wait_for_a_node() -> None:
    async with balance() as balancer, connect(balancer) as (client, _):
        await wait_until(lambda: balancer.connections == 1)
        await balancer.close()
        assert await client.read() == b""
