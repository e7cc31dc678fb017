"""The SQLite log: folders, disk errors, locks, and an event loop that is never blocked."""

import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from threading import Event

import pytest

from pictomania.log import SqliteLog, Unavailable, Unusable, sqlite
from pictomania.log.database import open_database
from tests.log.disks import locked_elsewhere, small_disk, write_locked
from tests.server.support.waiting import event_loop_turns

ENTRY = bytes(20_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Path of the database."""
    return tmp_path / "log.db"


@asynccontextmanager
async def opened(path: Path, timeout_s: float = 60.0) -> AsyncIterator[SqliteLog]:
    """A log, closed at the end."""
    log = await SqliteLog.open(path, timeout_s=timeout_s)
    try:
        yield log
    finally:
        await log.close()


async def fill_disk(log: SqliteLog) -> int:
    """Append until the disk is full; return the last position."""
    for position in range(0, 200, 2):
        try:
            await log.append("a", position, [ENTRY, ENTRY])
        except Unavailable:
            return position
    pytest.fail("the disk was never full")


async def assert_works(log: SqliteLog, position: int) -> None:
    """Exactly the acknowledged entries are stored, and the next append works."""
    assert position > 0
    assert await log.read("a") == [(place, ENTRY) for place in range(1, position + 1)]
    assert await log.append("a", position, [ENTRY]) == position + 1


async def test_positions_are_dense(path: Path) -> None:
    """1, 2, 3: stricter than the interface."""
    async with opened(path) as log:
        assert await log.append("a", 0, [b"x", b"y"]) == 2
        assert await log.append("a", 2, [b"z"]) == 3
        assert await log.read("a", 1) == [(2, b"y"), (3, b"z")]


async def test_the_folder_is_created_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    async with opened(folder / "log.db"):
        assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.name for file in folder.iterdir()} == {"log.db", "log.db.lock"}


async def test_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    """There is a file in its place."""
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(Unusable, match=r"log\.db cannot be used: .*(File exists|Not a directory)"):
        await SqliteLog.open(path / "log.db")


async def test_a_read_only_folder(path: Path) -> None:
    sentence = r"log\.db cannot be used: .*Read-only file system"
    with small_disk(path.parent, "ro"), pytest.raises(Unusable, match=sentence):
        await SqliteLog.open(path)


async def test_a_refused_file_is_not_locked(tmp_path: Path) -> None:
    """Once the file is fixed, the same process can open it."""
    path = tmp_path / "log.db"
    path.write_bytes(b"no database " * 100)
    for _ in range(2):
        with pytest.raises(Unusable, match="is damaged"):
            await SqliteLog.open(path)
    path.unlink()
    await (await SqliteLog.open(path)).close()


async def test_a_full_disk(path: Path) -> None:
    """Appends fail, reads work, and with free space appends work again without a restart."""
    with small_disk(path.parent, "size=1m"):
        ballast = path.with_name("ballast")
        ballast.write_bytes(bytes(300_000))
        async with opened(path) as log:
            position = await fill_disk(log)
            with pytest.raises(Unavailable, match="nothing can be stored now: database or disk is full"):
                await log.append("a", position, [ENTRY, ENTRY])
            ballast.unlink()
            await assert_works(log, position)
        async with opened(path) as log:
            assert len(await log.read("a")) == position + 1


async def test_an_io_error(path: Path) -> None:
    """Like a full disk, but without mounting one: a limit on the file size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with opened(path) as log:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, hard))
        try:
            position = await fill_disk(log)
            with pytest.raises(Unavailable, match="nothing can be stored now: disk I/O error"):
                await log.append("a", position, [ENTRY, ENTRY])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        await assert_works(log, position)


async def test_a_folder_that_was_moved(tmp_path: Path) -> None:
    """Appends fail, since their entries would be lost."""
    folder, away = tmp_path / "data", tmp_path / "away"
    async with opened(folder / "log.db") as log:
        position = await log.append("a", 0, [ENTRY])
        folder.rename(away)
        with pytest.raises(Unavailable):
            await log.append("a", position, [ENTRY])
        away.rename(folder)
        await assert_works(log, position)


