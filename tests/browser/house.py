"""A real server in a process of its own, that can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

PATIENCE_S = 20.0


class House:
    """Tables in a folder, at an address that stays the same whatever becomes of the process."""

    def __init__(self, folder: Path, bot_pace: float = 1.0) -> None:
        """Open it; its bots are so many times as fast as people."""
        self._folder = folder
        self._bot_pace = bot_pace
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process = self._started(folder)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def start(self, folder: Path | None = None) -> None:
        """Start it again, with what is in another folder if one is given."""
        self._process = self._started(folder or self._folder)

    def close(self) -> None:
        """Send everybody home."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)

    def _started(self, folder: Path) -> subprocess.Popen[bytes]:
        program = Path(sys.executable).with_name("pictomania")
        flags = {"host": "127.0.0.1", "port": self._port, "data": folder, "log-level": "warning"}
        flags |= {"tables-per-hour": 1_000, "bot-pace": self._bot_pace}
        command: list[str | Path] = [
            program,
            "serve",
            *(f"--{name}={value}" for name, value in flags.items()),
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
        until = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert process.poll() is None, "the server has not started"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)
        return process

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):  # noqa: S310 (it is ours)
                return True
        except (URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
