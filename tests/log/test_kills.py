"""A server killed at any moment loses nothing that it acknowledged, and stores nothing by halves."""

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
from tests.log.appender import TABLES, ends_well, entry

ROOT = Path(__file__).parents[2]


@dataclass
class Toll:
    """What became of a log over many kills."""

    kills: int = 0
    acknowledged: int = 0  # appends
    stored: int = 0  # entries


def started(path: Path) -> subprocess.Popen[bytes]:
    """Start a process that appends, and wait until it is about to open the log."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.log.appender", str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"opening\n"
    return child


def killed(path: Path, chance: Random, most_acks: int) -> list[tuple[str, int]]:
    """Let a process append and kill it, one time in four while it opens the log; say what it was told."""
    wanted = chance.choice([0, *(chance.randrange(1, most_acks) for _ in range(3))])
    return killed_after(path, wanted, chance.uniform(0, 0.005 if wanted else 0.02))


def killed_after(path: Path, wanted: int, more_s: float = 0.0) -> list[tuple[str, int]]:
    """Let a process append until so much is acknowledged, and kill it; say what it was told."""
    with started(path) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(wanted)]
        time.sleep(more_s)  # not a wait: the moment of the kill
        child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    return [(table.decode(), int(position)) for table, position in map(bytes.split, lines)]


async def stored(path: Path) -> dict[str, int]:
    """Where each table ends, after a look at every entry."""
    log = await SqliteLog.open(path)
    ends = {}
    for table in TABLES:
        entries = await log.read(table)
        assert entries == [(place, entry(table, place)) for place in range(1, len(entries) + 1)]
        ends[table] = len(entries)
    await log.close()
    return ends


def survive(path: Path, kills: int, chance: Random, most_acks: int) -> Toll:
    """Kill one process after the other on the same log, and check all of it after each."""
    toll = Toll(kills)
    acknowledged = dict.fromkeys(TABLES, 0)
    for _ in range(kills):
        told = killed(path, chance, most_acks)
        toll.acknowledged += len(told)
        for table, position in told:
            assert position > acknowledged[table]
            acknowledged[table] = position
        ends = asyncio.run(stored(path))
        assert all(ends_well(end) for end in ends.values())
        assert all(ends[table] >= acknowledged[table] for table in TABLES)
        toll.stored = sum(ends.values())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return toll


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Twenty kills of one log, the first of them at its first start or soon after."""
    toll = survive(tmp_path / "log.db", 20, Random(1), 200)
    assert toll.stored > toll.acknowledged > 500


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_nothing_acknowledged_is_lost_in_many_kills(tmp_path: Path, seed: int) -> None:
    """Sixty kills of one log, with more between them, so that the WAL is written back now and then."""
    toll = survive(tmp_path / "log.db", 60, Random(seed), 2000)
    assert toll.stored > toll.acknowledged > 20_000


@pytest.mark.long
def test_first_starts(tmp_path: Path) -> None:
    """A hundred new logs, each killed twice at its start or soon after."""
    chance = Random(4)
    for number in range(100):
        survive(tmp_path / str(number) / "log.db", 2, chance, 3)


async def test_a_killed_server_leaves_no_lock(tmp_path: Path) -> None:
    """While it lives no other may have its log; the next one need not be told that it died."""
    path = tmp_path / "log.db"
    with started(path) as child:
        assert child.stdout is not None
        assert child.stdout.readline().startswith(b"t")
        with pytest.raises(Unusable, match="in use by another server"):
            await SqliteLog.open(path)
        child.kill()
    await (await SqliteLog.open(path)).close()


async def test_killed_again_and_again_while_it_opens(tmp_path: Path) -> None:
    """What one has left in the WAL is found by the next that lives long enough to look."""
    path, chance = tmp_path / "log.db", Random(5)
    acknowledged = dict(killed_after(path, 100))
    for _ in range(8):
        acknowledged |= killed_after(path, 0, chance.uniform(0, 0.02))
    ends = await stored(path)
    assert all(ends_well(end) for end in ends.values())
    assert all(ends[table] >= position for table, position in acknowledged.items())
