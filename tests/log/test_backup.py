"""Backup and restore: consistent copies, refusals, and kills at any point of a restore."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from pictomania.log import SqliteLog, Unusable
from pictomania.log import backup as module
from pictomania.log.backup import BackupExists, Summary, back_up, restore
from pictomania.log.database import VERSION, open_database
from pictomania.log.lock import locked
from tests.log.appender import TABLES, entry, is_append_end
from tests.log.disks import small_disk, write_locked
from tests.log.test_kills import start

ROOT = Path(__file__).parents[2]

# Restores a backup, and kills itself instead of the n-th system call that changes the folder.
KILLED_RESTORE = """
import os, signal, sys
from pathlib import Path
from pictomania.log.backup import restore

calls = 0

def killing(function):
    def call(*args, **kwargs):
        global calls
        calls += 1
        if calls == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)
    return call

for name in ("link", "rename", "replace", "fsync", "mkdir", "chown"):
    setattr(os, name, killing(getattr(os, name)))
restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Path of the database."""
    return tmp_path / "data" / "log.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Path of the backup."""
    return tmp_path / "copy.db"


def write(path: Path, *data: bytes) -> None:
    """Append entries to a table."""

    async def append() -> None:
        log = await SqliteLog.open(path)
        await log.append("a", len(await log.read("a")), data)
        await log.close()

    asyncio.run(append())


def read(path: Path) -> list[bytes]:
    """Read the entries of a table."""

    async def entries() -> list[bytes]:
        log = await SqliteLog.open(path)
        read = [data for _, data in await log.read("a")]
        await log.close()
        return read

    return asyncio.run(entries())


def files_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def crash(path: Path) -> None:
    """Leave a committed entry in the WAL, as a killed server does."""
    live = path.with_name("live")
    with closing(open_database(path, 1)) as connection:
        connection.execute("INSERT INTO entries VALUES ('b', 1, x'00')")
        shutil.copytree(path.parent, live, ignore=shutil.ignore_patterns("live", "*.lock"))
    for file in live.iterdir():
        file.replace(path.parent / file.name)
    live.rmdir()


# Backing up.


async def test_a_backup_while_the_log_is_written(path: Path, copy: Path) -> None:
    """It contains every table up to some append, and opens as an ordinary log."""
    log = await SqliteLog.open(path)
    backup = asyncio.ensure_future(asyncio.to_thread(back_up, path, copy))
    for position in count(0, 2):
        await log.append("a", position, [b"%d" % position, bytes(20_000)])
        if backup.done():
            break
    summary = await backup
    whole = [data for _, data in await log.read("a")]
    assert back_up(path, copy.with_name("whole.db")).entries == len(whole)
    await log.close()
    part = await asyncio.to_thread(read, copy)
    assert part == whole[: len(part)]
    assert len(part) == summary.entries
    assert summary.entries % 2 == 0
    assert await asyncio.to_thread(read, copy.with_name("whole.db")) == whole


async def test_a_backup_of_another_process(path: Path, copy: Path) -> None:
    """It contains all entries that were acknowledged before, and no partial append."""
    with start(path) as child:
        assert child.stdout is not None
        acks = dict(child.stdout.readline().split() for _ in range(50))
        back_up(path, copy)
        child.kill()
    log = await SqliteLog.open(copy)
    for table in TABLES:
        entries = await log.read(table)
        assert entries == [(place, entry(table, place)) for place in range(1, len(entries) + 1)]
        assert len(entries) >= int(acks.get(table.encode(), 0))
        assert is_append_end(len(entries))
    await log.close()


def test_a_backup_is_one_private_file(path: Path, copy: Path) -> None:
    """It has no WAL, and leaves no temporary files."""
    write(path, b"one", b"two")
    assert back_up(path, copy) == Summary(tables=1, entries=2, size=copy.stat().st_size)
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert files_in(copy.parent) == ["copy.db", "data"]


def test_a_backup_after_a_crash(path: Path, copy: Path) -> None:
    """The WAL is included, and left unchanged."""
    write(path, b"one")
    crash(path)
    wal = path.with_name("log.db-wal").read_bytes()
    assert wal
    assert back_up(path, copy).tables == 2
    assert path.with_name("log.db-wal").read_bytes() == wal


def test_overwriting_a_backup(path: Path, copy: Path) -> None:
    """Only on request."""
    write(path, b"one")
    copy.write_bytes(b"older")
    with pytest.raises(BackupExists, match=r"copy\.db already exists"):
        back_up(path, copy)
    assert copy.read_bytes() == b"older"
    back_up(path, copy, overwrite=True)
    assert read(copy) == [b"one"]


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", ".lock"])
def test_the_database_is_never_overwritten(path: Path, suffix: str) -> None:
    """Nor any of its files, even under the name of a symbolic link."""
    write(path, b"one")
    target = path.with_name(path.name + suffix)
    link = path.parent / "link"
    link.symlink_to(target)
    for name in (target, link):
        with pytest.raises(Unusable, match="belongs to the database itself"):
            back_up(path, name, overwrite=True)
    assert read(path) == [b"one"]


