"""Which node owns a table; the log decides, and a directory only finds out who it is."""

from collections.abc import Callable
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

    @property
    def losses(self) -> int:
        """How often this node lost the others; meanwhile, they may have taken its tables over."""
        ...

    async def owner(self, code: str, *, again: bool = False) -> Node | None:
        """Find the node that owns a table now; None if there is none, `Unavailable` if nobody can tell.

        When asked `again`, there is less patience with an owner that has been silent.
        """
        ...

    async def hold(self, code: str, on_taken: Callable[[], None] | None = None) -> None:
        """Answer for a table from now on; `on_taken` is called if another node announces that it has it."""
        ...

    async def announce(self, code: str) -> None:
        """Tell the last owner of a table, if it is alive, that this node has taken it over."""
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
    losses = 0

    async def owner(self, code: str, *, again: bool = False) -> Node | None:  # noqa: ARG002
        """No other node owns anything."""
        return None

    async def hold(self, code: str, on_taken: Callable[[], None] | None = None) -> None:
        """Nobody asks."""

    async def announce(self, code: str) -> None:
        """Nobody listens."""

    def release(self, code: str) -> None:
        """Nobody asks."""

    async def newer_node(self) -> Node | None:
        """No other node reads anything."""
        return None
