"""A process killed at any moment loses no acknowledged entries, and stores no partial appends."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from pictomania.log import SqliteLog, Unusable
from tests.log.appender import TABLES, entry, is_append_end

ROOT = Path(__file__).parents[2]


@dataclass
class Totals:
    """Totals over many kills."""

    kills: int = 0
    acknowledged: int = 0  # appends
    stored: int = 0  # entries


def start(path: Path) -> subprocess.Popen[bytes]:
    """Start a process that appends, and wait until it is about to open the log."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.log.appender", str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"opening\n"
    return child


def kill(path: Path, chance: Random, max_acks: int) -> list[tuple[str, int]]:
    """Kill an appending process, one time in four while it opens the log; return what was acknowledged."""
    wanted = chance.choice([0, *(chance.randrange(1, max_acks) for _ in range(3))])
    return kill_after(path, wanted, chance.uniform(0, 0.005 if wanted else 0.02))


def kill_after(path: Path, wanted: int, more_s: float = 0.0) -> list[tuple[str, int]]:
    """Kill a process after a number of acknowledged appends; return what was acknowledged."""
    with start(path) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(wanted)]
        time.sleep(more_s)  # a random moment for the kill
        child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    return [(table.decode(), int(position)) for table, position in map(bytes.split, lines)]


async def stored(path: Path) -> dict[str, int]:
    """Return where each table ends, after checking every entry."""
    log = await SqliteLog.open(path)
    ends = {}
    for table in TABLES:
        entries = await log.read(table)
        assert entries == [(place, entry(table, place)) for place in range(1, len(entries) + 1)]
        ends[table] = len(entries)
    await log.close()
    return ends


def survive(path: Path, kills: int, chance: Random, max_acks: int) -> Totals:
    """Kill one process after the other on the same log, and check every entry after each."""
    totals = Totals(kills)
    acknowledged = dict.fromkeys(TABLES, 0)
    for _ in range(kills):
        acks = kill(path, chance, max_acks)
        totals.acknowledged += len(acks)
        for table, position in acks:
            assert position > acknowledged[table]
            acknowledged[table] = position
        ends = asyncio.run(stored(path))
        assert all(is_append_end(end) for end in ends.values())
        assert all(ends[table] >= acknowledged[table] for table in TABLES)
        totals.stored = sum(ends.values())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return totals


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Twenty kills of one log, the first of them at its first start or soon after."""
    totals = survive(tmp_path / "log.db", 20, Random(1), 200)
    assert totals.stored > totals.acknowledged > 500


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_nothing_acknowledged_is_lost_in_many_kills(tmp_path: Path, seed: int) -> None:
    """Sixty kills of one log, with enough appends between them for checkpoints of the WAL."""
    totals = survive(tmp_path / "log.db", 60, Random(seed), 2000)
    assert totals.stored > totals.acknowledged > 20_000


@pytest.mark.long
def test_first_starts(tmp_path: Path) -> None:
    """A hundred new logs, each killed twice at its start or soon after."""
    chance = Random(4)
    for number in range(100):
        survive(tmp_path / str(number) / "log.db", 2, chance, 3)


async def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    """The operating system releases the lock."""
    path = tmp_path / "log.db"
    with start(path) as child:
        assert child.stdout is not None
        assert child.stdout.readline().startswith(b"t")
        with pytest.raises(Unusable, match="in use by another server"):
            await SqliteLog.open(path)
        child.kill()
    await (await SqliteLog.open(path)).close()


async def test_killed_repeatedly_while_opening(tmp_path: Path) -> None:
    """The next process recovers the WAL of those before it."""
    path, chance = tmp_path / "log.db", Random(5)
    acknowledged = dict(kill_after(path, 100))
    for _ in range(8):
        acknowledged |= kill_after(path, 0, chance.uniform(0, 0.02))
    ends = await stored(path)
    assert all(is_append_end(end) for end in ends.values())
    assert all(ends[table] >= position for table, position in acknowledged.items())
