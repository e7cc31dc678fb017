"""The log in a file: folders, disks, other programs, backups, and an event loop that never waits."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from time import perf_counter

import pytest

from pictomania.log import SqliteLog, Unavailable, Unusable
from tests.log.disks import locked_elsewhere, small_disk

ENTRY = bytes(20_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file lies."""
    return tmp_path / "log.db"


@asynccontextmanager
async def opened(path: Path, patience_s: float = 60.0) -> AsyncIterator[SqliteLog]:
    """A log, closed at the end."""
    log = await SqliteLog.open(path, patience_s=patience_s)
    try:
        yield log
    finally:
        await log.close()


async def full(log: SqliteLog) -> int:
    """Append until nothing more can be stored; return the last position."""
    for position in range(0, 200, 2):
        try:
            await log.append("a", position, [ENTRY, ENTRY])
        except Unavailable:
            return position
    pytest.fail("there was no end to the disk")


async def goes_on(log: SqliteLog, position: int) -> None:
    """All that was acknowledged is there and nothing else, and the next append works."""
    assert position > 0
    assert await log.read("a") == [(place, ENTRY) for place in range(1, position + 1)]
    assert await log.append("a", position, [ENTRY]) == position + 1


async def test_positions_are_dense(path: Path) -> None:
    """One by one from 1, which other logs need not do."""
    async with opened(path) as log:
        assert await log.append("a", 0, [b"x", b"y"]) == 2
        assert await log.append("a", 2, [b"z"]) == 3
        assert await log.read("a", 1) == [(2, b"y"), (3, b"z")]


async def test_its_folder_is_made(tmp_path: Path) -> None:
    """And is nobody else's to look into."""
    folder = tmp_path / "new" / "data"
    async with opened(folder / "log.db"):
        assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.name for file in folder.iterdir()} == {"log.db", "log.db.lock"}


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file is in its place."""
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(Unusable, match=r"log\.db cannot be used: .*(File exists|Not a directory)"):
        await SqliteLog.open(path / "log.db")


async def test_a_read_only_folder(path: Path) -> None:
    """The sentence says so."""
    sentence = r"log\.db cannot be used: .*Read-only file system"
    with small_disk(path.parent, "ro"), pytest.raises(Unusable, match=sentence):
        await SqliteLog.open(path)


async def test_what_is_refused_stays_unlocked(tmp_path: Path) -> None:
    """When the file is put right, the same process can open it."""
    path = tmp_path / "log.db"
    path.write_bytes(b"no database " * 100)
    for _ in range(2):
        with pytest.raises(Unusable, match="is damaged"):
            await SqliteLog.open(path)
    path.unlink()
    await (await SqliteLog.open(path)).close()


async def test_a_full_disk(path: Path) -> None:
    """Appends are refused, everything can be read, and with room again all goes on without a restart."""
    with small_disk(path.parent, "size=1m"):
        ballast = path.with_name("ballast")
        ballast.write_bytes(bytes(300_000))
        async with opened(path) as log:
            position = await full(log)
            with pytest.raises(Unavailable, match="nothing can be stored now: database or disk is full"):
                await log.append("a", position, [ENTRY, ENTRY])
            ballast.unlink()
            await goes_on(log, position)
        async with opened(path) as log:
            assert len(await log.read("a")) == position + 1


async def test_a_disk_that_fails(path: Path) -> None:
    """As a full one, for those who cannot mount one: no file may grow beyond a limit for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with opened(path) as log:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, hard))
        try:
            position = await full(log)
            with pytest.raises(Unavailable, match="nothing can be stored now: disk I/O error"):
                await log.append("a", position, [ENTRY, ENTRY])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await goes_on(log, position)


async def test_a_vanished_folder(tmp_path: Path) -> None:
    """Nothing is acknowledged that could not be found again."""
    folder, away = tmp_path / "data", tmp_path / "away"
    async with opened(folder / "log.db") as log:
        position = await log.append("a", 0, [ENTRY])
        folder.rename(away)
        with pytest.raises(Unavailable):
            await log.append("a", position, [ENTRY])
        away.rename(folder)
        await goes_on(log, position)


