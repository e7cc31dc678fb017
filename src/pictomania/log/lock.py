"""Lock that lets only one process use a database; the operating system releases it if the process dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pictomania.log.eventlog import Unusable


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a database; raise `Unusable` if another process has it.

    The folder is locked too: a lock file can be deleted, and a second server would then lock a new one of
    the same name. The database itself is not: closing any descriptor of it would release SQLite's own locks.
    """
    lock_file = path.with_name(f"{path.name}.lock")
    with (
        _flock(lock_file, os.O_RDWR | os.O_CREAT, path),
        _flock(path.parent, os.O_RDONLY | os.O_DIRECTORY, path),
    ):
        yield


@contextmanager
def _flock(target: Path, flags: int, path: Path) -> Iterator[None]:
    descriptor = os.open(target, flags | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = f"{path} is in use by another server; stop that one or choose another folder"
            raise Unusable(sentence) from None
        yield
    finally:
        os.close(descriptor)
