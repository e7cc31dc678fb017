"""A server killed at any moment loses nothing that any client was told, and no ink."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from pictomania.rules import EditionName, Variant
from pictomania.server.run import open_log, serving
from pictomania.wire.settings import Settings
from tests.faults.support.checked_table import (
    CheckedTable,
    Totals,
    check_replays,
    check_resumed,
    check_table,
    create_tables,
)
from tests.faults.support.killable_server import config
from tests.faults.support.restartable_server import RestartableServer

PARTIES = (
    (5, Settings(edition=EditionName.SECOND)),
    (4, Settings(edition=EditionName.FIRST)),
    (6, Settings(edition=EditionName.SECOND, variants=(Variant.COMPETITIVE,))),
)


class Reconnections:
    """Counts the clients welcomed since the last kill."""

    def __init__(self) -> None:
        self._back = 0
        self._begun_at = 0.0
        self._news = asyncio.Event()

    def came(self, begun_at: float) -> None:
        """Count a client, unless this is a late message of a dead server."""
        if begun_at > self._begun_at:
            self._back += 1
            self._news.set()

    def clear(self) -> None:
        """Start counting again."""
        self._back, self._begun_at = 0, perf_counter()

    async def until(self, count: int) -> None:
        """Wait until this many clients are back."""
        while self._back < count:
            self._news.clear()
            await self._news.wait()


async def kill_repeatedly(
    house: RestartableServer, totals: Totals, chance: Random, reconnections: Reconnections
) -> None:
    """Kill one server after another, with some players back at their tables or none."""
    for number in range(totals.kills):
        await reconnections.until(chance.choice((0, 1, 3, 6, 9)))
        await asyncio.sleep(chance.uniform(0, 0.2))  # not a wait: the moment of the kill
        house.kill()
        reconnections.clear()
        is_cold = number % 5 == 4
        if is_cold:
            house.restart_parent()
        house.serve()
        if is_cold:
            await reconnections.until(1)


async def survive(folder: Path, kills: int, seed: int) -> Totals:
    """Play at all tables while the server is killed again and again; then check everything."""
    totals, chance, reconnections, done_event = Totals(kills), Random(seed), Reconnections(), asyncio.Event()
    with RestartableServer(folder) as house:
        house.serve()
        await house.is_open()
        codes = await asyncio.to_thread(lambda: list(create_tables(house.url, len(PARTIES))))
        parties = [
            CheckedTable(house.url, code, *party, chance) for code, party in zip(codes, PARTIES, strict=True)
        ]
        for party in parties:
            for witness in party.everyone:
                witness.on_welcome = reconnections.came
        async with AsyncExitStack() as connections, asyncio.TaskGroup() as group:
            for party in parties:
                group.create_task(party.play(connections, done_event.is_set))
            await kill_repeatedly(house, totals, chance, reconnections)
            done_event.set()
        house.kill()
        assert house.errors() == []
    settings = config(0, house.data)
    log = await open_log(settings)
    try:
        stories = [await check_table(party, log, totals) for party in parties]
        async with serving(settings, log) as running:
            await check_resumed(running.live_tables, stories)
            await check_replays(running.live_tables, stories)
    finally:
        await log.close()
    return totals


async def test_nothing_is_lost_in_twenty_kills(tmp_path: Path) -> None:
    """Three tables with fifteen players; several kills in every game."""
    totals = await survive(tmp_path, 20, 1)
    assert totals.acknowledged > 100
    assert totals.marks > 200


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
async def test_nothing_is_lost_in_many_kills(tmp_path: Path, seed: int) -> None:
    """Sixty kills each; the number of games depends on the machine."""
    totals = await survive(tmp_path, 60, seed)
    assert totals.acknowledged > 100
