"""A real server process with default limits, on a core of its own, with its memory and disk in view."""

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from tests.server.http_process import Process

PAGE = os.sysconf("SC_PAGE_SIZE")
FIRST = -10  # nice
CORES = sorted(os.sched_getaffinity(0))


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """Have what is started meanwhile run on one core, where there are two or more.

    It comes before whatever else the machine does, where the system lets us decide that.
    """
    cores, nice = os.sched_getaffinity(0), os.getpriority(os.PRIO_PROCESS, 0)
    if len(CORES) > 1:
        os.sched_setaffinity(0, {CORES[number]})
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, FIRST)
    try:
        yield
    finally:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, nice)
        os.sched_setaffinity(0, cores)


@contextmanager
def data_folder(*, in_memory: bool) -> Iterator[Path]:
    """Make a folder for a server's data; one in memory does not wait for a disk that others keep busy."""
    shared = Path("/dev/shm")  # noqa: S108 (where the system has it)
    with tempfile.TemporaryDirectory(dir=shared if in_memory and shared.is_dir() else None) as name:
        yield Path(name)


class Victim:
    """The server under attack."""

    def __init__(self, folder: Path) -> None:
        """Start it with its data in a folder."""
        self._folder = folder
        self.process = self._started()
        self.port = self.process.port

    def _started(self, *flags: str) -> Process:
        with on_core(0):
            return Process(self._folder, *flags)

    @property
    def pid(self) -> int:
        """The process that serves."""
        return self.process._child.pid

    def stop(self, patience_s: float) -> float:
        """Send SIGTERM, and say how many seconds the process took to end; kill it when it takes too long."""
        began = monotonic()
        self.process._child.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process._child.wait(patience_s)
        took = monotonic() - began
        self.end()
        return took

    def restart(self) -> float:
        """Start a server with the same data on the same port, and say how long that took."""
        began = monotonic()
        self.process = self._started("--port", str(self.port))
        return monotonic() - began

    def end(self) -> None:
        """Leave nothing running."""
        stdout = self.process._child.stdout
        if stdout is not None and not stdout.closed:
            self.process.end()

    def memory(self) -> int:
        """Count the bytes in memory of the server and of all its children."""
        return sum(_resident(pid) for pid in [self.pid, *_descendants(self.pid)])

    def waited(self) -> float:
        """Say for how many seconds so far the server could have run, but another process had its core."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0  # this system does not tell

    def disk(self) -> int:
        """Count the bytes in the data folder."""
        return sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())


class Peak:
    """The most memory that a server had while this was watching."""

    def __init__(self, victim: Victim) -> None:
        """Begin with what it has now."""
        self._victim = victim
        self.before = self.most = victim.memory()

    async def watch(self) -> None:
        """Look several times a second, until cancelled."""
        while True:
            self.most = max(self.most, self._victim.memory())
            await asyncio.sleep(0.1)


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0  # it has ended meanwhile


def _descendants(pid: int) -> list[int]:
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return []
    return children + [further for child in children for further in _descendants(child)]
