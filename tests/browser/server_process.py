"""A real server in its own process, which tests can kill and restart."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

TIMEOUT_S = 60.0
WITH_PATIENCE = """
import sys
from pictomania.cli.main import main
from pictomania.server.tables import table_log
table_log.NATS_PATIENCE_S = {patience_s}
sys.exit(main())
"""


class ServerProcess:
    """A server process with its data folder; the address stays the same across restarts."""

    def __init__(
        self,
        folder: Path,
        bot_pace: float = 1.0,
        source: Path | None = None,
        nats: str | None = None,
        patience_s: float = 10.0,
    ) -> None:
        """Start the server, perhaps of another source; its bots play `bot_pace` times as fast as people.

        With the URL of a NATS server, its log is there, and `patience_s` is how long that may be away before
        requests are refused.
        """
        self._folder = folder
        self._more_flags = {} if nats is None else {"nats": nats}
        self._program: list[str | Path] = [Path(sys.executable).with_name("pictomania")]
        if nats is not None:
            self._program = [sys.executable, "-c", WITH_PATIENCE.format(patience_s=patience_s)]
        self._environment = os.environ | ({"PYTHONPATH": str(source)} if source else {})
        self._bot_pace = bot_pace
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process = self._spawn(folder)

    def kill(self) -> None:
        """Kill the process with SIGKILL, as in a power failure."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def start(self, folder: Path | None = None) -> None:
        """Start the process again, optionally with another data folder."""
        self._process = self._spawn(folder or self._folder)

    def close(self) -> None:
        """Shut down gracefully."""
        self._process.terminate()
        self._process.wait(TIMEOUT_S)

    def _spawn(self, folder: Path) -> subprocess.Popen[bytes]:
        flags = {"host": "127.0.0.1", "port": self._port, "data": folder, "log-level": "warning"}
        flags |= {"tables-per-hour": 1_000, "bot-pace": self._bot_pace}
        flags |= self._more_flags
        command = [*self._program, "serve", *(f"--{name}={value}" for name, value in flags.items())]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self._environment)
        deadline = time.monotonic() + TIMEOUT_S
        while not self._is_healthy():
            assert process.poll() is None, "the server exited on startup"
            assert time.monotonic() < deadline, "the server doesn't answer"
            time.sleep(0.05)
        return process

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):  # noqa: S310 (our own server)
                return True
        except (URLError, OSError):
            return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
