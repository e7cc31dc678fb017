"""Who is in: every connection from its arrival until it is gone, all together and by address."""

import asyncio
from collections.abc import Iterator
from http import HTTPStatus

from pictomania.server.addresses import INNER, Tally
from pictomania.server.credit import Credits

NEW_EACH_S = 0.1  # connections a second, for each that an address may have at a time
NEW_AT_ONCE = 4  # times as many as it may have at a time: a school reloads the page


class TooMany(Exception):  # noqa: N818 (how it is, not what is wrong)
    """There is no room for one more."""

    def __init__(self, status: HTTPStatus) -> None:
        """`status` is how HTTP says it: whether we are full, or there are enough from that address."""
        super().__init__(status)
        self.status = status


class Visits:
    """All who are in."""

    def __init__(self, room: int, per_address: int) -> None:
        """`room` is for all together."""
        self._room = room
        self._tally = Tally(per_address)
        self._new = Credits(per_address * NEW_EACH_S, per_address * NEW_AT_ONCE)
        self._present: set[Visit] = set()
        self._is_over = asyncio.Event()

    def __len__(self) -> int:
        """How many are in."""
        return len(self._present)

    def __iter__(self) -> "Iterator[Visit]":
        """Those who are in now, whatever becomes of them meanwhile."""
        return iter(list(self._present))

    def begin(self, peer: str, bucket: str | None) -> "Visit":
        """Let somebody in; one whose bucket is not known yet counts for all together only."""
        if len(self._present) >= self._room:
            raise TooMany(HTTPStatus.SERVICE_UNAVAILABLE)
        visit = Visit(self, peer)
        if bucket is not None:
            self.count(visit, bucket)
        self._present.add(visit)
        self._is_over.clear()
        return visit

    def count(self, visit: "Visit", bucket: str) -> None:
        """Count somebody for a bucket, once and for all."""
        if visit.bucket is None and bucket != INNER:
            now = asyncio.get_running_loop().time()
            if not self._tally.enter(bucket):
                raise TooMany(HTTPStatus.TOO_MANY_REQUESTS)
            if not self._new.spend(bucket, now):
                self._tally.leave(bucket)
                raise TooMany(HTTPStatus.TOO_MANY_REQUESTS)
            visit.bucket = bucket

    def end(self, visit: "Visit") -> None:
        """Forget somebody."""
        self._present.remove(visit)
        if visit.bucket is not None:
            self._tally.leave(visit.bucket)
        if not self._present:
            self._is_over.set()

    async def until_over(self) -> None:
        """Wait until nobody is in."""
        if self._present:
            await self._is_over.wait()


class Visit:
    """One connection."""

    __slots__ = ("_visits", "bucket", "peer", "transport")

    def __init__(self, visits: Visits, peer: str) -> None:
        """Be in, without a connection yet."""
        self._visits = visits
        self.peer = peer
        self.bucket: str | None = None
        self.transport: asyncio.Transport  # from the moment when there is one

    def count_for(self, bucket: str) -> None:
        """Count for a bucket, unless for one already."""
        self._visits.count(self, bucket)

    def end(self) -> None:
        """Be gone."""
        self._visits.end(self)
