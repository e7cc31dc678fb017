"""A cluster on three real NATS servers, in which nodes and servers fail while people play."""

from pathlib import Path
from time import perf_counter

import pytest

from tests.faults.support.cluster_games import Figures, Games, survive


async def kill_owner(games: Games) -> float:
    """Kill the node that owns the first table, and return when its players were back."""
    async with games.cluster.log() as log:
        owner = await games.owner(log)
    party, killed_at = games.playing[0], perf_counter()
    await games.cluster.kill(owner)
    took_s = await games.back(killed_at, party.everyone, len(party.everyone))
    games.cluster.serve(owner)
    return took_s


async def test_the_owner_is_killed(tmp_path: Path) -> None:
    async def faults(games: Games) -> None:
        await kill_owner(games)
        await games.more(5)

    figures = await survive(tmp_path, faults, places=1)
    assert figures.lost == figures.doubled == 0
