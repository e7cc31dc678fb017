"""Every open connection, counted in total and by address."""

import asyncio
from collections.abc import Iterator
from http import HTTPStatus

from pictomania.server.net.addresses import BOT_ADDRESS, Tally
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.token_bucket import TokenBuckets

NEW_RATE_FACTOR = 0.1  # new connections per second, in multiples of the connections per address
NEW_BURST_FACTOR = 4  # their burst, in the same multiples: a whole school reloads the page


class TooManyConnections(HttpRefusal):
    """There is no room for another connection, in total (503) or from this address (429)."""


class Connections:
    """All open connections."""

    def __init__(self, max_connections: int, per_address: int) -> None:
        """`max_connections` is the limit for all addresses together."""
        self._max_connections = max_connections
        self._tally = Tally(per_address)
        self._new = TokenBuckets(per_address * NEW_RATE_FACTOR, per_address * NEW_BURST_FACTOR)
        self._open: set[TrackedConnection] = set()
        self._is_empty = asyncio.Event()

    def __len__(self) -> int:
        """The number of open connections."""
        return len(self._open)

    def __iter__(self) -> "Iterator[TrackedConnection]":
        """Iterate over a copy: connections may end during the iteration."""
        return iter(list(self._open))

    def begin(self, peer: str, bucket: str | None) -> "TrackedConnection":
        """Add a connection; without a bucket, it counts only towards the total for now."""
        if len(self._open) >= self._max_connections:
            raise TooManyConnections(HTTPStatus.SERVICE_UNAVAILABLE)
        tracked = TrackedConnection(self, peer)
        if bucket is not None:
            self.count(tracked, bucket)
        self._open.add(tracked)
        self._is_empty.clear()
        return tracked

    def count(self, tracked: "TrackedConnection", bucket: str) -> None:
        """Count a connection towards a bucket, unless it already counts towards one."""
        if tracked.bucket is None and bucket != BOT_ADDRESS:
            now = asyncio.get_running_loop().time()
            if not self._tally.enter(bucket):
                raise TooManyConnections(HTTPStatus.TOO_MANY_REQUESTS)
            if not self._new.spend(bucket, now):
                self._tally.leave(bucket)
                raise TooManyConnections(HTTPStatus.TOO_MANY_REQUESTS)
            tracked.bucket = bucket

    def end(self, tracked: "TrackedConnection") -> None:
        """Remove a connection."""
        self._open.remove(tracked)
        if tracked.bucket is not None:
            self._tally.leave(tracked.bucket)
        if not self._open:
            self._is_empty.set()

    async def wait_until_empty(self) -> None:
        """Wait until no connection is open."""
        if self._open:
            await self._is_empty.wait()


class TrackedConnection:
    """One connection, whichever protocol serves it."""

    __slots__ = ("_connections", "bucket", "peer", "transport")

    def __init__(self, connections: Connections, peer: str) -> None:
        self._connections = connections
        self.peer = peer
        self.bucket: str | None = None
        self.transport: asyncio.Transport  # set once the connection is made

    def count_for(self, bucket: str) -> None:
        """Count towards a bucket, unless this already counts towards one."""
        self._connections.count(self, bucket)

    def end(self) -> None:
        """Remove this from the open connections."""
        self._connections.end(self)
