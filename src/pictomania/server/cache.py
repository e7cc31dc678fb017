"""An LRU cache bounded in bytes that builds a value only once, however many callers wait for it."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
Build = Callable[[], Awaitable[tuple[T, int]]]


class ByteLimitedCache(Generic[T]):
    """Caches values that never change."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._entries: dict[Hashable, tuple[T, int]] = {}  # least recently used first
        self._building: dict[Hashable, asyncio.Task[tuple[T, int]]] = {}
        self.bytes = 0

    async def find(self, key: Hashable, build: Build[T]) -> T:
        """Return a value; `build` returns it with its size, where a size of 0 means not to cache it."""
        if key in self._entries:
            self._entries[key] = self._entries.pop(key)
            return self._entries[key][0]
        task = self._building.get(key)
        if task is None:
            task = asyncio.ensure_future(_call(build))
            self._building[key] = task
            task.add_done_callback(lambda task: self._add(key, task))
        value, _ = await asyncio.shield(task)
        return value

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()
        self.bytes = 0

    def _add(self, key: Hashable, task: "asyncio.Task[tuple[T, int]]") -> None:
        del self._building[key]
        if task.cancelled() or task.exception() is not None or not task.result()[1]:
            return
        self._entries[key] = task.result()
        self.bytes += task.result()[1]
        while self.bytes > self._max_bytes:
            _, size = self._entries.pop(next(iter(self._entries)))
            self.bytes -= size


async def _call(build: Build[T]) -> tuple[T, int]:
    return await build()
