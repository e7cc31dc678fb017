"""Opening the SQLite file of a log: looked at before anything is written, and refused in one sentence."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

from pictomania.log.eventlog import Unusable

VERSION = 1  # of the schema, kept in the file as user_version

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_SETTINGS = (
    "PRAGMA synchronous = FULL",  # NORMAL survives a killed process, but not a power cut
    "PRAGMA fullfsync = ON",  # macOS only: a plain fsync stops at the disk's own cache there
    "PRAGMA journal_size_limit = 67108864",  # a long backup lets the WAL grow; it need not stay so
)

# All in one transaction: a file has the whole schema and its version, or is still empty.
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


def connected(path: Path, mode: str, patience_s: float) -> sqlite3.Connection:
    """Connect to the file; transactions are begun by hand, and one thread at a time uses the connection."""
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=patience_s,
        isolation_level=None,
        check_same_thread=False,
    )


def ready(path: Path, patience_s: float) -> sqlite3.Connection:
    """Open the file for writing, made anew if there is none, or raise `Unusable` and leave it as it is."""
    try:
        if path.exists():
            examine(path, patience_s)
        return _prepared(connected(path, "rwc", patience_s), path)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
            raise _damaged(path, error) from error
        raise Unusable(f"{path} cannot be opened: {error}") from error


def examine(path: Path, patience_s: float) -> None:
    """Look whether the file is whole and ours, without changing a byte of it."""
    # The last one to close a file writes its WAL back, even into a damaged file; whoever only reads does not.
    # Without a WAL there is nothing to write back, but perhaps a first start to undo that was interrupted.
    mode = "ro" if path.with_name(f"{path.name}-wal").exists() else "rw"
    with closing(connected(path, mode, patience_s)) as connection:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (parts,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if verdict != "ok":
        raise _damaged(path, verdict)
    if version > VERSION:
        raise Unusable(
            f"{path} was written by a newer server (its version {version}, ours {VERSION}); update this one"
        )
    if version == 0 and parts:
        raise Unusable(f"{path} belongs to another program; choose another file")


def _damaged(path: Path, reason: object) -> Unusable:
    # With its WAL, which SQLite would write into the backup.
    remedy = f"move it and {path.name}-wal away and put a backup in its place"
    return Unusable(f"{path} is damaged ({reason}); it was left as it is: {remedy}")


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
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
