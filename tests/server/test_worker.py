"""The child side of a worker, in this process: orders, answers, and the limits it asks the kernel for."""

import ctypes
import os
import resource
import signal
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from pictomania.server import worker
from pictomania.server.pipe import BrokenOff, Order, Parts, Status, receive_order, receive_reply, send
from pictomania.server.worker import confine, mapped_bytes, outcome, serve
from tests.server import odd_worker

MOST = 1000
Limits = dict[int, tuple[int, int]]


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Limits:
    """What the kernel is asked for, instead of asking it: these limits are for another process."""
    asked: Limits = {}
    monkeypatch.setattr(resource, "setrlimit", asked.__setitem__)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (-1, -1))
    return asked


def order(job: str, *parts: bytes, most: int = MOST) -> Order:
    """An order for these parts."""
    return Order(job, 7, 1_000_000, most, tuple(map(len, parts)))


def written(*orders: tuple[str, Parts]) -> BytesIO:
    """Orders as they come through a pipe."""
    pipe = BytesIO()
    for job, parts in orders:
        send(order(job, *parts), parts, pipe)
    pipe.seek(0)
    return pipe


def test_orders_are_done_one_after_the_other(limits: Limits) -> None:
    answers = BytesIO()
    serve(written(("echo", [b"a", b""]), ("decline", [b"no"]), ("echo", [b"b"])), answers, odd_worker.JOBS)
    answers.seek(0)
    assert [receive_reply(answers, MOST) for _ in range(3)] == [
        (Status.DONE, [b"a", b""]),
        (Status.DECLINED, [b"no"]),
        (Status.DONE, [b"b"]),
    ]
    assert not answers.read()
    assert limits[resource.RLIMIT_AS] == (resource.RLIM_INFINITY, -1)  # between jobs


def test_a_process_in_doubt_takes_no_more_orders(limits: Limits) -> None:
    answers = BytesIO()
    serve(written(("stumble", [b"secret"]), ("echo", [b"b"])), answers, odd_worker.JOBS)
    answers.seek(0)
    status, (place,) = receive_reply(answers, MOST)
    assert status is Status.CRASHED
    assert place.startswith(b"ZeroDivisionError in stumble, line ")
    assert not answers.read()
    assert limits


def _out_of_memory(parts: Parts) -> Parts:
    raise MemoryError(parts)


@pytest.mark.parametrize(
    ("job", "status"),
    [
        (odd_worker.echo, Status.DONE),
        (odd_worker.decline, Status.DECLINED),
        (odd_worker.stumble, Status.CRASHED),
        (odd_worker.dive, Status.OUT_OF_MEMORY),
        (_out_of_memory, Status.OUT_OF_MEMORY),
    ],
)
def test_how_a_job_ends(job: Callable[[Parts], Parts], status: Status) -> None:
    assert outcome({"job": job}, order("job"), [b"data"])[0] is status


def test_how_large_an_answer_may_be() -> None:
    assert outcome(odd_worker.JOBS, order("boast", most=3), [b"3"]) == (Status.DONE, [bytes(3)])
    assert outcome(odd_worker.JOBS, order("boast", most=3), [b"4"]) == (Status.ANSWER_TOO_LARGE, [])


# Limits.


def test_limits_of_a_job(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is counted from the start of the process, memory on top of what is mapped already."""
    monkeypatch.setattr(time, "process_time", lambda: 2.5)
    worker.allow(order("echo"), mapped=50_000_000)
    assert limits == {resource.RLIMIT_CPU: (3 + 7, -1), resource.RLIMIT_AS: (51_000_000, -1)}


def test_systems_that_do_not_say_how_much_is_mapped(limits: Limits, tmp_path: Path) -> None:
    assert mapped_bytes(tmp_path / "nothing") == 0
    worker.allow(order("echo"), mapped=0)
    assert list(limits) == [resource.RLIMIT_CPU]


def test_systems_that_do_not_limit_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: int, limit: tuple[int, int]) -> None:
        raise ValueError(kind, limit)

    monkeypatch.setattr(resource, "setrlimit", refuse)
    worker.allow_memory(1)


def test_how_much_is_mapped() -> None:
    assert mapped_bytes() > 10_000_000


class _Libc:
    """The C library of a system that has what we ask for."""

    asked: tuple[int, ...] = ()

    def prctl(self, *what: int) -> int:
        """Note what is asked."""
        _Libc.asked = what
        return 0


@pytest.mark.parametrize("libc", [_Libc(), object()])
def test_what_a_worker_gives_up(limits: Limits, monkeypatch: pytest.MonkeyPatch, libc: object) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: libc)
    confine(os.getppid())
    assert asked == [10]
    assert limits == {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NOFILE: (32, 32),
    }
    if isinstance(libc, _Libc):
        assert libc.asked == (1, signal.SIGKILL)


def test_a_worker_whose_server_is_gone_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    with pytest.raises(SystemExit):
        confine(os.getppid() + 1)


# The pipe.


def test_the_end_of_the_orders() -> None:
    assert receive_order(BytesIO()) is None


@pytest.mark.parametrize("cut", [2, 6, 12])
def test_a_message_that_breaks_off(cut: int) -> None:
    with pytest.raises(BrokenOff):
        receive_order(BytesIO(written(("echo", [b"data"])).getvalue()[:-cut]))
