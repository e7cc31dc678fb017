"""What can happen to a cluster while people play in it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

from pictomania.log.nats import NatsLog
from tests.faults.support.cluster import Cluster, ClusterNode
from tests.faults.support.cluster_games import Games
from tests.log.nats_server import NatsServer

PROGRESS = 5  # that every game makes between two faults


async def kill_owner(games: Games, log: NatsLog) -> None:
    """Kill the node that owns a table; another one takes over, and all its players come back."""
    owner, party = await games.owner(log), games.playing[0]
    killed_at = perf_counter()
    await games.cluster.kill(owner)
    await games.back(killed_at, party.everyone, len(party.everyone))
    games.cluster.serve(owner)


async def kill_relay(games: Games, log: NatsLog) -> None:
    """Kill a node that has only the sockets of a table; the players that it had come back by another way."""
    relay = await a_relay(games, log)
    everyone = [witness for party in games.playing.values() for witness in party.everyone]
    count, killed_at = games.cluster.front.relayed[relay.settings.port], perf_counter()
    await games.cluster.kill(relay)
    await games.back(killed_at, everyone, count)
    games.cluster.serve(relay)


async def a_relay(games: Games, log: NatsLog) -> ClusterNode:
    """Return a node with players, but without the first table."""
    owner = await games.owner(log)
    others = [node for node in games.cluster.nodes.values() if node is not owner]
    return max(others, key=lambda node: games.cluster.front.relayed[node.settings.port])


async def freeze_owner(games: Games, log: NatsLog) -> None:
    """Stop the owner of a table until another node has taken over; then it goes on, knowing nothing."""
    owner, party, began_at = await games.owner(log), games.playing[0], perf_counter()
    games.cluster.freeze(owner)
    await taken_over(games, log, owner, party.code)
    games.cluster.thaw(owner)
    await games.back(began_at, party.everyone, len(party.everyone))


async def taken_over(games: Games, log: NatsLog, owner: ClusterNode, code: str) -> None:
    """Wait until another node owns a table."""
    while await games.cluster.owner(log, code) in (None, owner):
        pass


async def cut_owner_from_nats(games: Games, log: NatsLog) -> None:
    """Let nothing pass between the owner and NATS, until players who reconnect have another owner."""
    owner, party = await games.owner(log), games.playing[0]
    began_at = perf_counter()
    owner.cut_from_nats()
    leaving = asyncio.create_task(keep_leaving(games, owner))
    try:
        await taken_over(games, log, owner, party.code)
    finally:
        leaving.cancel()
        owner.rejoin_nats()
    await games.back(began_at, party.everyone, len(party.everyone))


async def keep_leaving(games: Games, node: ClusterNode) -> None:
    """Let a player at a time reload the page, as people do when nothing happens."""
    while True:
        for witness in games.playing[0].everyone:
            witness.drop()
            await asyncio.sleep(0.2)


async def cut_nodes(games: Games, log: NatsLog) -> None:
    """Let nothing pass from other nodes to the owner for longer than links last; NATS still reaches all."""
    owner = await games.owner(log)
    owner.inside.stall()
    relayed = [node for node in games.cluster.nodes.values() if node is not owner]
    lost = sum(games.cluster.front.relayed[node.settings.port] for node in relayed)
    await links_lost(games, lost)
    owner.inside.heal()


async def links_lost(games: Games, count: int) -> None:
    """Wait until the players of a lost link know about it."""
    party = games.playing[0]
    while all(witness.is_connected for witness in party.everyone) and games.playing[0] is party and count:
        await asyncio.sleep(0.01)


async def restart_gently(games: Games, log: NatsLog) -> None:
    """Stop each node in turn, and start it again, as in an upgrade."""
    for node in games.cluster.nodes.values():
        await games.cluster.stop(node)
        games.cluster.serve(node)
        await node.is_open.wait()
        await games.more(PROGRESS)


# Faults of NATS.


async def leader(log: NatsLog, servers: Sequence[NatsServer]) -> NatsServer:
    """Find the server that leads the stream."""
    info = await log.connection.request(f"$JS.API.STREAM.INFO.{log.name}", b"")
    name = json.loads(info.data)["cluster"]["leader"]
    return next(server for server in servers if server.name == name)


async def kill_leader(games: Games, log: NatsLog) -> None:
    """Kill the NATS server that leads the stream, and start it again."""
    server = await leader(log, games.cluster.nats)
    await asyncio.to_thread(server.restart)


async def restart_each_server(games: Games, log: NatsLog) -> None:
    """Kill each NATS server in turn."""
    for server in games.cluster.nats:
        await asyncio.to_thread(server.restart)
        await games.more(PROGRESS)


async def restart_all_servers(games: Games, log: NatsLog) -> None:
    """Kill all NATS servers, and start them again at once."""
    await nats_away(games.cluster, 0.0)


async def nats_away_for_long(games: Games, log: NatsLog) -> None:
    """Kill all NATS servers, and start them again after ten seconds, in which people go on drawing."""
    party = games.playing[0]
    away = asyncio.create_task(nats_away(games.cluster, 10.0))
    await away
    assert games.playing[0] is party


async def nats_away(cluster: Cluster, seconds: float) -> None:
    """Kill all servers, wait, and start them again."""

    def start() -> None:
        for server in cluster.nats:
            server.launch()
        for server in cluster.nats:
            server.wait_until_ready()

    for server in cluster.nats:
        server.kill()
    await asyncio.sleep(seconds)  # not a wait: the length of the outage
    await asyncio.to_thread(start)
