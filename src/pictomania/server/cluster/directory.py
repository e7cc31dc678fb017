"""Which node owns a table; the log decides, and a directory only finds out who it is."""

from typing import Protocol

from pictomania.server.cluster.node import Node


class Directory(Protocol):
    """Finds the owners of tables, and answers for those that this node owns.

    Its answers are hints: an append at the table's position is what decides.
    """

    @property
    def node(self) -> Node | None:
        """This node; None if it is alone, so that no other server can own a table."""
        ...

    async def owner(self, code: str) -> Node | None:
        """Find the node that owns a table now; None if there is none, `Unavailable` if nobody can tell."""
        ...

    async def hold(self, code: str) -> None:
        """Answer for a table from now on."""
        ...

    def release(self, code: str) -> None:
        """Answer for a table no longer."""
        ...

    async def newer_node(self) -> Node | None:
        """Find a node that can read newer entries than this one."""
        ...


class LocalDirectory:
    """The directory of a server that is alone: it owns every table."""

    node = None

    async def owner(self, code: str) -> Node | None:  # noqa: ARG002
        """No other node owns anything."""
        return None

    async def hold(self, code: str) -> None:
        """Nobody asks."""

    def release(self, code: str) -> None:
        """Nobody asks."""

    async def newer_node(self) -> Node | None:
        """No other node reads anything."""
        return None
