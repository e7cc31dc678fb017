"""What takes too long for one turn of the event loop: done slice by slice, for all sockets in turn.

However many sockets have something here, all of it together has only a share of the time.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

REST = 3  # times as long as a slice took, nothing is done here after it
SHORTEST_S = 0.001

Slice = Callable[[], bool]  # does a little; True: there is more to do


class Backlog:
    """Slices of work, one at a time."""

    def __init__(self) -> None:
        """There is nothing to do."""
        self._waiting: deque[Slice] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def put(self, work: Slice) -> None:
        """Do some work, as long as it says that there is more."""
        self._waiting.append(work)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SHORTEST_S, self._go_on)

    def _go_on(self) -> None:
        self._timer = None
        work = self._waiting.popleft()
        began = perf_counter()
        if work():
            self._waiting.append(work)
        if self._waiting:
            rest_s = max(SHORTEST_S, REST * (perf_counter() - began))
            self._timer = asyncio.get_running_loop().call_later(rest_s, self._go_on)
