"""This node's part in a cluster: its name, its inside port, and what it shares with the others."""

import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pictomania.log import Unusable
from pictomania.log.nats import NatsLog
from pictomania.server.cluster.inside_tls import InsideTls, read_inside_tls
from pictomania.server.cluster.nats_directory import NatsDirectory
from pictomania.server.cluster.node import Node
from pictomania.server.cluster.secret import shared_secret
from pictomania.server.cluster.shared_budgets import SharedBudget, SharedBudgets
from pictomania.server.config import Config
from pictomania.server.net.port import open_server_socket
from pictomania.server.version import VERSION
from pictomania.table.entries import VERSION as NEWEST_ENTRIES


@dataclass(frozen=True, slots=True)
class Membership:
    """What a node needs to take part."""

    directory: NatsDirectory
    secret: str  # that all nodes know each other by
    inside: socket.socket  # bound, for other nodes
    log: NatsLog
    tls: InsideTls | None

    def share(self, budgets: Mapping[str, SharedBudget]) -> SharedBudgets:
        """Share budgets with the other nodes."""
        return SharedBudgets(self.log.connection, self.log.name, self.directory.node.name, budgets)


async def join_cluster(config: Config, log: NatsLog, is_sure: Callable[[str], bool]) -> Membership:
    """Take part in the cluster of a log; raises OSError if the inside port is not available, or `Unusable`.

    `is_sure` tells whether this node still owns a table.
    """
    host, port = config.inside_address
    tls = read_inside_tls(config)
    secret = await shared_secret(log)
    inside = await open_server_socket(host, port)
    try:
        port = inside.getsockname()[1]
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        node = Node(config.node or _default_name(port), address, VERSION, NEWEST_ENTRIES)
        directory = NatsDirectory(log.connection, log.name, node, is_sure)
        for other in await directory.other_nodes():
            if other.name == node.name:
                remedy = "--node gives this one another name"
                raise Unusable(f"a node called {node.name} runs at {other.inside}; {remedy}")
    except BaseException:
        inside.close()
        raise
    return Membership(directory, secret, inside, log, tls)


def _default_name(port: int) -> str:
    """Name a node after its machine, in characters that need no quoting in metrics."""
    return re.sub("[^A-Za-z0-9_.-]", "-", f"{socket.gethostname()}-{port}")
