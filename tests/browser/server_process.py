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


class ServerProcess:
    """A server process with its data folder; the address stays the same across restarts."""

    def __init__(self, folder: Path, bot_pace: float = 1.0, source: Path | None = None) -> None:
        """Start the server, perhaps of another source; its bots play `bot_pace` times as fast as people."""
        self._folder = folder
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
        program = Path(sys.executable).with_name("pictomania")
        flags = {"host": "127.0.0.1", "port": self._port, "data": folder, "log-level": "warning"}
        flags |= {"tables-per-hour": 1_000, "bot-pace": self._bot_pace}
        command: list[str | Path] = [
            program,
            "serve",
            *(f"--{name}={value}" for name, value in flags.items()),
        ]
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
