"""Something done to many sockets at an even pace, so that their clients do not all come back at once."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

CLOSING_S = 2.0  # in which a node closes its sockets when it stops
FEW = 200  # fewer than this do not take the whole time

T = TypeVar("T")


async def at_even_pace(items: Iterable[T], within_s: float) -> AsyncIterator[T]:
    """Yield each item when its turn has come; all of them within some seconds, however many there are."""
    loop = asyncio.get_running_loop()
    began, all_items = loop.time(), list(items)
    step_s = within_s / max(len(all_items), FEW)
    for number, item in enumerate(all_items):
        ahead_s = began + number * step_s - loop.time()
        if ahead_s > 0:
            await asyncio.sleep(ahead_s)
        yield item
