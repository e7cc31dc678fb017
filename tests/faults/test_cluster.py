"""A cluster on three real NATS servers, in which nodes and servers fail while people play.

In all tests, everything that a client saw is compared with the log afterwards: it is there once and in order,
with every stroke; a new node resumes all tables from it; and all games have ended.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.faults.cluster_chaos import long_plan, wreak
from tests.faults.support import cluster_faults
from tests.faults.support.cluster_games import Figures, Games, Plan, survive

BACK_S = 20.0  # far above what it takes, which is less than half a second on an idle machine

Fault = Callable[[Games], Awaitable[None]]


async def survive_one_by_one(folder: Path, *faults: Fault) -> Figures:
    """Play on after each fault."""

    async def happen(games: Games) -> None:
        for fault in faults:
            await fault(games)
            await games.cluster.are_open()
            await games.more(cluster_faults.PROGRESS)

    figures = await survive(folder, happen, Plan())
    assert figures.lost == figures.doubled == 0
    assert figures.marks > 0
    return figures


async def test_nodes_are_killed_and_restarted(tmp_path: Path) -> None:
    """The owner of a table, then a node that has only sockets of players; then all in turn, gently."""
    figures = await survive_one_by_one(
        tmp_path,
        cluster_faults.kill_owner,
        cluster_faults.kill_relay,
        cluster_faults.restart_gently,
        partial(cluster_faults.claim_at_once, rounds=20),
    )
    assert len(figures.back_s) == 2
    assert max(figures.back_s) < BACK_S


async def test_an_owner_out_of_reach(tmp_path: Path) -> None:
    """It is frozen, and wakes up when another node has its table; then it is cut off from NATS."""
    await survive_one_by_one(tmp_path, cluster_faults.freeze_owner, cluster_faults.cut_owner_from_nats)


async def test_chaos(tmp_path: Path) -> None:
    """A few kills of nodes and of NATS servers at random moments."""
    figures = await wreak(tmp_path, 5, Plan(pause_s=0.15))
    assert figures.lost == figures.doubled == 0
    assert figures.games_finished >= 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
async def test_long_chaos(tmp_path: Path, seed: int) -> None:
    """Fifty kills each; the number of games depends on the machine."""
    figures = await wreak(tmp_path, 50, long_plan(seed))
    assert figures.lost == figures.doubled == 0


@pytest.mark.long
async def test_owners_are_killed_again_and_again(tmp_path: Path) -> None:
    """Each time, another node goes on."""
    figures = await survive_one_by_one(tmp_path, *[cluster_faults.kill_owner] * 20)
    assert max(figures.back_s) < BACK_S


@pytest.mark.long
async def test_relays_are_killed_again_and_again(tmp_path: Path) -> None:
    """The table goes on meanwhile; players come back by another node."""
    figures = await survive_one_by_one(tmp_path, *[cluster_faults.kill_relay] * 20)
    assert max(figures.back_s) < BACK_S


@pytest.mark.long
async def test_nodes_claim_at_once(tmp_path: Path) -> None:
    """Three nodes, 200 rounds, one winner each."""
    await survive_one_by_one(tmp_path, partial(cluster_faults.claim_at_once, rounds=200))


@pytest.mark.long
async def test_nodes_that_do_not_reach_each_other(tmp_path: Path) -> None:
    """They all reach NATS, so nobody takes a table from a live owner, and players look for a way there."""
    await survive_one_by_one(tmp_path, *[cluster_faults.cut_nodes] * 3)


@pytest.mark.long
async def test_owners_out_of_reach(tmp_path: Path) -> None:
    """In turn, several times."""
    await survive_one_by_one(tmp_path, *[cluster_faults.freeze_owner, cluster_faults.cut_owner_from_nats] * 5)


@pytest.mark.long
async def test_nats_servers_are_killed(tmp_path: Path) -> None:
    """Each in turn, then the leader, then all at once."""
    await survive_one_by_one(
        tmp_path,
        cluster_faults.restart_each_server,
        cluster_faults.kill_leader,
        cluster_faults.kill_leader,
        cluster_faults.restart_all_servers,
    )


@pytest.mark.long
async def test_drawing_without_nats(tmp_path: Path) -> None:
    """For ten seconds; everything that was drawn is stored afterwards."""
    await survive_one_by_one(tmp_path, cluster_faults.draw_without_nats)
