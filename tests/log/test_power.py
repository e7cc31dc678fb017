"""Power failures: acknowledged entries are on the disk, and unfinished writes do no harm.

Assumes that the disk does not lie about what it has written.
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
from pictomania.log.database import open_database

ROOT = Path(__file__).parents[2]
PAGE = 4096
TABLE = "t"
APPENDS = 12


def entry(position: int) -> bytes:
    """The entry at a position, of varying length."""
    return f"{position} ".encode().ljust(position * 997 % 6000, b".")


def wal_of(path: Path) -> Path:
    """The path of the write-ahead log."""
    return path.with_name(f"{path.name}-wal")


async def append_and_copy(path: Path) -> list[int]:
    """Append two entries at a time to a new log, and copy its files as a power failure would leave them.

    Return the size of the WAL after each acknowledged append.
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


async def recover(path: Path) -> int:
    """Open a log after a power failure; check its entries, and return their number."""
    log = await SqliteLog.open(path)
    entries = await log.read(TABLE)
    await log.close()
    assert entries == [(place, entry(place)) for place in range(1, len(entries) + 1)]
    return len(entries)


async def test_an_unfinished_write_is_lost_as_a_whole(tmp_path: Path) -> None:
    """Nothing before it is lost, wherever the write stopped, and with any bytes in its place."""
    path, chance = tmp_path / "log.db", Random(1)
    sizes = await append_and_copy(path)
    assert sizes == sorted(set(sizes))
    file, wal = path.read_bytes(), wal_of(path).read_bytes()
    for number, (begin, end) in enumerate(pairwise(sizes), start=1):
        for rest in (0, end - begin - 1, chance.randrange(end - begin)):
            for junk in (b"", bytes(end - begin - rest), chance.randbytes(end - begin - rest)):
                left = wal[: begin + rest] + junk
                path.write_bytes(file)
                wal_of(path).write_bytes(left)
                is_whole = left == wal[:end]  # by chance
                assert await recover(path) == 2 * (number + is_whole)


async def test_a_power_failure_during_a_checkpoint(tmp_path: Path) -> None:
    """Any pages may have been written, some of them partly: the WAL still has them all."""
    path, chance = tmp_path / "log.db", Random(2)
    await append_and_copy(path)
    old, wal = path.read_bytes(), wal_of(path).read_bytes()
    with closing(open_database(path, 1)) as connection:
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
        assert await recover(path) == 2 * APPENDS
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def append_one_by_one(path: Path) -> None:
    """Print a line for each acknowledged append."""
    log = await SqliteLog.open(path)
    for position in range(APPENDS):
        os.write(1, b"begins\n")
        await log.append(TABLE, position, [entry(position + 1)])
        os.write(1, b"acknowledged\n")
    await log.close()


def test_every_append_is_synced(tmp_path: Path) -> None:
    """After its last byte is written, and before it is acknowledged."""
    strace, seen = shutil.which("strace"), tmp_path / "seen"
    if strace is None:
        pytest.skip("strace is not installed")
    look = [strace, "-f", "-y", "-qq", "-o", str(seen), "-e", "trace=write,pwrite64,fsync,fdatasync"]
    program = [sys.executable, "-m", "tests.log.test_power", str(tmp_path / "log.db")]
    done = subprocess.run([*look, *program], cwd=ROOT, check=False, capture_output=True)
    if done.returncode and b"ptrace" in done.stderr:
        pytest.skip("system calls cannot be traced here")
    assert done.returncode == 0, done.stderr
    calls = "".join(
        "W" if "pwrite64(" in line else "S" if "sync(" in line else "b" if "begins" in line else "a"
        for line in seen.read_text(errors="replace").splitlines()
        if "log.db-wal>" in line or "begins" in line or "acknowledged" in line
    )
    assert re.fullmatch(rf"[WS]*(b[WS]*W+S+a){{{APPENDS}}}[WS]*", calls), calls


if __name__ == "__main__":
    asyncio.run(append_one_by_one(Path(sys.argv[1])))