async def test_locked_by_another_program(path: Path) -> None:
    """An append waits for a while, and the event loop does not."""
    async with opened(path) as log:
        with locked_elsewhere(path):
            append = asyncio.ensure_future(log.append("a", 0, [ENTRY]))
            for _ in range(100):
                assert await log.read("a") == []
            assert not append.done()
        await goes_on(log, await append)


async def test_locked_for_too_long(path: Path) -> None:
    """Nothing is stored, and the next append works."""
    async with opened(path, patience_s=0.05) as log:
        sentence = "nothing can be stored now: database is locked"
        with locked_elsewhere(path), pytest.raises(Unavailable, match=sentence):
            await log.append("a", 0, [ENTRY])
        await goes_on(log, await log.append("a", 0, [ENTRY]))


async def test_reads_that_fail(path: Path) -> None:
    """Unavailable, in the words of SQLite."""
    async with opened(path) as log:
        with closing(sqlite3.connect(path)) as vandal:
            vandal.execute("DROP TABLE entries")
        for call in (log.read("a"), log.tables()):
            with pytest.raises(Unavailable, match="nothing can be read now: no such table"):
                await call


async def test_the_event_loop_is_never_kept_waiting(path: Path) -> None:
    """A thousand tables append as fast as they can while something else ticks.

    Written on the event loop itself it takes several seconds, every time; a busy machine may be late once.
    """
    async with opened(path) as log:
        stalls = [await longest_stall(log, f"{turn}") for turn in range(3)]
        assert min(stalls) < 0.5, stalls
        assert len(await log.tables()) == 3000


async def longest_stall(log: SqliteLog, name: str) -> float:
    gaps: list[float] = []

    async def tick() -> None:
        last = perf_counter()
        while True:
            await asyncio.sleep(0)
            gaps.append(perf_counter() - last)
            last += gaps[-1]

    async def play(table: str) -> None:
        position = 0
        for _ in range(5):
            position = await log.append(table, position, [b"guess", b"ink" * 100])

    ticking = asyncio.create_task(tick())
    await asyncio.gather(*(play(f"{name}-{number}") for number in range(1000)))
    ticking.cancel()
    return max(gaps)


async def test_a_cancelled_close_goes_on(path: Path) -> None:
    """The next call waits for the same end."""
    log = await SqliteLog.open(path)
    closing_ = asyncio.ensure_future(log.close())
    await asyncio.sleep(0)  # not a wait: a turn to begin
    closing_.cancel()
    await log.close()
    async with opened(path):
        pass


async def test_a_backup_is_a_log(path: Path) -> None:
    """Made while others append: each table up to some append, and a log like any other."""
    copy = path.with_name("copy.db")
    async with opened(path) as log:
        backup = asyncio.ensure_future(log.backup(copy))
        for position in count(0, 2):
            await log.append("a", position, [b"%d" % position, ENTRY])
            if backup.done():
                break
        await backup
        whole = await log.read("a")
        await log.backup(path.with_name("whole.db"))
    assert not list(path.parent.glob("*.part*"))
    async with opened(copy) as log:
        part = await log.read("a")
        assert part == whole[: len(part)]
        assert len(part) % 2 == 0
    async with opened(path.with_name("whole.db")) as log:
        assert await log.read("a") == whole


async def test_a_backup_overwrites_nothing(path: Path) -> None:
    """Least of all the log itself."""
    async with opened(path) as log:
        await log.append("a", 0, [ENTRY])
        with pytest.raises(FileExistsError, match="a backup overwrites nothing"):
            await log.backup(path)
        await goes_on(log, 1)


async def test_an_interrupted_backup_is_begun_anew(path: Path) -> None:
    """What it left is no backup."""
    copy = path.with_name("copy.db")
    copy.with_name("copy.db.part").write_bytes(b"half")
    async with opened(path) as log:
        await log.append("a", 0, [ENTRY])
        await log.backup(copy)
    async with opened(copy) as log:
        await goes_on(log, 1)


async def test_a_backup_that_cannot_be_made(path: Path) -> None:
    """The log does not mind."""
    async with opened(path) as log:
        with pytest.raises(Unavailable, match="no backup can be made now: unable to open database file"):
            await log.backup(path.parent / "nowhere" / "copy.db")
        await goes_on(log, await log.append("a", 0, [ENTRY]))
    with pytest.raises(Unavailable, match="the log is closed"):
        await log.backup(path.with_name("copy.db"))
