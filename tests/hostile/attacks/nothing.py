"""No attack at all: what the measurement itself is worth."""

import asyncio

from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe


@attack()
async def nothing(foe: Foe) -> Steps:
    """Keep the processor as busy as before, and send nothing."""
    yield
    while foe.is_on:  # noqa: ASYNC110 (being busy is the point)
        await asyncio.sleep(0)
    foe.count("sessions")
