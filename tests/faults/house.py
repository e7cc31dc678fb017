"""A house that burns down and is built again: one server process after the other, on one port and one log."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


def quiet_port() -> int:
    """A free port that the kernel gives to nobody else while its server is dead."""
    ports = list(range(20_000, 30_000))  # below those that it gives away
    Random(os.getpid()).shuffle(ports)
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")


class House:
    """One process that serves after the other, all made by one that has everything ready."""

    def __init__(self, folder: Path) -> None:
        """Nothing stands yet."""
        self.port = quiet_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = folder / "data"
        self._journal = folder / "journal"
        self._maker: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Have one that makes processes."""
        self._to = self._journal.open("a", encoding="utf-8")
        self.make_anew()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing standing."""
        self._end()
        self._to.close()

    def make_anew(self) -> None:
        """Begin with nothing: the next process has to read all programs and cards again before it serves."""
        self._end()
        command = [sys.executable, "-m", "tests.faults.served", str(self.port), str(self.data)]
        pipe = subprocess.PIPE
        self._maker = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=self._to, text=True)

    def _end(self) -> None:
        if self._maker is not None:
            self._maker.communicate()  # closes its input, and it kills whatever it has made
            assert self._maker.returncode == 0

    def serve(self, fate: str = "") -> None:
        """Have the next process serve; `fate` is how it will die, if not by our hand."""
        self._say(f"serve {fate}")

    async def is_open(self) -> None:
        """Wait until the process serves."""
        assert await asyncio.to_thread(self._heard) == "open"

    def kill(self) -> None:
        """Kill the process that serves, at this very moment."""
        self._say("kill")
        while (heard := self._heard()) != "dead":
            assert heard == "open"

    async def is_dead(self) -> None:
        """Wait until the process has died by itself."""
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

    def complaints(self) -> list[str]:
        """What any of the processes said that is worse than a warning, or no line of a journal."""
        lines = self._journal.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if not line.startswith("{") or _level(line) in ("error", "critical")]


def _level(line: str) -> object:
    return json.loads(line)["level"]
