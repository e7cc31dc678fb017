"""The child side of a worker process: does one job after the other within limits set by the kernel.

    python -P -B -m pictomania.server.worker PARENT

Jobs come on standard input, answers go to standard output (`pipe.py`). It ends when its input does; on Linux
it also dies with its parent, whatever it is doing.
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

from pictomania.server.jobs import JOBS
from pictomania.server.pipe import (
    Declined,
    Order,
    Parts,
    Reader,
    Reply,
    Status,
    Writer,
    receive_order,
    send,
)

NICE = 10  # the server and the bots come first
MOST_FILES = 32
PR_SET_PDEATHSIG = 1
UNTOUCHED = (Status.DONE, Status.DECLINED)  # after anything else a new process is safer than this one


Jobs = Mapping[str, Callable[[Parts], Parts]]


def serve(orders: Reader, answers: Writer, jobs: Jobs = JOBS) -> None:
    """Do jobs until there are no more, or until one has left this process in doubt."""
    mapped = mapped_bytes()
    status = Status.DONE
    while status in UNTOUCHED and (received := receive_order(orders)) is not None:
        order, parts = received
        allow(order, mapped)
        status, answer = outcome(jobs, order, parts)
        del parts
        allow_memory(resource.RLIM_INFINITY)
        send(Reply(status, tuple(map(len, answer))), answer, answers)


def outcome(jobs: Jobs, order: Order, parts: Parts) -> tuple[Status, Parts]:
    """Do a job; nothing that it raises gets out, and no data show in what is said about it."""
    try:
        answer = jobs[order.job](parts)
    except Declined as declined:
        return Status.DECLINED, [declined.data]
    except (MemoryError, RecursionError):
        return Status.OUT_OF_MEMORY, []
    except Exception as error:  # noqa: BLE001 (the server notes it)
        return Status.CRASHED, [_place(error).encode()]
    is_too_large = sum(map(len, answer)) > order.answer_bytes
    return (Status.ANSWER_TOO_LARGE, []) if is_too_large else (Status.DONE, answer)


def _place(error: Exception) -> str:
    """Name an exception and where it was raised, but not its message, which may quote a stranger."""
    where = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.name}, line {where.lineno}"


# Limits.


def allow(order: Order, mapped: int) -> None:
    """Set the limits of one job; the kernel counts the CPU time of the whole process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + order.cpu_s, hard))
    if mapped:
        allow_memory(mapped + order.memory_bytes)


def allow_memory(size: int) -> None:
    """Limit what may be mapped, shared libraries included."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):  # not everywhere; the time limits are
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def mapped_bytes(file: Path = Path("/proc/self/statm")) -> int:
    """How much memory is mapped now; 0 where the system does not say."""
    try:
        return int(file.read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def confine(parent: int) -> None:
    """Give up what no job needs."""
    with suppress(AttributeError, OSError):  # only Linux has it; elsewhere the end of our input is enough
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit()  # the server ended before we could ask to end with it
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))


if __name__ == "__main__":
    confine(int(sys.argv[1]))
    with open(os.dup(1), "wb") as _answers:  # noqa: PTH123 (a descriptor, not a path)
        os.dup2(2, 1)  # whatever a library prints is no answer
        serve(sys.stdin.buffer, _answers)
