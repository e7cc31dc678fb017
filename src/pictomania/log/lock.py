"""One server for one file: a lock that goes with the process, however that ends."""

import fcntl
from pathlib import Path
from typing import IO

from pictomania.log.eventlog import Unusable


def locked(path: Path) -> IO[str]:
    """Lock `path` by a file beside it; closing that file, or dying, unlocks it.

    The file beside it stays when the lock goes: removing it would let two servers lock two files of one name.
    """
    beside = path.with_name(f"{path.name}.lock").open("a", encoding="utf-8")
    try:
        fcntl.flock(beside, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        beside.close()
        raise Unusable(f"{path} is in use by another server; stop that one or choose another file") from None
    return beside
