"""A server that is killed and restarted: one process after another, on one port and one log."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.ports import free_port

ROOT = Path(__file__).parents[3]


class RestartableServer:
    """Server processes, forked from a parent that has everything loaded."""

    def __init__(self, folder: Path) -> None:
        """Choose a port; processes start in the context."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = folder / "data"
        self._journal = folder / "journal"
        self._maker: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Start the parent process."""
        self._to = self._journal.open("a", encoding="utf-8")
        self.restart_parent()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes."""
        self._end()
        self._to.close()

    def restart_parent(self) -> None:
        """Start a new parent, so that the next server has to load all code and cards again."""
        self._end()
        command = [
            sys.executable,
            "-m",
            "tests.faults.support.killable_server",
            str(self.port),
            str(self.data),
        ]
        pipe = subprocess.PIPE
        self._maker = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=self._to, text=True)

    def _end(self) -> None:
        if self._maker is not None:
            self._maker.communicate()  # closes its input, so it kills its server
            assert self._maker.returncode == 0

    def serve(self, fate: str = "") -> None:
        """Start the next server; `fate` is the append at which it kills itself, if any."""
        self._say(f"serve {fate}")

    async def is_open(self) -> None:
        """Wait until the server is open."""
        assert await asyncio.to_thread(self._heard) == "open"

    def kill(self) -> None:
        """Kill the server now."""
        self._say("kill")
        while (heard := self._heard()) != "dead":
            assert heard == "open"

    async def is_dead(self) -> None:
        """Wait until the server has killed itself."""
        self._say("bury")
        while (heard := await asyncio.to_thread(self._heard)) != "dead":
            assert heard == "open"

    def _say(self, word: str) -> None:
        assert self._maker is not None
        assert self._maker.stdin is not None
        self._maker.stdin.write(f"{word}\n")
        self._maker.stdin.flush()

    def _heard(self) -> str:
        assert self._maker is not None
        assert self._maker.stdout is not None
        return self._maker.stdout.readline().strip()

    def errors(self) -> list[str]:
        """Return errors in the logs of all processes, and lines that are not log records."""
        lines = self._journal.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not line.startswith("{") or _level(line) in ("error", "critical")]


def _level(line: str) -> object:
    return json.loads(line)["level"]
