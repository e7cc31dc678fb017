"""Work that is too long for one turn of the event loop, done in slices and round-robin for all sockets.

However many sockets have work here, all of it together gets a fixed share of the CPU time.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

SLICE_S = 0.001  # small work is done until this time has passed, or a busy server would never catch up
REST_RATIO = 3  # after each slice, rest for this many times its duration
MIN_REST_S = 0.001

WorkSlice = Callable[[], bool]  # does a part of the work; returns whether there is more


class Backlog:
    """A queue of sliced work."""

    def __init__(self) -> None:
        self._waiting: deque[WorkSlice] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, work: WorkSlice) -> None:
        """Call `work` until it returns False."""
        self._waiting.append(work)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(MIN_REST_S, self._run_slice)

    def _run_slice(self) -> None:
        self._timer = None
        began, took_s = perf_counter(), 0.0
        while self._waiting and took_s <= SLICE_S:
            work = self._waiting.popleft()
            if work():
                self._waiting.append(work)
            took_s = perf_counter() - began
        if self._waiting:
            rest_s = max(MIN_REST_S, REST_RATIO * took_s)
            self._timer = asyncio.get_running_loop().call_later(rest_s, self._run_slice)
