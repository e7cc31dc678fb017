"""A process on one core, which ends with this one; what it uses is read from the kernel."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self, cast

from pictomania.cli import with_parent
from pictomania.cli.bench.failure import BenchError

PAGE = os.sysconf("SC_PAGE_SIZE")
STOP_S = 20.0


class PinnedProcess:
    """A child on one core."""

    def __init__(self, command: Sequence[str], core: int, sockets: Sequence[int] = ()) -> None:
        """Start it; its standard input stays open for as long as this object, and it inherits `sockets`."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (a pipe could fill up; closed at the end)
        self._child = subprocess.Popen(  # noqa: S603 (our own programs)
            [sys.executable, "-P", "-m", with_parent.__name__, str(os.getpid()), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            pass_fds=sockets,
            process_group=0,  # Ctrl+C is for the benchmark, which ends its children
        )
        with suppress(ProcessLookupError):  # ended already: the first line will be missing
            os.sched_setaffinity(self._child.pid, {core})

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def line(self) -> str:
        """Wait for the next line that it prints, or raise `BenchError` with the last one of its errors."""
        line = cast(IO[bytes], self._child.stdout).readline()
        if not line:
            raise BenchError(self._last_words())
        return line.decode(errors="replace").rstrip()

    def _last_words(self) -> str:
        self.kill()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        return said[-1] if said else "a process of the benchmark ended without a word"

    @property
    def cpu_s(self) -> float:
        """CPU seconds of its threads until now, more precisely than in ticks."""
        total = 0
        for thread in Path(f"/proc/{self.pid}/task").iterdir():
            with suppress(OSError):  # has ended meanwhile
                total += int((thread / "schedstat").read_text().split()[0])
        return total / 1e9

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    def kill(self) -> None:
        """End it as a power failure would."""
        self._child.kill()
        self._child.wait()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """End it, and wait for that."""
        self._child.terminate()
        try:
            self._child.communicate(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.communicate()
        self._errors.close()
