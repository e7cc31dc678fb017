"""The main module of a worker process: runs jobs one by one within limits that the kernel enforces.

    python -P -B -m pictomania.server.workers.main PARENT

Requests arrive on standard input, replies go to standard output (`pipe.py`). The process ends with its
input; on Linux it is also killed when its parent dies.
"""

import ctypes
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb

from pictomania.server.workers.jobs import JOBS
from pictomania.server.workers.pipe import (
    JobDeclined,
    JobParts,
    JobReply,
    JobRequest,
    JobStatus,
    PipeReader,
    PipeWriter,
    receive_request,
    send,
)

NICE = 19  # the server and the bots come first
MAX_FILES = 32
PR_SET_PDEATHSIG = 1
REUSABLE = (JobStatus.DONE, JobStatus.DECLINED)  # after any other status, a new process is safer


Jobs = Mapping[str, Callable[[JobParts], JobParts]]


def serve(requests: PipeReader, replies: PipeWriter, jobs: Jobs = JOBS) -> None:
    """Run jobs until the input ends, or until a job may have left this process in a bad state."""
    mapped = mapped_bytes()
    status = JobStatus.DONE
    while status in REUSABLE and (received := receive_request(requests)) is not None:
        request, parts = received
        set_limits(request, mapped)
        status, result = run_job(jobs, request, parts)
        del parts
        limit_memory(resource.RLIM_INFINITY)
        send(JobReply(status, tuple(map(len, result))), result, replies)


def run_job(jobs: Jobs, request: JobRequest, parts: JobParts) -> tuple[JobStatus, JobParts]:
    """Run a job and catch everything it raises; the description of an error contains no data."""
    try:
        result = jobs[request.job](parts)
    except JobDeclined as declined:
        return JobStatus.DECLINED, [declined.data]
    except (MemoryError, RecursionError):
        return JobStatus.OUT_OF_MEMORY, []
    except Exception as error:  # noqa: BLE001 (the server logs it)
        return JobStatus.CRASHED, [_place(error).encode()]
    is_too_large = sum(map(len, result)) > request.result_bytes
    return (JobStatus.RESULT_TOO_LARGE, []) if is_too_large else (JobStatus.DONE, result)


def _place(error: Exception) -> str:
    """Describe an exception by type and place, without its message, which may quote user data."""
    where = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.name}, line {where.lineno}"


# Limits.


def set_limits(request: JobRequest, mapped: int) -> None:
    """Set the limits for one job; the kernel counts the CPU time of the whole process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + request.cpu_s, hard))
    if mapped:
        limit_memory(mapped + request.memory_bytes)


def limit_memory(size: int) -> None:
    """Limit the address space, shared libraries included."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):  # not supported everywhere, unlike the time limits
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def mapped_bytes(file: Path = Path("/proc/self/statm")) -> int:
    """The size of the address space; 0 if the system does not report it."""
    try:
        return int(file.read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def confine(parent: int) -> None:
    """Drop what no job needs: priority, core dumps, files; and die with the parent."""
    with suppress(AttributeError, OSError):  # Linux only; elsewhere the end of the input has to do
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit()  # the server died before prctl took effect
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_FILES, MAX_FILES))


if __name__ == "__main__":
    confine(int(sys.argv[1]))
    with open(os.dup(1), "wb") as _replies:  # noqa: PTH123 (a descriptor, not a path)
        os.dup2(2, 1)  # keep output of libraries out of the replies
        serve(sys.stdin.buffer, _replies)
