"""Chaos: nodes and NATS servers are killed at random while people and bots play whole games.

    python -m tests.faults.cluster_chaos --kills 50 --seed 1

It prints one line of JSON, and fails if anything that was acknowledged is lost or doubled, or if a game does
not end.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random

import uvloop

from tests.faults.support.cluster import ClusterNode
from tests.faults.support.cluster_games import Figures, Games, survive
from tests.log.nats_server import NatsServer

PLACES = 3
PAUSE_S = 0.3  # between strokes, at most: a game takes long enough for several kills
MOST_DELAY_S = 2.0  # between two kills, and between a kill and the restart
MOST_DEAD_NODES = 2  # at a time
ALL_NATS = 0.1  # share of kills of NATS servers that kill all of them at once
PROGRESS_EVERY = 3  # kills: then all games go on for a little


class Chaos:
    """Kills, and starts again what was killed."""

    def __init__(self, games: Games, chance: Random) -> None:
        self._games = games
        self._chance = chance
        self._dead_servers: set[str] = set()
        self._restarts: set[asyncio.Task[None]] = set()

    async def reign(self, kills: int) -> None:
        """Kill that often, then let everything be started again."""
        figures = self._games.figures
        while figures.kills < kills:
            await self._kill()
            await asyncio.sleep(self._chance.uniform(0, MOST_DELAY_S))  # not a wait: the moment of the kill
            if figures.kills % PROGRESS_EVERY == 0:
                await self._games.more(1)
        await asyncio.gather(*self._restarts)
        await self._games.cluster.are_open()

    async def _kill(self) -> None:
        cluster, figures = self._games.cluster, self._games.figures
        if self._chance.random() < 0.6:
            alive = [node for node in cluster.nodes.values() if not node.is_dead.is_set()]
            if len(alive) > len(cluster.nodes) - MOST_DEAD_NODES:
                node = self._chance.choice(alive)
                figures.kills += 1
                await cluster.kill(node)
                self._later(self._serve(node))
        elif not self._dead_servers:
            count = len(cluster.nats) if self._chance.random() < ALL_NATS else 1
            for server in self._chance.sample(cluster.nats, count):
                figures.kills += 1
                self._dead_servers.add(server.name)
                server.kill()
                self._later(self._start(server))

    def _later(self, restart: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(restart)
        self._restarts.add(task)
        task.add_done_callback(self._restarts.discard)

    async def _serve(self, node: ClusterNode) -> None:
        await asyncio.sleep(self._chance.uniform(0, MOST_DELAY_S))  # not a wait: how long it is gone
        self._games.cluster.serve(node)

    async def _start(self, server: NatsServer) -> None:
        await asyncio.sleep(self._chance.uniform(0, MOST_DELAY_S))  # not a wait: how long it is gone
        await asyncio.to_thread(server.start)
        self._dead_servers.discard(server.name)


async def wreak(folder: Path, kills: int, seed: int, places: int = PLACES) -> Figures:
    """Let chaos reign over games in a new cluster."""
    chance = Random(seed)
    return await survive(
        folder,
        lambda games: Chaos(games, chance).reign(kills),
        seed=seed,
        places=places,
        pause_s=PAUSE_S,
    )


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Kill nodes and NATS servers at random while people play.")
    parser.add_argument("--kills", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = uvloop.run(wreak(Path(folder), args.kills, args.seed))
    print(figures.line())


if __name__ == "__main__":
    main()
