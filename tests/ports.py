"""Ports that no other test process uses, however many run at once."""

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import gettempdir

FIRST, BLOCK, BLOCKS = 10_000, 200, 50  # below `pictomania cluster`'s ports and those of outgoing connections
FOLDER = Path(gettempdir()) / f"pictomania-test-ports-{os.getuid()}"

_locks: list[int] = []  # held until this process ends


def free_ports(count: int) -> list[int]:
    """Find ports that nobody listens on."""
    ports: list[int] = []
    while len(ports) < count:
        if _is_free(port := next(_ours())):
            ports.append(port)
    return ports


def free_port() -> int:
    """Find a port that nobody listens on."""
    return free_ports(1)[0]


def _is_free(port: int) -> bool:
    with socket.socket() as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        return True
    return False


@cache
def _ours() -> Iterator[int]:
    """The ports of this process, again and again."""
    FOLDER.mkdir(exist_ok=True)
    for block in Random(os.getpid()).sample(range(BLOCKS), BLOCKS):
        lock = os.open(FOLDER / str(block), os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            continue
        _locks.append(lock)
        return cycle(range(FIRST + BLOCK * block, FIRST + BLOCK * (block + 1)))
    raise OSError("other test processes use all ports")
