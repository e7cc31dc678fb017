"""Tables take turns: those whose players have used the least of the event loop's time lately go first.

However many tables want to do something at once, new messages are read between two of them. So a player with
a thousand busy tables hardly delays the players of any other one.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from pictomania.server.net.token_bucket import TokenBucket

SLICE_S = 0.001  # tables go on in the same turn of the event loop until this much of it is used up
MAX_DEBT_S = 10.0  # an attack is forgotten after this long

Payers = Callable[[], Collection[TokenBucket]]  # the budgets of loop time of everyone at a table


class Turns:
    """Who may use the event loop next."""

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()  # of equals, who came first goes first
        self._used_s = 0.0  # in this turn of the event loop
        self._is_scheduled = False

    async def take(self, payers: Payers) -> None:
        """Wait for a turn; what is done then must not wait for anything."""
        loop = asyncio.get_running_loop()
        if self._used_s >= SLICE_S or self._waiting:
            now = loop.time()
            debt_s = min((budget.full_in(now) for budget in payers()), default=0.0)
            turn: asyncio.Future[None] = loop.create_future()
            heappush(self._waiting, (debt_s, next(self._numbers), turn))
            self._schedule(loop)
            await turn

    @contextmanager
    def spending(self, payers: Payers) -> Iterator[None]:
        """Charge the time that this takes."""
        began = perf_counter()
        try:
            yield
        finally:
            took_s = perf_counter() - began
            loop = asyncio.get_running_loop()
            self._used_s += took_s
            self._schedule(loop)
            now = loop.time()
            for budget in payers():
                if budget.full_in(now) < MAX_DEBT_S:
                    budget.charge(now, took_s)

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            loop.call_soon(self._next)

    def _next(self) -> None:
        """Begin a new turn of the event loop, with the first table that waits."""
        self._is_scheduled = False
        self._used_s = 0.0
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # its table may have been cancelled
                turn.set_result(None)
                self._schedule(asyncio.get_running_loop())
                break
