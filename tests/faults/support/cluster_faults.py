"""What can happen to a cluster while people play in it."""

import asyncio
import json
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack
from time import perf_counter

from pictomania.client import Client
from pictomania.log.nats import NatsLog
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.table.identity.codes import new_code
from tests.faults.support.checked_table import CheckedTable
from tests.faults.support.cluster import ClusterNode
from tests.faults.support.cluster_games import Games, create_table
from tests.faults.support.table_history import read_history
from tests.log.nats_server import NatsServer
from tests.server.support.quick_game import begin, play, take_seats

PROGRESS = 5  # that every game makes between two faults


async def kill_owner(games: Games) -> None:
    """Kill the node that owns a table; another one takes over, and all its players come back."""
    owner, party = await games.owner(), games.playing[0]
    killed_at = perf_counter()
    await games.cluster.kill(owner)
    await games.back(killed_at, party.everyone, len(party.everyone))
    games.cluster.serve(owner)


async def kill_relay(games: Games) -> None:
    """Kill a node that has only the sockets of a table; the players that it had come back by another way."""
    relay = await a_relay(games)
    everyone = [witness for party in games.playing.values() for witness in party.everyone]
    count, killed_at = games.cluster.front.relayed[relay.settings.port], perf_counter()
    await games.cluster.kill(relay)
    await games.back(killed_at, everyone, count)
    games.cluster.serve(relay)


async def a_relay(games: Games) -> ClusterNode:
    """Return a node with players, but without the first table."""
    owner = await games.owner()
    others = [node for node in games.cluster.nodes.values() if node is not owner]
    return max(others, key=lambda node: games.cluster.front.relayed[node.settings.port])


async def freeze_owner(games: Games) -> None:
    """Stop the owner of a table until another node has taken over; then it goes on, and stores nothing."""
    owner, party, began_at = await games.owner(), games.playing[0], perf_counter()
    before = await takers(games.log, party.code)
    games.cluster.freeze(owner)
    await next_owner(games, owner, party.code)
    games.cluster.thaw(owner)
    await games.back(began_at, party.everyone, len(party.everyone))
    assert (await takers(games.log, party.code))[len(before)] != owner.name


async def next_owner(games: Games, owner: ClusterNode, code: str) -> None:
    """Wait until another node owns a table."""
    while await games.cluster.owner(games.log, code) in (None, owner):
        pass


async def takers(log: NatsLog, code: str) -> list[str]:
    """The nodes that took a table over, in order."""
    stored = [decode_entry(data) for _, data in await log.read(code)]
    return [fact.node for fact in stored if isinstance(fact, facts.TableTaken)]


async def cut_owner_from_nats(games: Games) -> None:
    """Let nothing pass between the owner and NATS; players who reload have another one, and go on there."""
    owner, party, front = await games.owner(), games.playing[0], games.cluster.front
    owner.cut_from_nats()
    front.avoided.add(owner.settings.port)  # it says that it is not ready
    reloading = asyncio.gather(*map(reload, games.playing.values()))  # it may have all tables
    try:
        await next_owner(games, owner, party.code)
        await reloading
        await games.more(PROGRESS)
    finally:
        reloading.cancel()
        owner.rejoin_nats()
        front.avoided.clear()


async def reload(party: CheckedTable) -> None:
    """Let players reload the page one after another, as people do when nothing happens."""
    for witness in party.everyone:
        witness.drop()
        await witness.wait(1.0)


async def cut_nodes(games: Games) -> None:
    """Let nothing pass from other nodes to the owner for longer than links last; NATS still reaches all."""
    owner, party = await games.owner(), games.playing[0]
    owner.inside.stall()
    try:
        await games.until(lambda: not are_connected(party) or games.playing[0] is not party)
    finally:
        owner.inside.heal()
    await games.until(lambda: are_connected(party) or games.playing[0] is not party)


def are_connected(party: CheckedTable) -> bool:
    """Whether all clients of a table are connected."""
    return all(witness.is_connected for witness in party.everyone)


async def restart_gently(games: Games) -> None:
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


async def kill_leader(games: Games) -> None:
    """Kill the NATS server that leads the stream, and start it again."""
    server = await leader(games.log, games.cluster.nats)
    await asyncio.to_thread(server.restart)


async def restart_each_server(games: Games) -> None:
    """Kill each NATS server in turn."""
    for server in games.cluster.nats:
        await asyncio.to_thread(server.restart)
        await games.more(PROGRESS)


async def draw_without_nats(games: Games) -> None:
    """Kill all NATS servers for ten seconds; people go on drawing, and all of it is stored later."""
    code = await asyncio.to_thread(create_table, games.cluster.url)
    async with take_seats(games.cluster.url, code) as clients:
        artist, other = clients[:2]
        begin(clients)
        await play(clients, Phase.DRAWING)
        for server in games.cluster.nats:
            server.kill()
        for x in range(10):
            artist.draw_line([(100 * x, y) for y in range(0, 4000, 500)])
            while other.sheets[0].marks != artist.paper.mine.marks:
                await other.wait(1.0)
            await asyncio.sleep(1.0)  # not a wait: the length of the outage
        await asyncio.to_thread(start_together, games.cluster.nats)
        drawing = artist.paper.mine.marks
        while not (other.view and other.view.players[0].finished):
            artist.finish()  # refused until NATS is back
            await other.wait(1.0)
    story = await read_history(games.log, code)
    assert story.sheets[story.table.paper][0] == drawing


async def restart_all_servers(games: Games) -> None:
    """Kill all NATS servers, and start them again at once."""
    for server in games.cluster.nats:
        server.kill()
    await asyncio.to_thread(start_together, games.cluster.nats)


def start_together(servers: Sequence[NatsServer]) -> None:
    """Start servers, none of which is ready without the others."""
    for server in servers:
        server.launch()
    for server in servers:
        server.wait_until_ready()


# Races.


async def claim_at_once(games: Games, rounds: int) -> None:
    """Let players come to all nodes at once, to a table without an owner: one node gets them all."""
    nodes = games.cluster.nodes.values()
    for _ in range(rounds):
        code = new_code(random.choice)
        await games.log.append(code, 0, [encode_entry(facts.TableOpened(1, code))])
        async with AsyncExitStack() as stack:
            clients = [Client(node.url, code, name=f"from {node.name}", bot=False) for node in nodes]
            await asyncio.gather(*map(stack.enter_async_context, clients))
            for client in clients:
                await client.until(lambda state: len(state.seats) == len(nodes))
            assert len(await takers(games.log, code)) == 1
