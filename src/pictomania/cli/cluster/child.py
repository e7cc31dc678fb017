"""A process of the cluster, which is started again when it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pictomania.cli import with_parent

POLL_S = 0.05
PAUSE_S, MAX_PAUSE_S = 0.5, 30.0  # before it is started again; doubled each time
LASTING_S = 20.0  # a process that ran this long was in order

ReportEvent = Callable[[str], None]


class Child:
    """Keeps a process running until `stop`."""

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        log: Path,
        report: ReportEvent,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`command` is asked before every start; what the process says goes to the file `log`."""
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None  # the current or last one
        self._command = command
        self._log = log
        self._report = report
        self._environment = environment
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        pause_s = PAUSE_S
        while True:
            started_at = loop.time()
            try:
                self.process = self._start()
                end = f"ended ({describe_end(await _end_of(self.process))})"
            except OSError as error:
                end = f"cannot be started ({error.strerror})"
            if loop.time() - started_at > LASTING_S:
                pause_s = PAUSE_S
            self._report(f"{self.name} {end}; starting it again in {pause_s:g} s")
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, MAX_PAUSE_S)

    def _start(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 (our own programs)
                [
                    sys.executable,
                    "-P",
                    "-m",
                    with_parent.__name__,
                    str(os.getpid()),
                    *self._command(),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=self._environment,
                process_group=0,  # Ctrl+C is for the parent, which stops its children in order
            )

    async def stop(self, grace_s: float) -> None:
        """Let the process end, and kill it if it doesn't."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        if self.process is None:
            return
        self.process.terminate()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace_s):
                await _end_of(self.process)
        self.process.kill()
        await _end_of(self.process)


async def _end_of(process: subprocess.Popen[bytes]) -> int:
    """Wait for the end of a process; return its status.

    Looks again and again: asyncio needs a thread for each process, and uvloop may miss an end.
    """
    while (status := process.poll()) is None:  # noqa: ASYNC110 (see above)
        await asyncio.sleep(POLL_S)
    return status


def describe_end(status: int) -> str:
    """Return an exit status in words."""
    return f"status {status}" if status >= 0 else signal.Signals(-status).name
