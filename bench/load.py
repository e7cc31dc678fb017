"""Load test: the latency of ink at many tables where all players draw at once.

    .venv/bin/python bench/load.py --tables 200 --players 6 --seconds 20

The server runs on one core, the load generator on another. Every client is a real socket that joins a real
table, begins a real game and draws; latency is measured from sending a piece of ink until each other player
has received it.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import secrets
import signal
import statistics
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from pictomania.ink import InkPiece, Point, Stroke, encode_piece
from pictomania.wire import from_client
from pictomania.wire.frames import INK, decode_ink_to_client, encode_ink_from_client
from pictomania.wire.json_codec import encode

LINE = 60  # pieces in a line
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Load:
    """Parameters and results of a run."""

    url: str
    players: int
    rate: float
    points: int
    deliveries: list[float] = field(default_factory=list)
    sent: int = 0
    errors: int = 0
    late: float = 0.0  # longest time in seconds that the generator was busy
    is_measuring: bool = False
    _pieces: dict[int, bytes] = field(default_factory=dict)

    def piece(self, at: int) -> bytes:
        """Return the next piece of a line; cached, since it is the same for all players."""
        if at not in self._pieces:
            points = self._points(at * self.points - 1, self.points + 1)
            ink = InkPiece(0, at * self.points, (Stroke(1, points[1:]),))
            self._pieces[at] = encode_piece(ink, points[0], short=True)
        return self._pieces[at]

    def new_line(self, place: int) -> bytes:
        """Return the first piece of a line."""
        return encode_piece(InkPiece(place, 0, (Stroke(1, self._points(0, self.points)),)))

    def _points(self, first: int, count: int) -> tuple[Point, ...]:
        return tuple(
            Point(500 + n * 5 % 2000, 500 + n * 7 % 3000, 128, n * 2) for n in range(first, first + count)
        )


class LoadPlayer(WSListener):
    """One client that does as little work per frame as possible."""

    def __init__(self, load: Load, table: "LoadTable", seat: int) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.key = secrets.token_urlsafe(16)
        self.state: dict[str, object] = {}
        self.transport: WSTransport | None = None
        self.updated = asyncio.Event()
        self.seen = [0] * load.players  # pieces received from each seat
        self.pieces = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Send the hello."""
        self.transport = transport
        self.send(from_client.Hello(self.table.code, self.key, f"P{self.seat}", "en", bot=True))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Record the time of ink, and the latest state."""
        if frame.msg_type == WSMsgType.BINARY:
            self._receive_ink(self.table.seats_in(frame.get_payload_as_bytes()), time.perf_counter())
        elif frame.msg_type == WSMsgType.TEXT:
            message = json.loads(frame.get_payload_as_bytes())
            if message["type"] == "refused":
                self.load.errors += 1
            self.state = message.get("state", message)
            self.updated.set()
        else:
            self.load.errors += frame.msg_type == WSMsgType.CLOSE

    def _receive_ink(self, seats: list[int], now: float) -> None:
        seen, sent = self.seen, self.table.sent
        record = self.load.deliveries.append if self.load.is_measuring else None
        for seat in seats:
            if record is not None and seat != self.seat:
                record(now - sent[seat][seen[seat]])
            seen[seat] += 1

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """Count it as an error: the server should not disconnect players."""
        self.load.errors += self.load.is_measuring

    def send(self, message: from_client.FromClient) -> None:
        """Send a message."""
        assert self.transport is not None  # noqa: S101
        self.transport.send(WSMsgType.TEXT, encode(message))

    async def until(self, phase: str) -> None:
        """Wait for a phase of the game."""
        while ((self.state.get("view") or {}).get("phase")) != phase:  # type: ignore[attr-defined]
            self.updated.clear()
            await asyncio.wait_for(self.updated.wait(), 30)

    def draw(self) -> None:
        """Send the next piece of a line, or the first of a new one."""
        at, place = self.pieces % LINE, self.pieces // LINE
        self.pieces += 1
        piece = self.load.piece(at) if at else self.load.new_line(place)
        assert self.transport is not None  # noqa: S101
        self.table.sent[self.seat].append(time.perf_counter())
        self.transport.send(WSMsgType.BINARY, encode_ink_from_client(self.table.paper, piece))
        self.load.sent += self.load.is_measuring


_networks = itertools.count(1)


class LoadTable:
    """One table and its players."""

    def __init__(self, load: Load, code: str) -> None:
        self.load = load
        self.code = code
        # A network of its own, since rate limits are by address and all clients run on one machine.
        self.address = f"2001:db8:{next(_networks):x}::1"
        self.sent: list[list[float]] = [[] for _ in range(load.players)]
        self.players: list[LoadPlayer] = []
        self.paper = 0
        self._last = b""
        self._seats: list[int] = []

    def seats_in(self, data: bytes) -> list[int]:
        """Return the seats in a frame of ink; parsed once for all players, who get the same bytes."""
        if data != self._last:
            kind, _, pieces = decode_ink_to_client(data)
            self._last = data
            self._seats = [seat for seat, _ in pieces] if kind == INK else []
        return self._seats

    async def connect(self, player: LoadPlayer) -> None:
        """Connect a player, and wait for the welcome."""
        player.updated.clear()
        await ws_connect(
            lambda: player,
            self.load.url.replace("http", "ws") + "/socket",
            extra_headers={"Origin": self.load.url, "X-Forwarded-For": self.address},
        )
        await asyncio.wait_for(player.updated.wait(), 30)

    def new_player(self, seat: int) -> LoadPlayer:
        """Create the player of a seat."""
        return LoadPlayer(self.load, self, seat)

    async def begin(self) -> None:
        """Seat all players and begin a game, up to the drawing phase."""
        for seat in range(self.load.players):
            player = self.new_player(seat)
            await self.connect(player)
            self.players.append(player)
        self.players[0].send(from_client.Begin())
        for player in self.players:
            await player.until("reading")
        for player in self.players:
            player.send(from_client.Ready(int(str(player.state["stop"]))))
        for player in self.players:
            await player.until("drawing")
        self.paper = int(str(self.players[0].state["paper"]))


async def draw_evenly(players: list[LoadPlayer], rate: float, until: float) -> None:
    """Let all players draw in turn, so that pieces are spread evenly over time."""
    loop = asyncio.get_running_loop()
    began, done = loop.time(), 0
    while (now := loop.time()) < until:
        due = int((now - began) * rate * len(players))
        for turn in range(done, due):
            players[turn % len(players)].draw()
        done = due
        players[0].load.late = max(players[0].load.late, loop.time() - now)
        await asyncio.sleep(0.002)


def percentile(values: list[float], share: float) -> float:
    """Return a percentile of sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]


