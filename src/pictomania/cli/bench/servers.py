"""The servers that are compared: ours, the one in C, and the usual way; each a process on one core."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.pinned_process import PinnedProcess
from pictomania.cli.bench.websocket import HostPort

HOST = "127.0.0.1"
TICK_MS = 30  # as `server/tables/live_tables.py` has it
SCRIPT = "import sys; from pictomania.cli.main import main; sys.exit(main())"
MANY = "1000000"
# All limits are on. Only those of connections and tables are raised, since all clients are on one machine;
# what a key and an address may send stays as it is, since every table comes from an address of its own.
FLAGS = (
    *("--host", HOST, "--port", "0", "--proxies", HOST, "--log-level", "error", "--most-bots", "0"),
    *("--connections-per-address", MANY, "--most-connections", MANY, "--tables-per-hour", MANY),
)
USUAL_PACKAGES = ("starlette", "uvicorn", "websockets")
NO_USUAL_PACKAGES = (
    "Starlette and uvicorn are not installed, so there is no ordinary server to compare with; "
    "pip install 'pictomania[bench]' installs them."
)


class BenchServer(PinnedProcess):
    """A server that prints its port."""

    def __init__(self, command: Sequence[str], core: int) -> None:
        """Start it, and wait until it listens."""
        super().__init__(command, core)
        try:
            self.address: HostPort = (HOST, self._port())
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def _port(self) -> int:
        """Wait for the port."""
        return int(self.line())


class OurServer(BenchServer):
    """`pictomania serve`, as anyone would start it."""

    def __init__(self, folder: Path, core: int) -> None:
        """Serve the tables in a folder."""
        super().__init__([sys.executable, "-P", "-c", SCRIPT, "serve", "--data", str(folder), *FLAGS], core)

    def _port(self) -> int:
        while "http://" not in (line := self.line()):
            pass
        port = line.rpartition(":")[2].strip().rstrip("/")
        if not port.isdecimal():
            raise BenchError(f"the server does not print its port: {line}")
        return int(port)


def start_broadcaster(program: Path, core: int) -> BenchServer:
    """Start the least that a server can do, in C."""
    return BenchServer([str(program), str(TICK_MS)], core)


def start_usual_way(core: int) -> BenchServer:
    """Start the usual way."""
    return BenchServer([sys.executable, "-P", "-m", f"{__package__}.usual_way"], core)


def has_usual_way() -> bool:
    """Whether the packages that it needs are installed."""
    return all(find_spec(name) is not None for name in USUAL_PACKAGES)
