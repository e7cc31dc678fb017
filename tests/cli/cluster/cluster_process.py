"""`pictomania cluster` as a process of its own, with its children."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from tests.cli.command import SCRIPT

PATIENCE_S = 60.0


class ClusterProcess:
    """A cluster on a free port of loopback."""

    def __init__(self, folder: Path, *flags: str, interrupts: bool = True) -> None:
        """Start it, with interrupts ignored as for a background job if need be, and wait until it is open."""
        place = ("--data", str(folder), "--host", "127.0.0.1", "--port", "0")
        background = [] if interrupts else ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
        command = [*background, sys.executable, "-c", SCRIPT, "cluster", *place, *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.said = "".join(self._lines())
        found = re.search(r"http://localhost:(\d+)/", self.said)
        assert found is not None, self.said
        self.url = f"http://127.0.0.1:{found[1]}"

    def _lines(self) -> Iterator[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line
            if "to stop" in line:
                return

    @property
    def children(self) -> list[int]:
        """The process ids of nodes and NATS servers."""
        return processes_below(self.process.pid)

    def stop(self, kind: signal.Signals) -> int:
        """Send a signal; return the exit status."""
        self.process.send_signal(kind)
        return self.process.wait()

    def end(self) -> None:
        """Kill it."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@contextmanager
def run_cluster(folder: Path, *flags: str, interrupts: bool = True) -> Iterator[ClusterProcess]:
    """Run a cluster."""
    cluster = ClusterProcess(folder, *flags, interrupts=interrupts)
    try:
        yield cluster
    finally:
        cluster.end()


def processes_below(pid: int) -> list[int]:
    """The children of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Whether a process has not ended; nobody may have asked for its exit status yet."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_for_the_end_of(pids: list[int]) -> None:
    """Wait until all processes have ended."""
    deadline = monotonic() + PATIENCE_S
    while any(map(is_running, pids)):
        assert monotonic() < deadline, [pid for pid in pids if is_running(pid)]
        sleep(0.01)


def node_pid(pids: list[int], name: str) -> int:
    """The process id of a node."""
    (pid,) = [pid for pid in pids if name in arguments(pid)]
    return pid


def arguments(pid: int) -> list[str]:
    """The command line of a process."""
    return os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes()).split("\0")
