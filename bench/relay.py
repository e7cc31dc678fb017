"""What a relay costs: the same tables played directly at the node that has them, and through another node.

    python -m bench.relay --tables 30 --players 6 --rounds 6 --seconds 5

Two nodes and a NATS server run on this machine. All tables are on the first node; the players of one half
connect to it directly, those of the other half to the second node. The halves take turns: in each turn all
players of one half draw, and now and then one switches the language, which is stored. CPU time is that of
both nodes, less what they use while nobody does anything. So both halves meet the same machine, whatever
else it does.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import signal
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from picows import WSFrame, WSMsgType, WSTransport

from bench.load import Load, LoadPlayer, LoadTable, create_table, draw_evenly, percentile
from pictomania.wire import from_client
from tests.log.nats_server import nats_server

FLAGS = (
    *("--host", "127.0.0.1", "--port", "0", "--proxies", "127.0.0.1/32", "--log-level", "warning"),
    *("--connections-per-address", "100000", "--most-connections", "100000", "--tables-per-hour", "1000000"),
)


IDLE_S = 2.0
SETTLE_S = 0.3  # for what is on its way at the end of a turn


@dataclass
class Half:
    """The tables that are played in one way, and what was measured there."""

    load: Load
    tables: list["TalkingTable"] = field(default_factory=list)
    stored: list[float] = field(default_factory=list)  # seconds until an action was back
    cpu_s: float = 0.0
    time_s: float = 0.0  # in which that was measured


class TalkingPlayer(LoadPlayer):
    """A player who draws, and now and then does something that is stored."""

    def __init__(self, half: Half, table: "TalkingTable", seat: int) -> None:
        super().__init__(half.load, table, seat)
        self._half = half
        self._language = "en"
        self._switched_at: float | None = None

    def switch_language(self) -> None:
        """Speak another language, unless the last one is still on its way."""
        if self._switched_at is None:
            self._language = "es" if self._language == "en" else "en"
            self._switched_at = time.perf_counter()
            self.send(from_client.SetLanguage(self._language))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Also look for the new language."""
        super().on_ws_frame(transport, frame)
        if self._switched_at is not None and frame.msg_type == WSMsgType.TEXT:
            seats = self.state.get("seats")
            if isinstance(seats, list) and seats[self.seat]["language"] == self._language:
                self._half.stored.append(time.perf_counter() - self._switched_at)
                self._switched_at = None


class TalkingTable(LoadTable):
    """A table of such players."""

    def __init__(self, half: Half, code: str) -> None:
        super().__init__(half.load, code)
        self._half = half
        self.talking: list[TalkingPlayer] = []

    def new_player(self, seat: int) -> LoadPlayer:
        """Create the player of a seat."""
        player = TalkingPlayer(self._half, self, seat)
        self.talking.append(player)
        return player


async def talk_evenly(half: Half) -> None:
    """Let one player of each table switch the language, once a second, evenly spread; until cancelled."""
    for seat in itertools.cycle(range(half.load.players)):
        for table in half.tables:
            table.talking[seat].switch_language()
            await asyncio.sleep(1 / len(half.tables))


def cpu_s(nodes: Iterable[Process]) -> float:
    """Return the CPU seconds that the nodes have used, more precisely than in ticks."""
    threads = [thread for node in nodes for thread in Path(f"/proc/{node.pid}/task").iterdir()]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


async def measure_idle(nodes: Sequence[Process]) -> float:
    """Return the CPU share of the nodes while nobody does anything."""
    before, began = cpu_s(nodes), time.perf_counter()
    await asyncio.sleep(IDLE_S)
    return (cpu_s(nodes) - before) / (time.perf_counter() - began)


async def take_turn(half: Half, nodes: Sequence[Process], args: argparse.Namespace, idle: float) -> None:
    """Let all players of a half draw for a while, and add up what it costs."""
    loop = asyncio.get_running_loop()
    players = [table.players[seat] for seat in range(args.players) for table in half.tables]
    before, began = cpu_s(nodes), time.perf_counter()
    half.load.is_measuring = True
    talking = asyncio.create_task(talk_evenly(half))
    await draw_evenly(players, args.rate, loop.time() + args.seconds)
    talking.cancel()
    await asyncio.sleep(SETTLE_S)
    half.load.is_measuring = False
    time_s = time.perf_counter() - began
    half.cpu_s += cpu_s(nodes) - before - idle * time_s
    half.time_s += time_s


