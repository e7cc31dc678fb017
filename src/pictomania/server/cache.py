"""A cache bounded in bytes: the entry used least recently goes first, and nothing is made twice at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
Make = Callable[[], Awaitable[tuple[T, int]]]


class Cache(Generic[T]):
    """Values that never change."""

    def __init__(self, most_bytes: int) -> None:
        """Keep this much."""
        self._most_bytes = most_bytes
        self._kept: dict[Hashable, tuple[T, int]] = {}  # what was used last comes last
        self._making: dict[Hashable, asyncio.Task[tuple[T, int]]] = {}
        self.bytes = 0

    async def find(self, key: Hashable, make: Make[T]) -> T:
        """Find a value; `make` makes it and tells its size, once for all who wait; 0: do not keep it."""
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)
            return self._kept[key][0]
        task = self._making.get(key)
        if task is None:
            task = asyncio.ensure_future(_made(make))
            self._making[key] = task
            task.add_done_callback(lambda task: self._keep(key, task))
        value, _ = await asyncio.shield(task)
        return value

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.bytes = 0

    def _keep(self, key: Hashable, task: "asyncio.Task[tuple[T, int]]") -> None:
        del self._making[key]
        if task.cancelled() or task.exception() is not None or not task.result()[1]:
            return
        self._kept[key] = task.result()
        self.bytes += task.result()[1]
        while self.bytes > self._most_bytes:
            _, gone = self._kept.pop(next(iter(self._kept)))
            self.bytes -= gone


async def _made(make: Make[T]) -> tuple[T, int]:
    return await make()