def test_targets_that_cannot_be_written(path: Path, tmp_path: Path) -> None:
    write(path, b"one")
    with pytest.raises(Unusable, match="is not a regular file"):
        back_up(path, tmp_path, overwrite=True)
    with pytest.raises(Unusable, match=r"there is no folder .*nowhere"):
        back_up(path, tmp_path / "nowhere" / "copy.db")


def test_a_full_disk_leaves_no_partial_backup(path: Path, tmp_path: Path) -> None:
    write(path, *[bytes(200_000)] * 10)
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, "size=1m"):
        with pytest.raises(Unusable, match=r"cannot be backed up to .*: database or disk is full"):
            back_up(path, disk / "copy.db")
        assert files_in(disk) == []
    assert len(read(path)) == 10


def test_an_error_while_copying(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The older backup stays."""

    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    write(path, b"one")
    copy.write_bytes(b"older")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Unusable, match=r"cannot be backed up to .*: .*Input/output error"):
        back_up(path, copy, overwrite=True)
    assert copy.read_bytes() == b"older"
    assert files_in(copy.parent) == ["copy.db", "data"]


# Files that are not backups.


def no_file(path: Path) -> None:
    path.unlink(missing_ok=True)


def garbage(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\xaa" * 4096)


UNUSABLE = [
    (no_file, "there is no (database|backup) at"),
    (garbage, r"is damaged \(file is not a database\)"),
    (empty, "is empty"),
    (foreign, "belongs to another program"),
    (newer, f"written by a newer server .its version {VERSION + 1}, ours {VERSION}"),
    (truncated, "is damaged"),
    (overwritten, "is damaged"),
]


@pytest.mark.parametrize(("spoil", "message"), UNUSABLE)
def test_files_that_cannot_be_backed_up(
    path: Path, copy: Path, spoil: Callable[[Path], None], message: str
) -> None:
    write(path, *[bytes(3000)] * 20)
    spoil(path)
    with pytest.raises(Unusable, match=message):
        back_up(path, copy)
    assert not copy.exists()


@pytest.mark.parametrize(("spoil", "message"), UNUSABLE)
def test_files_that_cannot_be_restored(
    path: Path, copy: Path, spoil: Callable[[Path], None], message: str
) -> None:
    """The database and the file stay unchanged."""
    write(path, b"current")
    write(copy, *[bytes(3000)] * 20)
    spoil(copy)
    before = copy.read_bytes() if copy.exists() else None
    with pytest.raises(Unusable, match=message):
        restore(copy, path)
    assert before == (copy.read_bytes() if copy.exists() else None)
    assert read(path) == [b"current"]
    assert files_in(path.parent) == ["log.db", "log.db.lock"]


# Restoring.


def test_restoring(path: Path, copy: Path) -> None:
    """The replaced database is kept, and opens as an ordinary log."""
    write(path, b"one")
    back_up(path, copy)
    write(path, b"two")
    summary, replaced = restore(copy, path)
    assert (summary.tables, summary.entries) == (1, 1)
    assert replaced is not None
    assert replaced.name.startswith("log.db.replaced-2")
    assert read(path) == [b"one"]
    assert read(replaced) == [b"one", b"two"]
    assert read(copy) == [b"one"]


def test_restoring_to_a_new_folder(path: Path, copy: Path, tmp_path: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    new = tmp_path / "new" / "data" / "log.db"
    assert restore(copy, new)[1] is None
    assert new.parent.stat().st_mode & 0o777 == 0o700
    assert new.stat().st_mode & 0o777 == 0o600
    assert read(new) == [b"one"]


def test_restoring_after_a_crash(path: Path, copy: Path) -> None:
    """The WAL of the replaced database is checkpointed into it, and not applied to the new one."""
    write(path, b"one")
    back_up(path, copy)
    crash(path)
    _, replaced = restore(copy, path)
    assert replaced is not None
    with closing(sqlite3.connect(replaced)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (2,)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    assert files_in(path.parent) == ["log.db", "log.db.lock", replaced.name]


def test_restoring_over_a_damaged_database(path: Path, copy: Path) -> None:
    """It is kept with its WAL, byte by byte."""
    write(path, *[bytes(3000)] * 20)
    back_up(path, copy)
    crash(path)
    truncated(path)
    damaged, wal = path.read_bytes(), path.with_name("log.db-wal").read_bytes()
    _, replaced = restore(copy, path)
    assert replaced is not None
    assert replaced.read_bytes() == damaged
    assert replaced.with_name(f"{replaced.name}-wal").read_bytes() == wal
    assert len(read(path)) == 20


def test_an_orphaned_wal_is_not_applied(path: Path, copy: Path) -> None:
    """As after moving only the main file away."""
    write(path, b"one")
    back_up(path, copy)
    crash(path)
    path.unlink()
    assert restore(copy, path)[1] is None
    assert read(path) == [b"one"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)


def test_a_file_system_without_hard_links(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_source: Path, _target: Path) -> None:
        raise OSError(95, "Operation not supported")

    write(path, b"one")
    back_up(path, copy)
    write(path, b"two")
    monkeypatch.setattr(os, "link", fail)
    _, replaced = restore(copy, path)
    assert replaced is not None
    assert read(replaced) == [b"one", b"two"]
    assert read(path) == [b"one"]


def test_root_gives_the_file_to_the_owner_of_the_folder(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owners: list[tuple[int, int]] = []

    def chown(_file: Path, user: int, group: int) -> None:
        owners.append((user, group))
        raise PermissionError(1, "Operation not permitted")

    write(path, b"one")
    back_up(path, copy)
    monkeypatch.setattr(os, "chown", chown)
    restore(copy, path)
    assert owners == [(path.parent.stat().st_uid, path.parent.stat().st_gid)]


def test_a_backup_with_a_wal(path: Path, tmp_path: Path) -> None:
    """As when the files of a crashed server were copied by hand."""
    by_hand = tmp_path / "by_hand" / "log.db"
    write(by_hand, b"one")
    crash(by_hand)
    assert restore(by_hand, path)[0] == Summary(tables=2, entries=2, size=path.stat().st_size)


def test_a_backup_on_a_read_only_disk(path: Path, copy: Path, tmp_path: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, "size=1m"):
        shutil.copy(copy, disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        restore(disk / "copy.db", path)
    assert read(path) == [b"one"]


def test_the_database_is_not_its_own_backup(path: Path) -> None:
    write(path, b"one")
    with pytest.raises(Unusable, match="is the database itself"):
        restore(path, path)


def test_restoring_while_a_server_runs(path: Path, copy: Path) -> None:
    write(path, b"one")
    back_up(path, copy)
    with locked(path), pytest.raises(Unusable, match="is in use by another server"):
        restore(copy, path)
    assert read(path) == [b"one"]
    assert files_in(path.parent) == ["log.db", "log.db.lock"]


def test_a_database_locked_by_another_program(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept unchanged, with its WAL."""
    monkeypatch.setattr(module, "TIMEOUT_S", 0.01)
    write(path, b"one")
    back_up(path, copy)
    with write_locked(path):
        _, replaced = restore(copy, path)
    assert replaced is not None
    assert read(path) == [b"one"]


def test_a_full_disk_leaves_the_database_as_it_is(tmp_path: Path, copy: Path) -> None:
    large = tmp_path / "large.db"
    write(large, *[bytes(200_000)] * 10)
    back_up(large, copy)
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk, "size=1m"):
        path = disk / "log.db"
        write(path, b"current")
        with pytest.raises(Unusable, match=r"cannot be restored to .*: database or disk is full"):
            restore(copy, path)
        assert files_in(disk) == ["log.db", "log.db.lock"]
        assert read(path) == [b"current"]


