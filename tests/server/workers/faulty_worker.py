"""A real worker process with jobs that misbehave in every way we could think of.

python -m tests.server.workers.faulty_worker PARENT
"""

import os
import signal
import sys
from pathlib import Path

from pictomania.server.workers.main import confine, serve
from pictomania.server.workers.pipe import JobDeclined, JobParts


def echo(parts: JobParts) -> JobParts:
    """Return the input."""
    return parts


def spin(parts: JobParts) -> JobParts:  # noqa: ARG001
    """Burn CPU time until killed."""
    while True:
        pass


def sleep(parts: JobParts) -> JobParts:
    """Sleep until killed, and create a FIFO named after the process."""
    os.mkfifo(Path(parts[0].decode()) / str(os.getpid()))  # workers cannot write files
    while True:
        signal.pause()


def swell(parts: JobParts) -> JobParts:
    """Allocate more and more memory."""
    taken = list(parts)
    while True:
        taken.append(bytes(10_000_000))


def boast(parts: JobParts) -> JobParts:
    """Return as many bytes as requested."""
    return [bytes(int(parts[0]))]


def lie(parts: JobParts) -> JobParts:  # noqa: ARG001
    """Send a reply that claims a huge result, past the check."""
    from pictomania.server.workers.pipe import JobReply, JobStatus, send  # noqa: PLC0415 (only here)

    with open(3, "wb", closefd=False) as replies:
        send(JobReply(JobStatus.DONE, (2**31,)), [b"x"], replies)
    return []


def die(parts: JobParts) -> JobParts:
    """End the process, with an exit code or a signal."""
    code = int(parts[0])
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


def decline(parts: JobParts) -> JobParts:
    """Decline the input."""
    raise JobDeclined(parts[0])


def stumble(parts: JobParts) -> JobParts:
    """Raise an unexpected exception with user data in its message."""
    raise ZeroDivisionError(parts[0])


def dive(parts: JobParts) -> JobParts:
    """Recurse infinitely."""
    return dive(parts)


def tell(parts: JobParts) -> JobParts:  # noqa: ARG001
    """Report the process id, priority, session, environment and open files."""
    files = sorted(Path("/proc/self/fd").iterdir())
    targets = [os.readlink(file) for file in files if file.is_symlink()]  # noqa: PTH115
    print("noise")  # noqa: T201 (must not end up in the replies)
    return [
        *(str(number).encode() for number in (os.getpid(), os.nice(0), os.getsid(0))),
        "\n".join(os.environ).encode(),
        "\n".join(targets).encode(),
    ]


def scribble(parts: JobParts) -> JobParts:
    """Try to write to a file."""
    try:
        Path(parts[0].decode()).write_bytes(b"x")
    except OSError as error:
        return [str(error.strerror).encode()]
    return [b"written"]


JOBS = {
    job.__name__: job
    for job in (echo, spin, sleep, swell, boast, lie, die, decline, stumble, dive, tell, scribble)
}

if __name__ == "__main__":
    confine(int(sys.argv[1]))
    with open(os.dup(1), "wb") as _replies:  # noqa: PTH123 (a descriptor, not a path)
        assert _replies.fileno() == 3
        os.dup2(2, 1)
        serve(sys.stdin.buffer, _replies, JOBS)
