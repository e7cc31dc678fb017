"""Whether a new client can use everything: pages, a new table, a seat, a custom deck."""

import asyncio
from contextlib import suppress

from tests.hostile.arena.foe import Foe
from tests.hostile.arena.link import ERRORS

DECK = "\n".join(
    line
    for side in range(24)
    for line in ("", f"# level: {1 + side // 6}", *(f"word {side} {letter}" for letter in "tuvwxyz"))
).encode()


async def usable(port: int, address: str, seconds: float) -> str:
    """Try everything as a new client until it works; return what did not work in time."""
    missing = "anything"
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while missing:
                missing = await _missing(Foe(port, address))
    return missing


async def _missing(guest: Foe) -> str:
    step = "the health check"
    try:
        assert (await guest.request("GET", "/healthz"))[0] == 200
        step = "a table"
        seat = await guest.seat(await guest.table())
        step = "a deck"
        fields, query = f"Authorization: Bearer {seat.key}", "name=own&form=text&language=en"
        path = f"/api/tables/{seat.code}/deck?{query}"
        assert (await guest.request("POST", path, fields, body=DECK))[0] == 201
        seat.link.drop()
    except (*ERRORS, AssertionError) as error:
        await asyncio.sleep(0.05)
        return f"{step}: {error!r}"
    return ""
