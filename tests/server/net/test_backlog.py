"""The backlog runs work in slices, round-robin, and leaves time for everything else."""

import asyncio
from collections.abc import Callable

from pictomania.server.net.backlog import Backlog


def work(name: str, times: int, done: list[str], is_over: asyncio.Event) -> Callable[[], bool]:
    """Work that takes N slices."""
    left = iter(range(times - 1, -1, -1))

    def once() -> bool:
        done.append(name)
        if done.count(name) == times and len(set(done)) == 2:
            is_over.set()
        return next(left) > 0

    return once


async def test_work_is_done_round_robin() -> None:
    """After each slice, the other work gets its turn."""
    backlog, done = Backlog(), list[str]()
    first, second = asyncio.Event(), asyncio.Event()
    backlog.add(work("a", 4, done, first))
    backlog.add(work("b", 2, done, second))
    await first.wait()
    await second.wait()
    assert done == ["a", "b", "a", "b", "a", "a"]


async def test_the_event_loop_runs_between_slices() -> None:
    """For longer than a slice."""
    backlog, done, is_over = Backlog(), list[str](), asyncio.Event()
    done.append("nobody")
    backlog.add(work("a", 5, done, is_over))
    turns = 0
    while not is_over.is_set():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 5
