"""The current fails: whatever was acknowledged is on the disk, and what was being written does no harm.

Nothing can be said of a disk that claims to have written what it has not.
"""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pictomania.log import SqliteLog
from pictomania.log.database import ready

ROOT = Path(__file__).parents[2]
PAGE = 4096
TABLE = "t"
APPENDS = 12


def entry(position: int) -> bytes:
    """What stands at a position, short or long."""
    return f"{position} ".encode().ljust(position * 997 % 6000, b".")


def wal_of(path: Path) -> Path:
    """What is written first, and then into the file."""
    return path.with_name(f"{path.name}-wal")


async def acknowledged(path: Path) -> list[int]:
    """Append two entries at a time to a new log, and leave it as if everything had stopped then.

    Tells how long the WAL was each time that something was acknowledged.
    """
    live, sizes = path.parent / "live" / "log.db", []
    log = await SqliteLog.open(live)
    for position in range(0, 2 * APPENDS, 2):
        await log.append(TABLE, position, [entry(position + 1), entry(position + 2)])
        sizes.append(wal_of(live).stat().st_size)
    shutil.copy(live, path)
    shutil.copy(wal_of(live), wal_of(path))
    await log.close()
    return sizes


async def found(path: Path) -> int:
    """Open a log after the current is back; tell how many entries there are, each of which is right."""
    log = await SqliteLog.open(path)
    entries = await log.read(TABLE)
    await log.close()
    assert entries == [(place, entry(place)) for place in range(1, len(entries) + 1)]
    return len(entries)


async def test_what_was_being_written_is_lost_as_a_whole(tmp_path: Path) -> None:
    """And nothing before it, wherever the writing stopped, and whatever the disk has in its place."""
    path, chance = tmp_path / "log.db", Random(1)
    sizes = await acknowledged(path)
    assert sizes == sorted(set(sizes))
    file, wal = path.read_bytes(), wal_of(path).read_bytes()
    for number, (begin, end) in enumerate(pairwise(sizes), start=1):
        for rest in (0, end - begin - 1, chance.randrange(end - begin)):
            for junk in (b"", bytes(end - begin - rest), chance.randbytes(end - begin - rest)):
                left = wal[: begin + rest] + junk
                path.write_bytes(file)
                wal_of(path).write_bytes(left)
                is_whole = left == wal[:end]  # by chance
                assert await found(path) == 2 * (number + is_whole)


async def test_while_the_wal_was_written_back(tmp_path: Path) -> None:
    """Any of its pages may be in the file already, and one of them by half: the WAL still has them all."""
    path, chance = tmp_path / "log.db", Random(2)
    await acknowledged(path)
    old, wal = path.read_bytes(), wal_of(path).read_bytes()
    with closing(ready(path, 1)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new = path.read_bytes()
    assert len(new) > len(old) + 10 * PAGE
    for _ in range(20):
        half = bytearray(old.ljust(len(new), b"\0"))
        for at in range(0, len(new), PAGE):
            size = chance.choice((0, PAGE, chance.randrange(PAGE)))
            half[at : at + size] = new[at : at + size]
        path.write_bytes(half[: chance.choice((len(new), chance.randrange(len(old), len(new))))])
        wal_of(path).write_bytes(wal)
        assert await found(path) == 2 * APPENDS
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def append_one_by_one(path: Path) -> None:
    """Say something each time that something is acknowledged."""
    log = await SqliteLog.open(path)
    for position in range(APPENDS):
        os.write(1, b"begins\n")
        await log.append(TABLE, position, [entry(position + 1)])
        os.write(1, b"acknowledged\n")
    await log.close()


def test_the_disk_is_asked_each_time(tmp_path: Path) -> None:
    """After the last byte of an append is written, and before it is acknowledged."""
    strace, seen = shutil.which("strace"), tmp_path / "seen"
    if strace is None:
        pytest.skip("there is nobody to look at system calls")
    look = [strace, "-f", "-y", "-qq", "-o", str(seen), "-e", "trace=write,pwrite64,fsync,fdatasync"]
    program = [sys.executable, "-m", "tests.log.test_power", str(tmp_path / "log.db")]
    done = subprocess.run([*look, *program], cwd=ROOT, check=False, capture_output=True)
    if done.returncode and b"ptrace" in done.stderr:
        pytest.skip("nobody may look at system calls here")
    assert done.returncode == 0, done.stderr
    calls = "".join(
        "W" if "pwrite64(" in line else "S" if "sync(" in line else "b" if "begins" in line else "a"
        for line in seen.read_text(errors="replace").splitlines()
        if "log.db-wal>" in line or "begins" in line or "acknowledged" in line
    )
    assert re.fullmatch(rf"[WS]*(b[WS]*W+S+a){{{APPENDS}}}[WS]*", calls), calls


if __name__ == "__main__":
    asyncio.run(append_one_by_one(Path(sys.argv[1])))
