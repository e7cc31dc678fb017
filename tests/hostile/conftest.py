"""Attacks are measured one at a time, across all test processes, and each within a time limit."""

import asyncio
import fcntl
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.hostile.arena.arena import Arena
from tests.hostile.arena.victim import data_folder

TIMEOUT_S = 150.0  # for up to three attempts
LONG_TIMEOUT_S = 600.0

T = TypeVar("T")


class Ring:
    """Keeps one server with its good players for several attacks, until one of them does harm."""

    def __init__(self, folder: Path, runner: asyncio.Runner) -> None:
        self._folder = folder
        self._runner = runner
        self._stack = AsyncExitStack()
        self._arena: Arena | None = None
        self._made = 0

    def run(self, work: Coroutine[Any, Any, T], *, long: bool = False) -> T:
        """Run a coroutine within the time limit; after a failure, the next test gets a fresh server."""
        try:
            return self._runner.run(asyncio.wait_for(work, LONG_TIMEOUT_S if long else TIMEOUT_S))
        except BaseException:
            self._runner.run(self.discard())
            raise

    async def arena(self) -> Arena:
        """Return a server with players, reusing the last one if it is intact."""
        if self._arena is None:
            self._made += 1
            folder = self._folder / str(self._made)
            folder.mkdir()
            self._arena = await self._stack.enter_async_context(Arena(folder))
        return self._arena

    async def discard(self) -> None:
        """Discard the server; the next attack gets a fresh one."""
        self._arena = None
        await self._stack.aclose()


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Ring]:
    """A ring for attacks, used by one test process at a time; the long form uses a real disk."""
    shared = tmp_path_factory.getbasetemp().parent / "one-attack-at-a-time"
    in_memory = not pytestconfig.getoption("--long")
    with shared.open("w") as lock, asyncio.Runner() as runner, data_folder(in_memory=in_memory) as data:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ring = Ring(data, runner)
        try:
            yield ring
        finally:
            runner.run(ring.discard())
