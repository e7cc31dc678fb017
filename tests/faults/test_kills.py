"""A server killed at any moment, while many play, loses nothing that anybody was told, and no ink at all."""

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from pictomania.rules import EditionName, Variant
from pictomania.server.run import opened_log, serving
from pictomania.wire.settings import Settings
from tests.faults.house import House
from tests.faults.party import Party, Toll, checked, look_back, made_tables, resume
from tests.faults.served import config

PARTIES = (
    (5, Settings(edition=EditionName.SECOND)),
    (4, Settings(edition=EditionName.FIRST)),
    (6, Settings(edition=EditionName.SECOND, variants=(Variant.COMPETITIVE,))),
)
RESUMED_S = 2.0  # from the start of a process until the first one is back at a table


class Roll:
    """Who has been welcomed since the last kill."""

    def __init__(self) -> None:
        """Nobody."""
        self._back = 0
        self._begun_at = 0.0
        self._news = asyncio.Event()

    def came(self, begun_at: float) -> None:
        """Somebody is back; not if they only now hear what a dead server said."""
        if begun_at > self._begun_at:
            self._back += 1
            self._news.set()

    def clear(self) -> None:
        """All are gone."""
        self._back, self._begun_at = 0, perf_counter()

    async def until(self, count: int) -> None:
        """Wait until so many are back."""
        while self._back < count:
            self._news.clear()
            await self._news.wait()


async def burn(house: House, toll: Toll, chance: Random, roll: Roll) -> None:
    """Kill one process after the other: with some players back at their tables, or before anybody is."""
    for number in range(toll.kills):
        await roll.until(chance.choice((0, 1, 3, 6, 9)))
        await asyncio.sleep(chance.uniform(0, 0.2))  # not a wait: the moment of the kill
        house.kill()
        roll.clear()
        is_cold, begun_at = number % 5 == 4, perf_counter()
        if is_cold:
            house.make_anew()
        house.serve()
        if is_cold:
            await roll.until(1)
            toll.resumed_s.append(perf_counter() - begun_at)


async def survive(folder: Path, kills: int, seed: int) -> Toll:
    """Let all parties play while the house burns down again and again; then look at everything."""
    toll, chance, roll, enough = Toll(kills), Random(seed), Roll(), asyncio.Event()
    with House(folder) as house:
        house.serve()
        await house.is_open()
        codes = await asyncio.to_thread(lambda: list(made_tables(house.url, len(PARTIES))))
        parties = [Party(house.url, code, *party, chance) for code, party in zip(codes, PARTIES, strict=True)]
        for party in parties:
            for witness in party.everybody:
                witness.on_welcome = roll.came
        async with AsyncExitStack() as everybody_in, asyncio.TaskGroup() as group:
            for party in parties:
                group.create_task(party.play(everybody_in, enough.is_set))
            await burn(house, toll, chance, roll)
            enough.set()
        house.kill()
        assert house.complaints() == []
    settings = config(0, house.data)
    log = await opened_log(settings)
    try:
        stories = [await checked(party, log, toll) for party in parties]
        async with serving(settings, log) as running:
            await resume(running.hosting, stories)
        await look_back(running.hosting, stories)
    finally:
        await log.close()
    return toll


async def bare_start_s() -> float:
    """How long it takes here and now until a process has only read its own code."""
    began = perf_counter()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "import pictomania.server.process")
    await process.wait()
    return perf_counter() - began


async def test_nothing_is_lost_in_twenty_kills(tmp_path: Path) -> None:
    """Of three tables with fifteen players; several kills in every game."""
    toll = await survive(tmp_path, 20, 1)
    assert toll.acknowledged > 100
    assert toll.marks > 200
    # The other tests keep both cores busy, so that starting anything takes several times as long as alone.
    assert min(toll.resumed_s) < max(RESUMED_S, 3 * await bare_start_s())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
async def test_nothing_is_lost_in_many_kills(tmp_path: Path, seed: int) -> None:
    """Sixty kills each; how many games there are in between depends on the machine."""
    toll = await survive(tmp_path, 60, seed)
    assert toll.acknowledged > 100
    assert min(toll.resumed_s) < max(RESUMED_S, 3 * await bare_start_s())
