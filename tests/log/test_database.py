"""Opening a database: only intact files of ours, and all others stay untouched."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pictomania.log import Unusable
from pictomania.log.database import VERSION, connect, open_database
from tests.log.disks import write_locked

TIMEOUT_S = 0.01


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Path of the database."""
    return tmp_path / "log.db"


def fill(path: Path, entries: int = 100) -> None:
    """Create a log with long entries."""
    with closing(open_database(path, TIMEOUT_S)) as connection:
        connection.execute("BEGIN")
        for position in range(1, entries + 1):
            connection.execute("INSERT INTO entries VALUES ('a', ?, ?)", (position, bytes(3000)))
        connection.execute("COMMIT")


def refusal(path: Path) -> str:
    """Return why the file is refused, after checking that no file in its folder has changed."""
    before = contents(path.parent)
    messages = []
    for _ in range(2):
        with pytest.raises(Unusable) as caught:
            open_database(path, TIMEOUT_S)
        messages.append(str(caught.value))
    assert contents(path.parent) == before
    assert len(set(messages)) == 1
    assert str(path) in messages[0]
    return messages[0]


def contents(folder: Path) -> dict[str, bytes]:
    """All files except the index of the WAL, which SQLite rebuilds at any time."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_settings(path: Path) -> None:
    """Commits are durable, and readers do not wait for the writer."""
    with closing(open_database(path, TIMEOUT_S)) as connection:
        for setting, value in {"journal_mode": "wal", "synchronous": 2, "user_version": VERSION}.items():
            assert connection.execute(f"PRAGMA {setting}").fetchone() == (value,)


def test_reopening(path: Path) -> None:
    fill(path)
    with closing(open_database(path, TIMEOUT_S)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (100,)


def test_an_empty_file_is_a_new_log(path: Path) -> None:
    """An interrupted first start leaves one."""
    path.touch()
    fill(path)


def test_an_interrupted_first_start_is_rolled_back(path: Path, tmp_path: Path) -> None:
    """Its journal has only entries that were never acknowledged."""
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("VACUUM")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE half (data)")
        connection.executemany("INSERT INTO half VALUES (?)", [(bytes(3000),)] * 100)
        shutil.copy(other, path)
        shutil.copy(f"{other}-journal", f"{path}-journal")
        connection.execute("ROLLBACK")
    assert path.stat().st_size > 0
    fill(path)


def test_a_newer_version(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert f"written by a newer server (its version {VERSION + 1}, ours {VERSION})" in refusal(path)


def test_a_database_of_another_program(path: Path) -> None:
    """Even if it happens to use our version number."""
    for version in (0, VERSION):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE bookmarks (url)")
            connection.execute(f"PRAGMA user_version = {version}")
        assert "belongs to another program" in refusal(path)


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    assert "is damaged (file is not a database); it was left as it is" in refusal(path)


def damages(intact: bytes) -> Iterator[bytes]:
    """A database with all pages but the first overwritten, truncated, and with one page overwritten."""
    yield intact[:4096] + b"\xaa" * (len(intact) - 4096)
    yield intact[: len(intact) // 2]
    yield intact[:20480] + b"\xff" * 4096 + intact[24576:]


@pytest.mark.parametrize("damage", range(3))
def test_a_damaged_file(path: Path, damage: int) -> None:
    fill(path)
    path.write_bytes(list(damages(path.read_bytes()))[damage])
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("damage", range(3))
def test_a_damaged_file_of_a_killed_server(path: Path, tmp_path: Path, damage: int) -> None:
    """Its WAL is left alone too, and not checkpointed into the damaged file."""
    other = tmp_path / "other" / "log.db"
    other.parent.mkdir()
    fill(other)
    with closing(open_database(other, TIMEOUT_S)) as connection:
        connection.execute("INSERT INTO entries VALUES ('b', 1, x'00')")
        shutil.copy(other, path)
        shutil.copy(f"{other}-wal", f"{path}-wal")
    assert Path(f"{path}-wal").stat().st_size > 0
    path.write_bytes(list(damages(path.read_bytes()))[damage])
    shutil.rmtree(other.parent)
    assert "is damaged" in refusal(path)


def test_a_locked_file(path: Path) -> None:
    """It is in use, not damaged."""
    path.touch()
    with write_locked(path), pytest.raises(Unusable, match=r"log\.db cannot be opened: database is locked"):
        open_database(path, TIMEOUT_S)
    fill(path)


def test_a_folder_at_the_path(path: Path) -> None:
    path.mkdir()
    with pytest.raises(Unusable, match="cannot be opened: unable to open database file"):
        open_database(path, TIMEOUT_S)


def test_no_support_for_wal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a database in memory, or on a file system without shared memory."""

    def in_memory(_path: Path, _options: str, _timeout_s: float) -> sqlite3.Connection:
        return sqlite3.connect(":memory:")

    monkeypatch.setattr("pictomania.log.database.connect", in_memory)
    with pytest.raises(Unusable, match="choose a folder on a local disk"):
        open_database(path, TIMEOUT_S)


def test_a_reader_cannot_write(path: Path) -> None:
    """Nor create the file."""
    with pytest.raises(sqlite3.OperationalError):
        connect(path, "mode=ro", TIMEOUT_S)
    fill(path)
    reader = connect(path, "mode=ro", TIMEOUT_S)
    with closing(reader), pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("DELETE FROM entries")
