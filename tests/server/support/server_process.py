"""A server in its own process, started like a user would."""

import gc
import json
import logging
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.command import SCRIPT


class ServerProcess:
    """A server process."""

    def __init__(self, folder: Path, *flags: str) -> None:
        """Start the server with a data folder and wait until it listens."""
        self._journal = folder / "journal"
        data = ("--data", str(folder), "--host", "127.0.0.1", "--port", "0")
        with self._journal.open("ab") as journal:
            self._child = subprocess.Popen(
                [sys.executable, "-c", SCRIPT, "serve", *data, *flags], stdout=subprocess.PIPE, stderr=journal
            )
        self.plate = "".join(self._lines())
        self.port = int([line["port"] for line in self.journal() if line["what"] == "serving"][-1])
        self.url = f"http://127.0.0.1:{self.port}"

    def _lines(self) -> Iterator[str]:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            yield line.decode()
            if b"to stop" in line:
                return
        raise AssertionError(self._journal.read_text())

    def journal(self) -> list[dict[str, Any]]:
        """The lines of its log, as objects."""
        text = self._journal.read_text(encoding="ascii")
        assert text.endswith("\n")
        lines = [json.loads(line) for line in text[:-1].split("\n")]
        assert all(isinstance(line, dict) for line in lines)
        return lines

    def stop(self, kind: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal; return the exit status."""
        self._child.send_signal(kind)
        return self._child.wait()

    def end(self) -> None:
        """Kill the process."""
        if self._child.poll() is None:
            self._child.kill()
        self._child.communicate()


@contextmanager
def run_process(folder: Path, *flags: str) -> Iterator[ServerProcess]:
    """Run a server in its own process."""
    server = ServerProcess(folder, *flags)
    try:
        yield server
    finally:
        server.end()


@contextmanager
def restore_process_state() -> Iterator[None]:
    """Restore what `serve` changes in the process, such as logging and garbage collection."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in ("aiohttp.access", "picows")}
    threshold, files = gc.get_threshold(), resource.getrlimit(resource.RLIMIT_NOFILE)
    interval = sys.getswitchinterval()
    try:
        yield
    finally:
        root.handlers, root.level = handlers, level
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        gc.set_threshold(*threshold)
        sys.setswitchinterval(interval)
        gc.unfreeze()
        resource.setrlimit(resource.RLIMIT_NOFILE, files)