def latency(values: list[float]) -> dict[str, float]:
    """Return percentiles in ms."""
    ordered = sorted(value * 1000 for value in values)
    return {name: round(percentile(ordered, share), 2) for name, share in (("p50", 0.5), ("p99", 0.99))}


def result_of(half: Half) -> dict[str, object]:
    """Return what was measured in one half."""
    missing = sum(
        len(table.sent[seat]) - player.seen[seat]
        for table in half.tables
        for player in table.players
        for seat in range(half.load.players)
    )
    return {
        "CPU ms per second and table": round(1000 * half.cpu_s / half.time_s / len(half.tables), 3),
        "ink ms": latency(half.load.deliveries),
        "stored actions": len(half.stored),
        "stored actions ms": latency(half.stored),
        "pieces": half.load.sent,
        "errors": half.load.errors,
        "missing": missing,
    }


async def measure(
    args: argparse.Namespace, nodes: Sequence[Process], urls: Sequence[str]
) -> dict[str, object]:
    """Seat everybody, let the halves take turns, and compare them."""
    halves = [Half(Load(url, args.players, args.rate, args.points)) for url in urls]
    for half in halves:
        for _ in range(args.tables):
            code = await asyncio.to_thread(create_table, urls[0])
            half.tables.append(table := TalkingTable(half, code))
            await table.begin()
    for half in halves:  # so that both are warm
        await take_turn(half, nodes, args, 0.0)
        half.cpu_s = half.time_s = 0.0
        half.load.deliveries.clear()
        half.stored.clear()
    gc.freeze()
    idle = 0.0
    for turn in range(args.rounds):
        idle = await measure_idle(nodes)
        for half in halves if turn % 2 else reversed(halves):
            await take_turn(half, nodes, args, idle)
    direct, relayed = (result_of(half) for half in halves)
    added = (halves[1].cpu_s / halves[1].time_s) / (halves[0].cpu_s / halves[0].time_s) - 1
    return {
        "tables": args.tables,
        "players": args.players,
        "direct": direct,
        "relayed": relayed,
        "CPU added by the relay": f"{added:.1%}",
        "idle CPU share": round(idle, 3),
    }


@asynccontextmanager
async def run_node(name: str, nats: str, cores: Collection[int]) -> AsyncIterator[tuple[Process, str]]:
    """Run a node on these cores; yield its process and URL."""
    with tempfile.TemporaryDirectory() as data:
        node = await asyncio.create_subprocess_exec(
            *(str(Path(sys.executable).with_name("pictomania")), "serve", *FLAGS),
            *("--data", data, "--nats", nats, "--node", name),
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        try:
            assert node.stdout is not None  # noqa: S101
            while b"http://" not in (line := await node.stdout.readline()):
                assert line, "the node does not start"  # noqa: S101
            yield node, "http://127.0.0.1:" + line.decode().rsplit(":", 1)[1].strip().rstrip("/")
        finally:
            node.send_signal(signal.SIGTERM)
            await node.wait()


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Start the nodes, on cores of their own if there are enough, and NATS and the load on the last one."""
    cores = sorted(os.sched_getaffinity(0))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        nats = stack.enter_context(nats_server(folder)).url
        places = cores[:2] if len(cores) > 3 else (cores[0], cores[0])
        nodes = [
            await stack.enter_async_context(run_node(name, nats, {core}))
            for name, core in zip("ab", places, strict=True)
        ]
        os.sched_setaffinity(0, cores[-1:])
        return await measure(args, [process for process, _ in nodes], [url for _, url in nodes])


def main() -> int:
    """Measure and report; return 1 if anything failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=30, help="in each half")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=6, help="turns of each half")
    parser.add_argument("--seconds", type=float, default=5, help="of a turn")
    parser.add_argument("--rate", type=float, default=20, help="pieces per second from each player")
    parser.add_argument("--points", type=int, default=5, help="points per piece")
    result = uvloop.run(run(parser.parse_args()))
    print(json.dumps(result, indent=2))
    halves = [result["direct"], result["relayed"]]
    return int(any(half["errors"] or half["missing"] for half in halves))  # type: ignore[index]


if __name__ == "__main__":
    sys.exit(main())
