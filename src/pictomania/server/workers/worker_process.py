"""One worker process, as seen from the server.

A thread talks to it, so that the event loop never blocks on a pipe. It is not an asyncio subprocess: uvloop
may hang on closing when one of those is killed.
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

from pictomania.server.workers.pipe import (
    JobLimit,
    JobParts,
    JobRequest,
    JobStatus,
    PipeClosed,
    receive_reply,
    send,
)

T = TypeVar("T")

PROGRAM = "pictomania.server.workers.main"
FLAGS = ("-P", "-B", "-m")  # never import from the working directory
# The part of our environment that workers inherit: where Python and its libraries are, but no tokens.
ENVIRONMENT = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "PYTHONHOME", "PYTHONPATH", "TZ")


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended."""

    status: JobStatus | None  # None if the process died
    result: JobParts = ()
    cause: str = ""  # of the death

    @property
    def is_reusable(self) -> bool:
        """Whether the process can be reused; after a failed job a new one is safer."""
        return self.status in (JobStatus.DONE, JobStatus.DECLINED)


@dataclass(frozen=True, slots=True)
class _Job:
    request: JobRequest
    parts: JobParts
    ended: asyncio.Future[JobResult]


class WorkerProcess:
    """A process and its thread; the kernel kills the process when the thread ends."""

    def __init__(self, program: str = PROGRAM) -> None:
        """Start the process; it accepts a job at once."""
        self._command = (sys.executable, *FLAGS, program, str(os.getpid()))
        self.job_count = 0
        self.pid = 0  # once it runs
        self._loop = asyncio.get_running_loop()
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False
        Thread(target=self._run, name="worker", daemon=True).start()

    def run(self, name: str, parts: JobParts, limit: JobLimit) -> "asyncio.Future[JobResult]":
        """Start a job; one at a time."""
        self.job_count += 1
        sizes = tuple(map(len, parts))
        request = JobRequest(name, limit.cpu_s, limit.memory_bytes, limit.result_bytes, sizes)
        job = _Job(request, parts, self._loop.create_future())
        self._jobs.put(job)
        return job.ended

    @property
    def is_usable(self) -> bool:
        """Whether it can run another job; it may have died while idle."""
        with self._lock:
            return not self._is_killed and (self._process is None or self._process.poll() is None)

    def kill(self) -> None:
        """Kill the process, even in the middle of a job."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()
        self._jobs.put(None)

    async def wait_until_gone(self) -> None:
        """Wait until the process and the thread have ended."""
        await asyncio.shield(self._gone)

    # In the thread.

    def _run(self) -> None:
        try:
            process = self._start()
        except OSError as error:
            self._drain(f"cannot be started: {error.strerror}")
        else:
            with process:
                self._work(process)
        self._resolve(self._gone, None)

    def _start(self) -> "subprocess.Popen[bytes]":
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        process = subprocess.Popen(  # noqa: S603 (our own module)
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a traceback may quote user data
            env=environment,
            start_new_session=True,  # Ctrl-C is for the server
        )
        with self._lock:
            self._process, self.pid = process, process.pid
            if self._is_killed:
                process.kill()
        return process

    def _work(self, process: "subprocess.Popen[bytes]") -> None:
        to, source = _pipe_ends(process)
        while (job := self._jobs.get()) is not None:
            try:
                send(job.request, job.parts, to)
                status, result = receive_reply(source, job.request.result_bytes)
            except (PipeClosed, BrokenPipeError):
                break
            self._resolve(job.ended, JobResult(status, result))
        process.kill()
        with suppress(BrokenPipeError):
            to.close()  # may flush buffered bytes
        cause = _cause_of_death(process.wait())
        if job is not None:
            self._resolve(job.ended, JobResult(None, cause=cause))
        self.pid = 0

    def _drain(self, why: str) -> None:
        """Fail the jobs of a process that never started."""
        while (job := self._jobs.get()) is not None:
            self._resolve(job.ended, JobResult(None, cause=why))

    def _resolve(self, future: "asyncio.Future[T]", result: T) -> None:
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(future.set_result, result)


def _pipe_ends(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None  # noqa: S101 (both are pipes)
    assert process.stdout is not None  # noqa: S101
    return process.stdin, process.stdout


def _cause_of_death(returncode: int) -> str:
    if returncode == -signal.SIGXCPU:
        return "too much CPU time"
    return f"killed by signal {-returncode}" if returncode < 0 else f"ended with {returncode}"
