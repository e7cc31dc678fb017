"""A cluster on three real NATS servers, in which nodes and servers fail while people play."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pictomania.log.nats import NatsLog
from tests.faults.support import cluster_faults
from tests.faults.support.cluster_games import Figures, Games, survive

Fault = Callable[[Games, NatsLog], Awaitable[None]]


async def survive_one_by_one(folder: Path, *faults: Fault) -> Figures:
    """Play on after each fault."""

    async def happen(games: Games) -> None:
        async with games.cluster.log() as log:
            for fault in faults:
                await fault(games, log)
                await games.cluster.are_open()
                await games.more(cluster_faults.PROGRESS)

    return await survive(folder, happen, places=2)


async def test_the_owner_is_killed(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.kill_owner)

async def test_the_relay_is_killed(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.kill_relay)

async def test_frozen(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.freeze_owner)

async def test_cut_nats(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.cut_owner_from_nats)

async def test_cut_nodes(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.cut_nodes)

async def test_rolling(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.restart_gently)

async def test_leader(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.kill_leader)

async def test_each(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.restart_each_server)

async def test_all(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.restart_all_servers)

async def test_away(tmp_path: Path) -> None:
    await survive_one_by_one(tmp_path, cluster_faults.nats_away_for_long)
