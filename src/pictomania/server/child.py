"""One worker process, seen from the server: started, given jobs, killed.

A thread talks to it, so that the event loop never waits for a pipe. It is no subprocess of asyncio: uvloop
may never close when one of those is ended in haste.
"""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, TypeVar

from pictomania.server.pipe import BrokenOff, Limit, Order, Parts, Status, receive_reply, send

T = TypeVar("T")

PROGRAM = "pictomania.server.worker"
FLAGS = ("-P", "-B", "-m")  # nothing in the working directory is imported
# All that a worker gets of our environment: where Python and its libraries are. Tokens stay here.
ENVIRONMENT = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "PYTHONPATH", "TZ")


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of a job."""

    status: Status | None  # None if the process died
    answer: Parts = ()
    death: str = ""

    @property
    def is_harmless(self) -> bool:
        """Can the process go on? After a failed job a new one is safer."""
        return self.status in (Status.DONE, Status.DECLINED)


@dataclass(frozen=True, slots=True)
class _Errand:
    order: Order
    parts: Parts
    ended: asyncio.Future[Ended]


class Child:
    """A process and its thread, which live equally long: the kernel kills the one when the other ends."""

    def __init__(self, program: str = PROGRAM) -> None:
        """Start it; it can be given a job at once."""
        self._command = (sys.executable, *FLAGS, program, str(os.getpid()))
        self.jobs = 0  # that it was given so far
        self.pid = 0  # as soon as it runs
        self._loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._errands: SimpleQueue[_Errand | None] = SimpleQueue()
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False
        Thread(target=self._run, name="worker", daemon=True).start()

    def do(self, job: str, parts: Parts, limit: Limit) -> "asyncio.Future[Ended]":
        """Give it a job; one at a time."""
        self.jobs += 1
        sizes = tuple(map(len, parts))
        order = Order(job, limit.cpu_s, limit.memory_bytes, limit.answer_bytes, sizes)
        errand = _Errand(order, parts, self._loop.create_future())
        self._errands.put(errand)
        return errand.ended

    @property
    def is_usable(self) -> bool:
        """Could it do another job? It may have died while it was idle."""
        with self._lock:
            return not self._is_killed and (self._process is None or self._process.poll() is None)

    def kill(self) -> None:
        """End it, whatever it is doing."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()
        self._errands.put(None)

    async def until_gone(self) -> None:
        """Wait until there is no process and no thread."""
        await asyncio.shield(self._gone)

    # In the thread.

    def _run(self) -> None:
        try:
            process = self._started()
        except OSError as error:
            self._drain(f"cannot be started: {error.strerror}")
        else:
            with process:
                self._work(process)
        self._tell(self._gone, None)

    def _started(self) -> "subprocess.Popen[bytes]":
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        process = subprocess.Popen(  # noqa: S603 (our own program)
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a traceback would quote what a stranger sent
            env=environment,
            start_new_session=True,  # Ctrl-C is for us
        )
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_killed:
                process.kill()
        return process

    def _work(self, process: "subprocess.Popen[bytes]") -> None:
        to, source = _ends(process)
        while (errand := self._errands.get()) is not None:
            try:
                send(errand.order, errand.parts, to)
                status, answer = receive_reply(source, errand.order.answer_bytes)
            except (BrokenOff, BrokenPipeError):
                break
            self._tell(errand.ended, Ended(status, answer))
        process.kill()
        with suppress(BrokenPipeError):
            to.close()  # may still hold something back
        death = _death(process.wait())
        if errand is not None:
            self._tell(errand.ended, Ended(None, death=death))
        self.pid = 0

    def _drain(self, why: str) -> None:
        """Refuse what it was given although it never ran."""
        while (errand := self._errands.get()) is not None:
            self._tell(errand.ended, Ended(None, death=why))

    def _tell(self, future: "asyncio.Future[T]", result: T) -> None:
        with suppress(RuntimeError):  # the event loop is closed: nobody is interested
            self._loop.call_soon_threadsafe(future.set_result, result)


def _ends(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None  # noqa: S101 (both were asked for)
    assert process.stdout is not None  # noqa: S101
    return process.stdin, process.stdout


def _death(returncode: int) -> str:
    if returncode == -signal.SIGXCPU:
        return "too much CPU time"
    return f"killed by signal {-returncode}" if returncode < 0 else f"ended with {returncode}"
