"""Appends per second and latency of the logs: SQLite, NATS on one server, and NATS on three on this machine.

    python -m bench.log [--seconds 5] [--json]

Each table appends as soon as its last append is stored; an append has two entries of a hundred bytes. All
logs sync every append to disk. They are measured one after the other, so compare only the figures of one run.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import uvloop

from pictomania.log import EventLog, SqliteLog
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from tests.log.nats_server import nats_servers

TABLES = (1, 30, 300)
ENTRIES = (b"x" * 100,) * 2
WARM_UP_S = 0.5


@dataclass(frozen=True, slots=True)
class LogSpeed:
    """What a log manages with a number of tables."""

    log: str
    tables: int
    appends_per_s: float
    p50_ms: float
    p99_ms: float


@asynccontextmanager
async def sqlite_log(folder: Path) -> AsyncIterator[EventLog]:
    """A log in a file."""
    log = await SqliteLog.open(folder / "log.db")
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def nats_log(folder: Path, servers: int) -> AsyncIterator[EventLog]:
    """A log on new NATS servers."""
    with nats_servers(folder, servers) as running:
        log = await NatsLog.open(NatsSettings([server.url for server in running]))
        try:
            yield log
        finally:
            await log.close()


async def measure(log: EventLog, name: str, tables: int, seconds: float) -> LogSpeed:
    """Append to tables until the time is up."""
    latencies: list[float] = []
    began = perf_counter() + WARM_UP_S
    ends = began + seconds

    async def play(table: str) -> None:
        position = 0
        while (start := perf_counter()) < ends:
            position = await log.append(table, position, ENTRIES)
            if start >= began:
                latencies.append(perf_counter() - start)

    await asyncio.gather(*(play(f"{tables}-{number}") for number in range(tables)))
    cuts = quantiles(latencies, n=100)
    return LogSpeed(name, tables, len(latencies) / seconds, cuts[49] * 1000, cuts[98] * 1000)


async def measure_all(seconds: float) -> list[LogSpeed]:
    """Measure each log with each number of tables."""
    speeds = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name in ("sqlite", "one", "three"):
            (folder / name).mkdir()
        kinds = {
            "SQLite": sqlite_log(folder / "sqlite"),
            "NATS on one server": nats_log(folder / "one", 1),
            "NATS on three servers": nats_log(folder / "three", 3),
        }
        for name, opening in kinds.items():
            async with opening as log:
                speeds += [await measure(log, name, tables, seconds) for tables in TABLES]
    return speeds


def text(speeds: Sequence[LogSpeed]) -> str:
    """Format the result as a table, with ratios to SQLite."""
    lines = ["log                     tables  appends/s  of SQLite   p50 ms   p99 ms"]
    for speed in speeds:
        base = next(each for each in speeds if each.tables == speed.tables)
        lines.append(
            f"{speed.log:<22} {speed.tables:>7} {speed.appends_per_s:>10,.0f}"
            f" {speed.appends_per_s / base.appends_per_s:>10.2f} {speed.p50_ms:>8.2f} {speed.p99_ms:>8.2f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the logs.")
    parser.add_argument("--seconds", type=float, default=5.0, help="per log and number of tables")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    speeds = uvloop.run(measure_all(options.seconds))
    print(json.dumps([asdict(speed) for speed in speeds], indent=2) if options.json else text(speeds))


if __name__ == "__main__":
    main(sys.argv[1:])
