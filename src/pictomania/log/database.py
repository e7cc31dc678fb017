"""The SQLite file of a log: verified before anything is written, and refused with a one-sentence reason."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from pictomania.log.eventlog import Unusable

VERSION = 1  # schema version, stored in the file as user_version

_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_SETTINGS = (
    "PRAGMA synchronous = FULL",  # NORMAL survives a killed process, but not a power failure
    "PRAGMA fullfsync = ON",  # macOS only: a plain fsync stops at the disk's own cache there
    "PRAGMA journal_size_limit = 67108864",  # shrink the WAL again after a long backup let it grow
)

# One transaction: a file has the whole schema and its version, or is still empty.
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE entries (
    "table" TEXT NOT NULL,
    position INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY ("table", position)
) WITHOUT ROWID;
PRAGMA user_version = {VERSION};
COMMIT;
"""


class DamagedDatabase(Unusable):
    """A file that is no SQLite database, or a corrupt one."""


def connect(path: Path, options: str, timeout_s: float) -> sqlite3.Connection:
    """Connect to the file in autocommit mode; only one thread at a time may use the connection."""
    return sqlite3.connect(
        f"{path.as_uri()}?{options}",
        uri=True,
        timeout=timeout_s,
        isolation_level=None,
        check_same_thread=False,
    )


def open_database(path: Path, timeout_s: float) -> sqlite3.Connection:
    """Open the file for writing, creating it if missing; or raise `Unusable` and leave it untouched."""
    try:
        with damage_reported(path):
            if path.exists():
                verify(path, timeout_s)
            return _prepare(connect(path, "mode=rwc", timeout_s), path)
    except DamagedDatabase as error:
        remedy = "it was left as it is; replace it with a backup: pictomania restore FILE"
        raise Unusable(f"{error}; {remedy}") from error
    except sqlite3.Error as error:
        raise Unusable(f"{path} cannot be opened: {error}") from error


def verify(path: Path, timeout_s: float) -> None:
    """Check that the file is intact, ours and of a known version, without changing a byte of it."""
    # The last connection to close checkpoints the WAL, even into a damaged file; a read-only one doesn't.
    # Without a WAL there is nothing to checkpoint, but perhaps an interrupted first start to roll back.
    mode = "ro" if has_wal(path) else "rw"
    with closing(connect(path, f"mode={mode}", timeout_s)) as connection:
        verify_connection(connection, path)


def verify_connection(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file behind a connection: intact, ours, and of a known version."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if verdict != "ok":
        raise DamagedDatabase(f"{path} is damaged ({verdict})")
    if version > VERSION:
        raise Unusable(
            f"{path} was written by a newer server (its version {version}, ours {VERSION}); update this one"
        )
    if names and (version == 0 or "entries" not in names):
        raise Unusable(f"{path} belongs to another program; choose another file")


@contextmanager
def damage_reported(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a corrupt file into `DamagedDatabase`."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _CORRUPT:
            raise DamagedDatabase(f"{path} is damaged ({error})") from error
        raise


def has_wal(path: Path) -> bool:
    """Whether a write-ahead log lies beside the file."""
    return path.with_name(f"{path.name}-wal").exists()


def _prepare(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    with ExitStack() as undo:
        undo.callback(connection.close)
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise Unusable(f"{path} lies where SQLite cannot keep a WAL; choose a folder on a local disk")
        for setting in _SETTINGS:
            connection.execute(setting)
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            connection.executescript(_SCHEMA)
        undo.pop_all()
    return connection
