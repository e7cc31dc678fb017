"""Waiting for something that nothing announces."""

import asyncio
from collections.abc import Callable


async def wait_until(is_so: Callable[[], bool]) -> None:
    """Let other tasks run until a condition holds."""
    while not is_so():  # noqa: ASYNC110 (not an event)
        await asyncio.sleep(0.001)


async def event_loop_turns() -> None:
    """Let the event loop run some turns: not a wait, but time for received data to reach its table."""
    for _ in range(9):
        await asyncio.sleep(0)