async def test_locked_by_another_program(path: Path) -> None:
    """The append waits, but the event loop does not."""
    async with opened(path) as log:
        with locked_elsewhere(path):
            append = asyncio.ensure_future(log.append("a", 0, [ENTRY]))
            for _ in range(100):
                assert await log.read("a") == []
            assert not append.done()
        await assert_works(log, await append)


async def test_locked_for_too_long(path: Path) -> None:
    """The append fails, and the next one works."""
    async with opened(path, timeout_s=0.05) as log:
        sentence = "nothing can be stored now: database is locked"
        with locked_elsewhere(path), pytest.raises(Unavailable, match=sentence):
            await log.append("a", 0, [ENTRY])
        await assert_works(log, await log.append("a", 0, [ENTRY]))


async def test_failed_reads(path: Path) -> None:
    """The error has SQLite's message."""
    async with opened(path) as log:
        with closing(sqlite3.connect(path)) as other:
            other.execute("DROP TABLE entries")
        for call in (log.read("a"), log.tables()):
            with pytest.raises(Unavailable, match="the log cannot be read now: no such table"):
                await call


async def test_the_event_loop_is_not_blocked(path: Path) -> None:
    """While another connection locks the file, a thousand tables wait and everything else runs."""
    async with opened(path) as log:
        with write_locked(path):
            appends = [
                asyncio.create_task(log.append(f"{table}", 0, [b"ink" * 100])) for table in range(1000)
            ]
            await event_loop_turns()
            assert await log.tables() == []
            assert not any(append.done() for append in appends)
        assert await asyncio.gather(*appends) == [1] * 1000
        assert len(await log.tables()) == 1000


async def test_a_cancelled_close_still_closes(path: Path) -> None:
    """A second call waits for the first."""
    log = await SqliteLog.open(path)
    closing_ = asyncio.ensure_future(log.close())
    await asyncio.sleep(0)  # let it start
    closing_.cancel()
    await log.close()
    async with opened(path):
        pass


async def test_a_cancelled_open_leaves_no_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread can't be cancelled, so what it opens is closed."""
    is_opening, may_open = Event(), Event()

    def open_slowly(path: Path, timeout_s: float) -> sqlite3.Connection:
        is_opening.set()
        may_open.wait()
        return open_database(path, timeout_s)

    monkeypatch.setattr(sqlite, "open_database", open_slowly)
    opening = asyncio.ensure_future(SqliteLog.open(path))
    await asyncio.to_thread(is_opening.wait)
    opening.cancel()
    may_open.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    async with opened(path):
        pass


async def test_a_cancelled_open_that_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cancelled all the same."""
    is_opening, may_fail = Event(), Event()

    def fail_slowly(*_: object) -> sqlite3.Connection:
        is_opening.set()
        may_fail.wait()
        raise Unusable("the file is damaged")

    monkeypatch.setattr(sqlite, "open_database", fail_slowly)
    opening = asyncio.ensure_future(SqliteLog.open(path))
    await asyncio.to_thread(is_opening.wait)
    opening.cancel()
    may_fail.set()
    with pytest.raises(asyncio.CancelledError):
        await opening


async def test_an_error_while_closing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller gets it."""
    log = await SqliteLog.open(path)
    monkeypatch.setattr(log, "_undo", ExitStack().__enter__())
    log._undo.callback(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        await log.close()


CLOSED_WHILE_LOCKED = """
import asyncio, sqlite3, sys
from pathlib import Path
from pictomania.log import SqliteLog

async def main(path):
    log = await SqliteLog.open(Path(path), timeout_s=1000)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    append = asyncio.ensure_future(log.append("a", 0, [b"x"]))
    await asyncio.sleep(0)  # let it start
    try:
        async with asyncio.timeout(0.1):
            await log.close()
    except TimeoutError:
        print("locked")

asyncio.run(main(sys.argv[1]))
"""


def test_closing_does_not_keep_the_process_alive(path: Path) -> None:
    """Another program may have locked the file for good."""
    done = subprocess.run([sys.executable, "-c", CLOSED_WHILE_LOCKED, path], check=True, capture_output=True)
    assert (done.stdout, done.stderr) == (b"locked\n", b"")
