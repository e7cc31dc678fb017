"""A real worker process whose jobs misbehave in every way we can think of.

python -m tests.server.odd_worker PARENT
"""

import os
import signal
import sys
from pathlib import Path

from pictomania.server.pipe import Declined, Parts
from pictomania.server.worker import confine, serve


def echo(parts: Parts) -> Parts:
    """Give everything back."""
    return parts


def spin(parts: Parts) -> Parts:  # noqa: ARG001
    """Burn CPU time until killed."""
    while True:
        pass


def sleep(parts: Parts) -> Parts:
    """Do nothing until killed, and leave a sign in a folder that this has begun."""
    os.mkfifo(Path(parts[0].decode()) / str(os.getpid()))  # files may have no content here
    while True:
        signal.pause()


def swell(parts: Parts) -> Parts:
    """Take more and more memory."""
    taken = list(parts)
    while True:
        taken.append(bytes(10_000_000))


def boast(parts: Parts) -> Parts:
    """Answer with as many bytes as asked for."""
    return [bytes(int(parts[0]))]


def lie(parts: Parts) -> Parts:  # noqa: ARG001
    """Claim a huge answer behind the back of whoever counts."""
    from pictomania.server.pipe import Reply, Status, send  # noqa: PLC0415 (only here)

    with open(3, "wb", closefd=False) as answers:
        send(Reply(Status.DONE, (2**31,)), [b"x"], answers)
    return []


def die(parts: Parts) -> Parts:
    """End by itself, with a code or by a signal."""
    code = int(parts[0])
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code)


def decline(parts: Parts) -> Parts:
    """Find something wrong with the data."""
    raise Declined(parts[0])


def stumble(parts: Parts) -> Parts:
    """Raise what nobody expects, with what a stranger said in it."""
    raise ZeroDivisionError(parts[0])


def dive(parts: Parts) -> Parts:
    """Recurse without end."""
    return dive(parts)


def tell(parts: Parts) -> Parts:  # noqa: ARG001
    """Say what can be seen from here: process, priority, environment, files that are open."""
    files = sorted(Path("/proc/self/fd").iterdir())
    targets = [os.readlink(file) for file in files if file.is_symlink()]  # noqa: PTH115
    print("noise")  # noqa: T201 (it must not get among the answers)
    return [
        *(str(number).encode() for number in (os.getpid(), os.nice(0), os.getsid(0))),
        "\n".join(os.environ).encode(),
        "\n".join(targets).encode(),
    ]


def scribble(parts: Parts) -> Parts:
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
    with open(os.dup(1), "wb") as _answers:  # noqa: PTH123 (a descriptor, not a path)
        assert _answers.fileno() == 3
        os.dup2(2, 1)
        serve(sys.stdin.buffer, _answers, JOBS)
