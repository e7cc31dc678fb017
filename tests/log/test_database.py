"""Opening a file: what is whole and ours, what is not, and that the latter is left as it is."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pictomania.log import Unusable
from pictomania.log.database import VERSION, connected, ready
from tests.log.disks import held

PATIENCE_S = 0.01


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file would lie."""
    return tmp_path / "log.db"


def filled(path: Path, entries: int = 100) -> None:
    """Make a log with long entries."""
    with closing(ready(path, PATIENCE_S)) as connection:
        connection.execute("BEGIN")
        for position in range(1, entries + 1):
            connection.execute("INSERT INTO entries VALUES ('a', ?, ?)", (position, bytes(3000)))
        connection.execute("COMMIT")


def refusal(path: Path) -> str:
    """Why the file is refused, twice in the same words, with every file in its folder as it was."""
    before = contents(path.parent)
    sentences = []
    for _ in range(2):
        with pytest.raises(Unusable) as caught:
            ready(path, PATIENCE_S)
        sentences.append(str(caught.value))
    assert contents(path.parent) == before
    assert len(set(sentences)) == 1
    assert str(path) in sentences[0]
    return sentences[0]


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the index of the WAL, which SQLite makes anew whenever it likes."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_settings(path: Path) -> None:
    """Written down before it is acknowledged, and readers do not wait for the writer."""
    with closing(ready(path, PATIENCE_S)) as connection:
        for setting, value in {"journal_mode": "wal", "synchronous": 2, "user_version": VERSION}.items():
            assert connection.execute(f"PRAGMA {setting}").fetchone() == (value,)


def test_it_opens_again(path: Path) -> None:
    """With what was in it."""
    filled(path)
    with closing(ready(path, PATIENCE_S)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (100,)


def test_an_empty_file_is_a_new_log(path: Path) -> None:
    """As an interrupted first start leaves it."""
    path.touch()
    filled(path)


def test_an_interrupted_first_start_is_undone(path: Path, tmp_path: Path) -> None:
    """What the journal holds has never been acknowledged."""
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
    filled(path)


def test_a_newer_server_wrote_it(path: Path) -> None:
    """Its entries may mean what this one does not know."""
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert f"written by a newer server (its version {VERSION + 1}, ours {VERSION})" in refusal(path)


def test_another_program_wrote_it(path: Path) -> None:
    """It is not ours to write into."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    assert "belongs to another program" in refusal(path)


def test_no_database_at_all(path: Path) -> None:
    """Whatever it is, somebody may need it."""
    path.write_bytes(b"Dear diary, " * 1000)
    assert "is damaged (file is not a database); it was left as it is" in refusal(path)


def damages(whole: bytes) -> Iterator[bytes]:
    """A file with all pages but the first overwritten, cut off, and with a single page overwritten."""
    yield whole[:4096] + b"\xaa" * (len(whole) - 4096)
    yield whole[: len(whole) // 2]
    yield whole[:20480] + b"\xff" * 4096 + whole[24576:]


@pytest.mark.parametrize("damage", range(3))
def test_a_damaged_file(path: Path, damage: int) -> None:
    """It is refused and kept."""
    filled(path)
    path.write_bytes(list(damages(path.read_bytes()))[damage])
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("damage", range(3))
def test_a_damaged_file_of_a_killed_server(path: Path, tmp_path: Path, damage: int) -> None:
    """Its WAL is kept as well, and not written back into what is damaged."""
    other = tmp_path / "other" / "log.db"
    other.parent.mkdir()
    filled(other)
    with closing(ready(other, PATIENCE_S)) as connection:
        connection.execute("INSERT INTO entries VALUES ('b', 1, x'00')")
        shutil.copy(other, path)
        shutil.copy(f"{other}-wal", f"{path}-wal")
    assert Path(f"{path}-wal").stat().st_size > 0
    path.write_bytes(list(damages(path.read_bytes()))[damage])
    shutil.rmtree(other.parent)
    assert "is damaged" in refusal(path)


def test_a_locked_file(path: Path) -> None:
    """Which is not damaged, only in use."""
    path.touch()
    with held(path), pytest.raises(Unusable, match=r"log\.db cannot be opened: database is locked"):
        ready(path, PATIENCE_S)
    filled(path)


def test_a_folder_in_its_place(path: Path) -> None:
    """No file can be made there."""
    path.mkdir()
    with pytest.raises(Unusable, match="cannot be opened: unable to open database file"):
        ready(path, PATIENCE_S)


def test_where_no_wal_can_be_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory, for one; a file system without shared memory says the same."""

    def in_memory(_path: Path, _mode: str, _patience_s: float) -> sqlite3.Connection:
        return sqlite3.connect(":memory:")

    monkeypatch.setattr("pictomania.log.database.connected", in_memory)
    with pytest.raises(Unusable, match="choose a folder on a local disk"):
        ready(path, PATIENCE_S)


def test_a_reader_cannot_write(path: Path) -> None:
    """Nor make a file."""
    with pytest.raises(sqlite3.OperationalError):
        connected(path, "ro", PATIENCE_S)
    filled(path)
    reader = connected(path, "ro", PATIENCE_S)
    with closing(reader), pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("DELETE FROM entries")
