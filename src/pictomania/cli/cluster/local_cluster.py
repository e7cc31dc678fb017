"""A whole cluster on this machine: NATS servers, nodes, and a load balancer in front of them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pictomania.cli.cluster.balancer import Balancer
from pictomania.cli.cluster.child import Child
from pictomania.cli.cluster.display import Display
from pictomania.cli.cluster.local_node import LocalNode
from pictomania.cli.cluster.nats_servers import CannotStart, LocalNats, configure
from pictomania.cli.cluster.state import read_state

LOOK_S = 1.0  # between two looks at the state
START_S = 120.0  # for everything to be up, on a slow machine
NODE_GRACE_S = 12.0  # a node promises to stop within ten seconds
NATS_GRACE_S = 5.0


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """What a cluster on this machine consists of."""

    folder: Path  # with all its data
    nodes: int = 3
    nats_servers: int = 3
    host: str = ""  # every address of this machine
    port: int = 0
    public_url: str | None = None


class LocalCluster:
    """The processes, and the port in front of them; use `start`."""

    def __init__(self, settings: ClusterSettings, balancer: Balancer, display: Display) -> None:
        logs = settings.folder / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        self.balancer = balancer
        self.nats_servers: Sequence[LocalNats] = configure(settings.folder / "nats", settings.nats_servers)
        names = [f"node-{number}" for number in range(1, settings.nodes + 1)]
        for name in (*names, *(server.name for server in self.nats_servers)):
            (logs / f"{name}.log").write_bytes(b"")  # only what is said from now on
        self.nats = [
            Child(server.name, partial(_command, server), logs / f"{server.name}.log", display.report)
            for server in self.nats_servers
        ]
        flags = [
            "--nats",
            ",".join(server.url for server in self.nats_servers),
            "--data",
            str(settings.folder),
        ]
        flags += [] if settings.public_url is None else ["--public-url", settings.public_url]
        self.nodes = [LocalNode(name, logs / f"{name}.log", flags, display.report) for name in names]
        self._logs = logs
        self._display = display

    @classmethod
    async def start(cls, settings: ClusterSettings, display: Display) -> "LocalCluster":
        """Open the port and start all processes, or raise `CannotStart`."""
        try:
            balancer = await Balancer.open([], settings.host, settings.port)
        except OSError as error:
            sentence = f"cannot listen on {settings.host or '::'}, port {settings.port}: {error.strerror}"
            raise CannotStart(f"{sentence}; --host and --port choose another") from None
        try:
            return cls(settings, balancer, display)
        except BaseException:
            await balancer.close()
            raise

    async def watch(self, on_open: Callable[[], None]) -> None:
        """Show the state until cancelled, and lead clients to nodes that are up.

        Calls `on_open` once everything is up, or raises `CannotStart` if that takes too long.
        """
        try:
            async with asyncio.timeout(START_S):
                while not await self._look():  # noqa: ASYNC110 (nothing announces it)
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            raise CannotStart(f"not everything is up after {START_S:g} s; {self._logs} says why") from None
        on_open()
        while True:
            await self._look()
            await asyncio.sleep(LOOK_S)

    async def _look(self) -> bool:
        """Look at the state once; return whether everything is up."""
        nodes = {node.name: node.address for node in self.nodes}
        nats = {server.name: server.monitor for server in self.nats_servers}
        state = await read_state(nodes, nats)
        self.balancer.nodes = [nodes[node.name] for node in state.nodes if node.is_up]
        self._display.show(state)
        return state.is_complete

    async def stop(self) -> None:
        """Stop everything: first the nodes, which still store what is pending."""
        self.balancer.stop()
        await asyncio.gather(*(node.child.stop(NODE_GRACE_S) for node in self.nodes))
        await asyncio.gather(*(server.stop(NATS_GRACE_S) for server in self.nats))
        await self.balancer.close()


def _command(server: LocalNats) -> Sequence[str]:
    return server.command
