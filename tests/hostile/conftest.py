"""Attacks are measured one at a time, whoever runs tests beside them, and each within a time limit."""

import asyncio
import fcntl
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.hostile.arena import Arena
from tests.hostile.victim import data_folder

LONGEST_S = 150.0  # for up to three attempts; what hangs has failed
LONGEST_LONG_S = 600.0

T = TypeVar("T")


class Ring:
    """Keeps one server with its good players for several attacks, as long as none of them does harm."""

    def __init__(self, folder: Path, runner: asyncio.Runner) -> None:
        """Nothing is started before somebody asks."""
        self._folder = folder
        self._runner = runner
        self._stack = AsyncExitStack()
        self._arena: Arena | None = None
        self._made = 0

    def run(self, work: Coroutine[Any, Any, T], *, long: bool = False) -> T:
        """Run something within the time limit of a test; after a failure the next one has a fresh server."""
        try:
            return self._runner.run(asyncio.wait_for(work, LONGEST_LONG_S if long else LONGEST_S))
        except BaseException:
            self._runner.run(self.spoiled())
            raise

    async def arena(self) -> Arena:
        """Give a server at which everybody plays, the one from before if it is fit."""
        if self._arena is None:
            self._made += 1
            folder = self._folder / str(self._made)
            folder.mkdir()
            self._arena = await self._stack.enter_async_context(Arena(folder))
        return self._arena

    async def spoiled(self) -> None:
        """Have the next attack meet a fresh server."""
        self._arena = None
        await self._stack.aclose()


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Ring]:
    """A place for attacks, for one process that runs tests at a time; the long form uses a real disk."""
    shared = tmp_path_factory.getbasetemp().parent / "one-attack-at-a-time"
    in_memory = not pytestconfig.getoption("--long")
    with shared.open("w") as lock, asyncio.Runner() as runner, data_folder(in_memory=in_memory) as data:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ring = Ring(data, runner)
        try:
            yield ring
        finally:
            runner.run(ring.spoiled())
