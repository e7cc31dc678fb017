"""One server for one file: a lock that goes with the process, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pictomania.log.eventlog import Unusable


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock `path` until the end of the block, or of the process; raise `Unusable` if somebody else has.

    The folder is locked too: a lock file can be deleted, and then a second server would lock another one of
    the same name. The database itself is not: closing any descriptor of it would undo SQLite's own locks.
    """
    beside = path.with_name(f"{path.name}.lock")
    with _lock(beside, os.O_RDWR | os.O_CREAT, path), _lock(path.parent, os.O_RDONLY | os.O_DIRECTORY, path):
        yield


@contextmanager
def _lock(what: Path, flags: int, path: Path) -> Iterator[None]:
    descriptor = os.open(what, flags | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = f"{path} is in use by another server; stop that one or choose another folder"
            raise Unusable(sentence) from None
        yield
    finally:
        os.close(descriptor)
