"""This node's part in a cluster: its name, its inside port, and what it shares with the others."""

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

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (can be listened on, but not connected to)


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
    if host in EVERYWHERE:
        raise Unusable(f"--inside {config.inside}: give the address at which other nodes reach this machine")
    tls = read_inside_tls(config)
    secret = await shared_secret(log)
    inside = await open_server_socket(host, port)
    port = inside.getsockname()[1]
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    node = Node(config.node or f"{socket.gethostname()}-{port}", address, VERSION)
    return Membership(NatsDirectory(log.connection, log.name, node, is_sure), secret, inside, log, tls)
