"""A cluster for tests: NATS servers, nodes that can be killed, and one address for players."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.server.cluster.nats_directory import NatsDirectory
from pictomania.server.cluster.node import Node
from tests.faults.support.network import Proxy
from tests.faults.support.node_maker import NodeSettings
from tests.faults.support.restartable_server import ROOT, _level
from tests.log.nats_server import NatsServer, nats_servers
from tests.ports import free_ports

NAMES = ("a", "b", "c")


class ClusterNode:
    """One node; its process changes."""

    def __init__(self, settings: NodeSettings, to_nats: Sequence[Proxy], inside: Proxy) -> None:
        self.name = settings.name
        self.settings = settings
        self.to_nats = to_nats
        self.inside = inside
        self.is_open = asyncio.Event()
        self.is_dead = asyncio.Event()
        self.status: int | None = None
        self.is_dead.set()

    @property
    def url(self) -> str:
        """Its own address."""
        return f"http://127.0.0.1:{self.settings.port}"

    def cut_from_nats(self) -> None:
        """Let nothing pass between this node and NATS."""
        for proxy in self.to_nats:
            proxy.stall()

    def rejoin_nats(self) -> None:
        """Let everything pass again."""
        for proxy in self.to_nats:
            proxy.heal()


class Cluster:
    """All of it; use `open_cluster`."""

    def __init__(self, nats: Sequence[NatsServer], nodes: Sequence[ClusterNode], front: Proxy) -> None:
        self.nats = nats
        self.nodes = {node.name: node for node in nodes}
        self.front = front
        self._maker: Process

    @property
    def url(self) -> str:
        """The one address for players."""
        return f"http://127.0.0.1:{self.front.port}"

    @asynccontextmanager
    async def running(self, journal: Path) -> AsyncIterator[None]:
        """Run all nodes."""
        with journal.open("ab") as output:
            self._maker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.faults.support.node_maker",
                cwd=ROOT,
                stdin=PIPE,
                stdout=PIPE,
                stderr=output,
            )
        reading = asyncio.create_task(self._read())
        try:
            for node in self.nodes.values():
                self.serve(node)
            await self.are_open()
            yield
        finally:
            assert self._maker.stdin is not None
            self._maker.stdin.close()
            await reading
            await self._maker.wait()

    async def _read(self) -> None:
        assert self._maker.stdout is not None
        async for line in self._maker.stdout:
            word, name, *status = line.decode().split()
            node = self.nodes[name]
            if word == "open":
                node.is_open.set()
            else:
                node.status = int(status[0])
                if node.is_open.is_set():
                    node.is_open.clear()
                else:
                    node.is_open.set()  # it never will: nobody should wait for it
                node.is_dead.set()

    def _say(self, line: str) -> None:
        assert self._maker.stdin is not None
        self._maker.stdin.write(f"{line}\n".encode())

    def serve(self, node: ClusterNode) -> None:
        """Start a node that is dead."""
        assert node.is_dead.is_set()
        node.is_dead.clear()
        node.is_open.clear()
        self._say("serve " + msgspec.json.encode(node.settings).decode())

    async def are_open(self) -> None:
        """Wait until all nodes serve."""
        for node in self.nodes.values():
            await node.is_open.wait()
            assert not node.is_dead.is_set(), f"node {node.name} ended with {node.status}"

    async def kill(self, node: ClusterNode) -> None:
        """Kill a node as a crash would."""
        await self._end(node, "SIGKILL")

    async def stop(self, node: ClusterNode) -> None:
        """Stop a node as an operator would."""
        await self._end(node, "SIGTERM")
        assert node.status == 0

    async def _end(self, node: ClusterNode, kind: str) -> None:
        self._say(f"{kind} {node.name}")
        await node.is_dead.wait()

    def freeze(self, node: ClusterNode) -> None:
        """Let a node do nothing; its connections stay open."""
        self._say(f"SIGSTOP {node.name}")

    def thaw(self, node: ClusterNode) -> None:
        """Let a frozen node go on."""
        self._say(f"SIGCONT {node.name}")

    @asynccontextmanager
    async def log(self) -> AsyncIterator[NatsLog]:
        """A new connection to the log."""
        log = await NatsLog.open(NatsSettings([server.url for server in self.nats]))
        try:
            yield log
        finally:
            await log.close()

    async def owner(self, log: NatsLog, code: str) -> ClusterNode | None:
        """Find the node that owns a table."""
        directory = NatsDirectory(log.connection, log.name, Node("test", ""), lambda _: False)
        owner = await directory.owner(code)
        return None if owner is None else self.nodes[owner.name]


@asynccontextmanager
async def open_cluster(folder: Path) -> AsyncIterator[Cluster]:
    """Run a cluster of three servers and three nodes; afterwards no node may have reported an error."""
    journal = folder / "journal"
    async with AsyncExitStack() as stack:
        servers = nats_servers(folder, len(NAMES), are_hidden=True)  # behind proxies
        nats = await asyncio.to_thread(stack.enter_context, servers)
        ports = free_ports(2 * len(NAMES))
        nodes = []
        for name in NAMES:
            port, inside = ports.pop(), ports.pop()
            to_nats = [await stack.enter_async_context(Proxy([server.port]).running()) for server in nats]
            from_nodes = await stack.enter_async_context(Proxy([inside]).running())
            urls = tuple(f"nats://127.0.0.1:{proxy.port}" for proxy in to_nats)
            settings = NodeSettings(name, port, inside, from_nodes.port, urls)
            nodes.append(ClusterNode(settings, to_nats, from_nodes))
        front = Proxy([node.settings.port for node in nodes])
        await stack.enter_async_context(front.running())
        cluster = Cluster(nats, nodes, front)
        await stack.enter_async_context(cluster.running(journal))
        yield cluster
    assert errors_in(journal) == []


def errors_in(journal: Path) -> list[str]:
    """Return errors in the logs of all nodes, and lines that are not log records."""
    lines = journal.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("{") or _level(line) in ("error", "critical")]
