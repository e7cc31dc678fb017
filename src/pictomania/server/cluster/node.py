"""A node: one of several servers that share a log."""

import msgspec


class Node(msgspec.Struct, frozen=True):
    """How to reach a node from other nodes; later releases may add fields with defaults."""

    name: str  # unique in the cluster
    inside: str  # host and port of its inside port, such as 10.0.0.7:8001
    version: str = ""  # of its program
    reads: int = 0  # the newest version of entries that it can read