@pytest.mark.parametrize("is_damaged", [False, True], ids=["intact", "damaged"])
def test_a_killed_restore_can_be_repeated(tmp_path: Path, copy: Path, is_damaged: bool) -> None:
    """Wherever it is killed, there is either the old or the new database, and the old one is never lost."""
    write(copy, b"backup")
    outcomes = set()
    for kill_at in count(1):
        path = tmp_path / f"{kill_at}" / "log.db"
        write(path, b"current", *[bytes(3000)] * 20)
        crash(path)
        if is_damaged:
            truncated(path)
        old = path.read_bytes()
        program = [sys.executable, "-c", KILLED_RESTORE, str(copy), str(path), str(kill_at)]
        done = subprocess.run(program, cwd=ROOT, check=False)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        outcomes.add(_outcome(path, old))
        restore(copy, path)
        assert read(path) == [b"backup"]
        assert not list(path.parent.glob(".restoring-*"))
        kept = [file.read_bytes() for file in path.parent.glob("log.db.replaced-*Z")]
        assert any(b"current" in data for data in kept)
    assert outcomes == {"old", "new"}


def _outcome(path: Path, old: bytes) -> str:
    """Return which database a killed restore left, without changing it."""
    if path.read_bytes() == old:
        return "old"
    look = path.with_name("look.db")
    for suffix in ("", "-wal"):
        if path.with_name(path.name + suffix).exists():
            shutil.copy(path.with_name(path.name + suffix), look.with_name(look.name + suffix))
    entries = read(look)
    assert entries[0] == b"backup" or len(entries) == 21
    for file in path.parent.glob("look.db*"):
        file.unlink()
    return "new" if entries == [b"backup"] else "old"
