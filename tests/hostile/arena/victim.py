"""A real server process with default limits on its own CPU core, with its memory and disk usage."""

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from tests.server.support.server_process import ServerProcess

PAGE = os.sysconf("SC_PAGE_SIZE")
FIRST = -10  # nice
CORES = sorted(os.sched_getaffinity(0))


@contextmanager
def on_core(number: int) -> Iterator[None]:
    """Run processes that are started in this context on one core, if there are two or more.

    They get a high priority, if the system allows it.
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
    """Create a data folder; one in memory is not slowed down by a busy disk."""
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

    def _started(self, *flags: str) -> ServerProcess:
        with on_core(0):
            return ServerProcess(self._folder, *flags)

    @property
    def pid(self) -> int:
        """The process that serves."""
        return self.process._child.pid

    def stop(self, patience_s: float) -> float:
        """Send SIGTERM; return the seconds until the process ended, and kill it if it takes too long."""
        began = monotonic()
        self.process._child.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process._child.wait(patience_s)
        took = monotonic() - began
        self.end()
        return took

    def restart(self) -> float:
        """Start a server with the same data on the same port; return how long it took."""
        began = monotonic()
        self.process = self._started("--port", str(self.port))
        return monotonic() - began

    def end(self) -> None:
        """End the process."""
        stdout = self.process._child.stdout
        if stdout is not None and not stdout.closed:
            self.process.end()

    def memory(self) -> int:
        """The resident memory of the server and all its children."""
        return sum(_resident(pid) for pid in [self.pid, *_descendants(self.pid)])

    def waited(self) -> float:
        """The seconds that the server was runnable but waited for its core."""
        try:
            return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0  # not reported by this system

    def disk(self) -> int:
        """The size of the data folder."""
        return sum(file.stat().st_size for file in self._folder.rglob("*") if file.is_file())


class Peak:
    """The peak memory of a server."""

    def __init__(self, victim: Victim) -> None:
        self._victim = victim
        self.before = self.most = victim.memory()

    async def watch(self) -> None:
        """Sample several times a second, until cancelled."""
        while True:
            self.most = max(self.most, self._victim.memory())
            await asyncio.sleep(0.1)


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0  # it has ended


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
