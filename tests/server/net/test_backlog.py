"""The backlog runs work in slices, round-robin, and leaves time for everything else."""

import asyncio
from collections.abc import Callable

import pytest

from pictomania.server.net import backlog as backlog_module
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


async def test_the_event_loop_runs_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """For longer than a slice."""
    monkeypatch.setattr(backlog_module, "SLICE_S", 0)
    backlog, done, is_over = Backlog(), list[str](), asyncio.Event()
    done.append("nobody")
    backlog.add(work("a", 5, done, is_over))
    turns = 0
    while not is_over.is_set():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 5


async def test_small_work_does_not_wait_for_slices_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise many sockets that were behind once would stay behind: every new piece waits, too."""
    monkeypatch.setattr(backlog_module, "SLICE_S", 60)
    backlog, done, first, second = Backlog(), list[str](), asyncio.Event(), asyncio.Event()
    turns = 0

    def count_turns() -> None:
        nonlocal turns
        turns += 1
        loop.call_soon(count_turns)

    loop = asyncio.get_running_loop()
    backlog.add(lambda: bool(loop.call_soon(count_turns)) and False)
    backlog.add(work("a", 400, done, first))
    backlog.add(work("b", 400, done, second))
    await first.wait()
    await second.wait()
    assert len(done) == 800
    assert turns < 9
