"""How soon everyone is back after the server was killed."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter, sleep

from pictomania.cli.bench.crowd import Player, SeatedTable, in_batches, seat_tables
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.plan import RATE
from pictomania.cli.bench.servers import OurServer
from pictomania.cli.bench.workshop import Workshop, run

PLAYERS = 3  # at each table
AT_ONCE = 250  # tables whose players come back at the same time; browsers wait a random time too
RETRY_S = 0.05
DRAW_S = 2.0  # before the kill


@dataclass(frozen=True, slots=True)
class Restart:
    """What was measured, from the start of the new server process."""

    tables: int
    open_s: float  # until it listened
    playable_s: float  # until a player of every table was welcomed


def measure_restart(workshop: Workshop, tables: int) -> Restart:
    """Seat players, let them draw, kill the server, and let one player of each table come back."""
    folder = workshop.new_folder("restart")
    with OurServer(folder, workshop.server_core) as server, workshop.new_generator() as generator:
        seated = run(seat_tables(server.address, generator, tables, players=PLAYERS))
        generator.draw(RATE, tables)
        sleep(DRAW_S)
        generator.drain()
        server.kill()
    began = perf_counter()
    with OurServer(folder, workshop.server_core) as server:
        open_s = perf_counter() - began
        run(come_back(server, seated))
        return Restart(tables, open_s, perf_counter() - began)


async def come_back(server: OurServer, tables: Sequence[SeatedTable]) -> None:
    """Let one player of each table connect, and wait until all have been welcomed."""
    waiting = iter(tables)

    async def one() -> Player:
        player = next(waiting).players[0]
        player.server = server.address
        await connect_somehow(player)
        return player

    players = await in_batches(one, len(tables), AT_ONCE)
    for player in players:
        player.socket.close()


async def connect_somehow(player: Player) -> None:
    """Connect; a server that has just started may refuse at first."""
    while True:
        with suppress(BenchError, OSError):
            await player.connect()
            return
        await asyncio.sleep(RETRY_S)
