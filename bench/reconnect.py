"""What it costs a node when the players of another one come back to it: CPU per player and per table.

    .venv/bin/python -m bench.reconnect [--tables 50] [--draw 10]

A node with tables in the drawing phase is killed, and all players connect to a second node at once, which
takes the tables over. Then they disconnect and connect again, now to tables in memory; so the difference is
the cost of taking over. CPU times depend little on what else the machine does; the time until all are back
depends on it.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import uvloop

from bench.load import Load, LoadTable, create_table, draw_evenly
from tests.log.nats_server import nats_server
from tests.operations.examples import PICTOMANIA, Program

FLAGS = {
    "host": "127.0.0.1",
    "port": "0",
    "proxies": "127.0.0.1/32",
    "connections-per-address": "100000",
    "most-connections": "100000",
    "tables-per-hour": "1000000",
    "log-level": "error",
}
PLAYERS, RATE, POINTS = 6, 20.0, 5


def start_node(nats: str, name: str) -> tuple[Program, str]:
    """Start a node; return it and its URL."""
    flags = {**FLAGS, "nats": nats, "node": name}
    node = Program(
        [*PICTOMANIA, "serve", *(f"--{flag}={value}" for flag, value in flags.items())], {}, "to stop"
    )
    node.launch()
    node.wait_until_ready()
    (url,) = (word for line in node.output for word in line.split() if word.startswith("http://"))
    return node, url.rstrip("/")


def cpu_ms(node: Program) -> float:
    """CPU time of all threads of a node's process."""
    assert node.process is not None  # noqa: S101
    threads = Path(f"/proc/{node.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


async def come_back(tables: Sequence[LoadTable], node: Program) -> tuple[float, float]:
    """Connect all players; return the CPU time of the node in ms, and the seconds until all are back."""
    before, began = cpu_ms(node), perf_counter()
    await asyncio.gather(*(table.connect(player) for table in tables for player in table.players))
    took_s = perf_counter() - began
    await asyncio.sleep(1)  # states and archives that follow
    return cpu_ms(node) - before, took_s


async def measure(nats: str, options: argparse.Namespace) -> dict[str, object]:
    """Kill a node, and measure the other one."""
    first, first_url = start_node(nats, "first")
    second, second_url = start_node(nats, "second")
    try:
        load = Load(first_url, PLAYERS, RATE, POINTS)
        tables = [
            LoadTable(load, await asyncio.to_thread(create_table, first_url)) for _ in range(options.tables)
        ]
        for table in tables:
            await table.begin()
        players = [player for table in tables for player in table.players]
        await draw_evenly(players, RATE, asyncio.get_running_loop().time() + options.draw)
        await asyncio.sleep(2)  # until all ink is stored
        first.kill()
        load.url = second_url
        taking_ms, taking_s = await come_back(tables, second)
        for player in players:
            assert player.transport is not None  # noqa: S101
            player.transport.disconnect()
        await asyncio.sleep(2)
        again_ms, again_s = await come_back(tables, second)
    finally:
        first.stop()
        second.stop()
    return {
        "tables": len(tables),
        "players": len(players),
        "pieces of ink per player": round(RATE * options.draw),
        "back after a take-over, s": round(taking_s, 2),
        "back to tables in memory, s": round(again_s, 2),
        "CPU per player, handshake and welcome, ms": round(again_ms / len(players), 2),
        "CPU per table, taking over, ms": round((taking_ms - again_ms) / len(tables), 2),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what reconnecting players cost a node.")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--draw", type=float, default=10.0, help="seconds that all players draw before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, nats_server(Path(folder)) as nats:
        print(json.dumps(uvloop.run(measure(nats.url, options)), indent=2))


if __name__ == "__main__":
    main()
