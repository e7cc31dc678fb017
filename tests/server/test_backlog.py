"""Work that is too much for one turn of the event loop: all of it is done, in turn, and others go first."""

import asyncio
from collections.abc import Callable

from pictomania.server.backlog import Backlog


def work(name: str, times: int, done: list[str], is_over: asyncio.Event) -> Callable[[], bool]:
    """Something that takes some slices."""
    left = iter(range(times - 1, -1, -1))

    def once() -> bool:
        done.append(name)
        if done.count(name) == times and len(set(done)) == 2:
            is_over.set()
        return next(left) > 0

    return once


async def test_everybody_in_turn() -> None:
    """Whoever has much to do waits after each slice for the others."""
    backlog, done = Backlog(), list[str]()
    first, second = asyncio.Event(), asyncio.Event()
    backlog.put(work("a", 4, done, first))
    backlog.put(work("b", 2, done, second))
    async with asyncio.timeout(30):
        await first.wait()
        await second.wait()
    assert done == ["a", "b", "a", "b", "a", "a"]


async def test_the_event_loop_goes_on_in_between() -> None:
    """For longer than a slice takes."""
    backlog, done, is_over = Backlog(), list[str](), asyncio.Event()
    done.append("nobody")
    backlog.put(work("a", 5, done, is_over))
    turns = 0
    async with asyncio.timeout(30):
        while not is_over.is_set():
            turns += 1
            await asyncio.sleep(0)
    assert turns > 5