def create_table(url: str) -> str:
    """Create a table."""
    request = urllib.request.Request(f"{url}/api/tables", method="POST")  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
        code: str = json.load(response)["code"]
    return code


def longest_stall(url: str) -> float:
    """Return the longest stall of the server's event loop in ms."""
    request = urllib.request.Request(f"{url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
        metrics = response.read().decode()
    line = next(line for line in metrics.splitlines() if line.startswith("pictomania_longest_stall_ms"))
    return float(line.split()[1])


def resource_usage(pid: int) -> tuple[float, int]:
    """Return CPU seconds and resident bytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * PAGE


async def measure(args: argparse.Namespace, url: str, pid: int) -> dict[str, object]:
    """Put the load on a server and return the results."""
    load = Load(url, args.players, args.rate, args.points)
    loop = asyncio.get_running_loop()
    _, empty = resource_usage(pid)
    tables = [
        LoadTable(load, await loop.run_in_executor(None, create_table, url)) for _ in range(args.tables)
    ]
    for at in range(0, len(tables), 20):
        await asyncio.gather(*(table.begin() for table in tables[at : at + 20]))
        print(f"\r{min(at + 20, len(tables))} of {len(tables)} tables drawing", end="", file=sys.stderr)
    print(file=sys.stderr)
    _, seated = resource_usage(pid)
    until = loop.time() + args.warmup + args.seconds
    players = [table.players[seat] for seat in range(args.players) for table in tables]
    drawing = asyncio.create_task(draw_evenly(players, args.rate, until))
    await asyncio.sleep(args.warmup)
    cpu, _ = resource_usage(pid)
    load.is_measuring = True
    began, own = time.perf_counter(), time.process_time()
    gc.freeze()
    await drawing
    await asyncio.sleep(0.3)
    load.is_measuring = False
    took = time.perf_counter() - began
    cpu_after, full = resource_usage(pid)
    connections = args.tables * args.players
    deliveries = sorted(value * 1000 for value in load.deliveries)
    missing = sum(
        len(table.sent[seat]) - player.seen[seat]
        for table in tables
        for player in table.players
        for seat in range(args.players)
    )
    return {
        "tables": args.tables,
        "connections": connections,
        "pieces sent": load.sent,
        "deliveries": len(deliveries),
        "missing": missing,
        "errors": load.errors,
        "delivery ms": {
            "p50": round(percentile(deliveries, 0.5), 1),
            "p95": round(percentile(deliveries, 0.95), 1),
            "p99": round(percentile(deliveries, 0.99), 1),
            "max": round(deliveries[-1], 1),
            "mean": round(statistics.fmean(deliveries), 1),
        },
        "deliveries per second": round(len(deliveries) / took),
        "longest stall of the server ms": round(longest_stall(url), 1),
        "longest stretch of the load generator ms": round(load.late * 1000, 1),
        "server CPU share": round((cpu_after - cpu) / took, 2),
        "load generator CPU share": round((time.process_time() - own) / took, 2),
        "kB per idle connection": round((seated - empty) / connections / 1024, 1),
        "kB per drawing connection": round((full - empty) / connections / 1024, 1),
    }


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Start a server on the first core, and put the load on it from the second."""
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as data:
        command = [
            str(Path(sys.executable).with_name("pictomania")),
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            data,
            "--proxies",
            "127.0.0.1/32",
            "--connections-per-address",
            "100000",
            "--most-connections",
            "100000",
            "--tables-per-hour",
            "1000000",
            "--log-level",
            "warning",
        ]
        server = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, cores[:1])
        )
        os.sched_setaffinity(0, cores[-1:])
        try:
            assert server.stdout is not None  # noqa: S101
            line = b""
            while b"http://" not in line:
                line = await server.stdout.readline()
            url = "http://127.0.0.1:" + line.decode().rsplit(":", 1)[1].strip().rstrip("/")
            return await measure(args, url, server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            await server.wait()


def main() -> int:
    """Measure and report; return 1 if anything failed, or --p99 was exceeded."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warmup", type=float, default=3)
    parser.add_argument("--rate", type=float, default=20, help="pieces per second from each player")
    parser.add_argument("--points", type=int, default=5, help="points per piece")
    parser.add_argument("--p99", type=float, default=None, help="fail if p99 is not below this, in ms")
    args = parser.parse_args()
    result = uvloop.run(run(args))
    print(json.dumps(result, indent=2))
    slow = args.p99 is not None and result["delivery ms"]["p99"] >= args.p99  # type: ignore[index]
    return int(bool(result["errors"] or result["missing"] or slow))


if __name__ == "__main__":
    sys.exit(main())
