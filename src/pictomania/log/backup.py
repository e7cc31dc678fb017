"""Backup and restore of a database file, in a process other than the server's."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pictomania.log.database import connect, damage_reported, has_wal, verify, verify_connection
from pictomania.log.eventlog import Unusable
from pictomania.log.lock import locked

TIMEOUT_S = 30.0  # for locks of other programs

_STAGING = ".restoring-"
_COUNT = 'SELECT count(DISTINCT "table"), count(*) FROM entries'


@dataclass(frozen=True)
class Summary:
    """What a database contains."""

    tables: int
    entries: int
    size: int  # bytes


class BackupExists(Unusable):
    """A backup that would overwrite another file."""


def back_up(database: Path, target: Path, *, overwrite: bool = False) -> Summary:
    """Write a consistent copy of a database, which a server may be using; or raise `Unusable`."""
    database, target = database.resolve(), target.resolve()
    if not database.is_file():
        raise Unusable(f"there is no database at {database}")
    if target in _files_of(database):
        raise Unusable(f"{target} belongs to the database itself; choose another file")
    if target.exists() and not target.is_file():
        raise Unusable(f"{target} is not a regular file")
    if target.exists() and not overwrite:
        raise BackupExists(f"{target} already exists")
    if not target.parent.is_dir():
        raise Unusable(f"there is no folder {target.parent}")
    try:
        # A folder, since SQLite puts a journal beside the copy; a private one, since the data is private.
        with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
            copy = Path(folder) / target.name
            summary = _copy(database, copy, "mode=ro")
            copy.replace(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"{database} cannot be backed up to {target}: {error}") from error
    return summary


def restore(backup: Path, database: Path) -> tuple[Summary, Path | None]:
    """Replace a database that no server is using, or raise `Unusable` and leave it as it is.

    Return what was restored, and where the replaced database is kept, if there was one. At every moment there
    is either the old or the new database, so a restore that was killed can be repeated.
    """
    backup, database = backup.resolve(), database.resolve()
    if not backup.is_file():
        raise Unusable(f"there is no backup at {backup}")
    if backup == database:
        raise Unusable(f"{backup} is the database itself; choose a backup")
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked(database):
            for leftover in database.parent.glob(f"{_STAGING}*"):  # of a restore that was killed
                shutil.rmtree(leftover)
            with TemporaryDirectory(prefix=_STAGING, dir=database.parent) as folder:
                copy = Path(folder) / database.name
                summary = _copy(backup, copy, _read_options(backup))
                _give_to_owner_of(database.parent, copy)
                replaced = _set_aside(database)
                copy.replace(database)
            _sync(database.parent)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"{backup} cannot be restored to {database}: {error}") from error
    return summary, replaced


def _copy(source: Path, target: Path, options: str) -> Summary:
    """Copy a database into one file without a WAL; verify the copy, since SQLite copies damaged pages too."""
    with (
        damage_reported(source),
        closing(connect(source, options, TIMEOUT_S)) as reading,
        closing(connect(target, "mode=rwc", TIMEOUT_S)) as writing,
    ):
        reading.backup(writing)  # in one step; several would start over with every append
        verify_connection(writing, source)
        writing.execute("PRAGMA journal_mode = DELETE")
        if writing.execute("PRAGMA user_version").fetchone() == (0,):
            raise Unusable(f"{source} is empty")
        tables, entries = writing.execute(_COUNT).fetchone()
    target.chmod(0o600)
    _sync(target)
    return Summary(tables, entries, target.stat().st_size)


def _read_options(backup: Path) -> str:
    # Without a journal to apply, SQLite need not create files beside the backup, perhaps on a read-only disk.
    is_alone = not has_wal(backup) and not backup.with_name(f"{backup.name}-journal").exists()
    return "mode=ro&immutable=1" if is_alone else "mode=ro"


def _give_to_owner_of(folder: Path, file: Path) -> None:
    """Let the server's user own a file that root restores; other users own their files anyway."""
    owner = folder.stat()
    with suppress(PermissionError):
        os.chown(file, owner.st_uid, owner.st_gid)


def _set_aside(database: Path) -> Path | None:
    """Give a database a second name, so that it can be replaced in one step; return that, if there is one."""
    now = datetime.now(UTC)
    aside = database.with_name(f"{database.name}.replaced-{now:%Y%m%dT%H%M%S.%fZ}")
    has_database = database.exists()
    if has_database:
        _absorb_wal(database)
        try:
            os.link(database, aside)
        except OSError:  # a file system without hard links
            shutil.copyfile(database, aside)
            _sync(aside)
    # What a damaged or missing database left must go first: SQLite would apply it to the new one.
    for suffix in ("-wal", "-journal"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + suffix).rename(aside.with_name(aside.name + suffix))
    _sync(database.parent)
    return aside if has_database else None


def _absorb_wal(database: Path) -> None:
    """Move all of a database into its main file, unless it is damaged or not ours."""
    with suppress(Unusable, sqlite3.Error):
        verify(database, TIMEOUT_S)
        with closing(connect(database, "mode=rw", TIMEOUT_S)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")


def _files_of(database: Path) -> set[Path]:
    return {
        database.with_name(database.name + suffix) for suffix in ("", "-wal", "-shm", "-journal", ".lock")
    }


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
