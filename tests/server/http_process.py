"""A server in a process of its own, as people start it; and a process that gets back what serving changes."""

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
from time import monotonic
from typing import Any

from tests.cli.command import SCRIPT


class Process:
    """One that serves."""

    def __init__(self, folder: Path, *flags: str) -> None:
        """Start it, with its data in a folder, and wait until it is open."""
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
        """What it has said about itself, each line an object."""
        text = self._journal.read_text(encoding="ascii")
        assert text.endswith("\n")
        lines = [json.loads(line) for line in text[:-1].split("\n")]
        assert all(isinstance(line, dict) for line in lines)
        return lines

    def stop(self, kind: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Ask it to stop; tell with which status it did, and after how many seconds."""
        began = monotonic()
        self._child.send_signal(kind)
        status = self._child.wait(60)
        return status, monotonic() - began

    def end(self) -> None:
        """Leave nothing behind, whatever went wrong."""
        if self._child.poll() is None:
            self._child.kill()
        self._child.communicate()


@contextmanager
def process(folder: Path, *flags: str) -> Iterator[Process]:
    """Serve in a process of its own."""
    server = Process(folder, *flags)
    try:
        yield server
    finally:
        server.end()


@contextmanager
def as_before() -> Iterator[None]:
    """Undo what serving changes in a process, which nobody else has to undo since it ends then."""
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
