"""The worker's main module, run in this process: requests, replies, and kernel limits."""

import ctypes
import os
import resource
import signal
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from pictomania.server.workers import main
from pictomania.server.workers.main import confine, mapped_bytes, run_job, serve
from pictomania.server.workers.pipe import (
    JobParts,
    JobRequest,
    JobStatus,
    PipeClosed,
    receive_reply,
    receive_request,
    send,
)
from tests.server.workers import faulty_worker

MOST = 1000
Limits = dict[int, tuple[int, int]]


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Limits:
    """Record limits instead of setting them: they are meant for another process."""
    asked: Limits = {}
    monkeypatch.setattr(resource, "setrlimit", asked.__setitem__)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (-1, -1))
    return asked


def request(job: str, *parts: bytes, most: int = MOST) -> JobRequest:
    """A request for these parts."""
    return JobRequest(job, 7, 1_000_000, most, tuple(map(len, parts)))


def encode(*requests: tuple[str, JobParts]) -> BytesIO:
    """Requests as they are encoded on a pipe."""
    pipe = BytesIO()
    for job, parts in requests:
        send(request(job, *parts), parts, pipe)
    pipe.seek(0)
    return pipe


def test_requests_are_handled_in_order(limits: Limits) -> None:
    replies = BytesIO()
    serve(encode(("echo", [b"a", b""]), ("decline", [b"no"]), ("echo", [b"b"])), replies, faulty_worker.JOBS)
    replies.seek(0)
    assert [receive_reply(replies, MOST) for _ in range(3)] == [
        (JobStatus.DONE, [b"a", b""]),
        (JobStatus.DECLINED, [b"no"]),
        (JobStatus.DONE, [b"b"]),
    ]
    assert not replies.read()
    assert limits[resource.RLIMIT_AS] == (resource.RLIM_INFINITY, -1)  # between jobs


def test_a_crashed_process_takes_no_more_requests(limits: Limits) -> None:
    replies = BytesIO()
    serve(encode(("stumble", [b"secret"]), ("echo", [b"b"])), replies, faulty_worker.JOBS)
    replies.seek(0)
    status, (place,) = receive_reply(replies, MOST)
    assert status is JobStatus.CRASHED
    assert place.startswith(b"ZeroDivisionError in stumble, line ")
    assert not replies.read()
    assert limits


def _out_of_memory(parts: JobParts) -> JobParts:
    raise MemoryError(parts)


@pytest.mark.parametrize(
    ("job", "status"),
    [
        (faulty_worker.echo, JobStatus.DONE),
        (faulty_worker.decline, JobStatus.DECLINED),
        (faulty_worker.stumble, JobStatus.CRASHED),
        (faulty_worker.dive, JobStatus.OUT_OF_MEMORY),
        (_out_of_memory, JobStatus.OUT_OF_MEMORY),
    ],
)
def test_job_statuses(job: Callable[[JobParts], JobParts], status: JobStatus) -> None:
    assert run_job({"job": job}, request("job"), [b"data"])[0] is status


def test_results_are_limited() -> None:
    assert run_job(faulty_worker.JOBS, request("boast", most=3), [b"3"]) == (JobStatus.DONE, [bytes(3)])
    assert run_job(faulty_worker.JOBS, request("boast", most=3), [b"4"]) == (JobStatus.RESULT_TOO_LARGE, [])


# Limits.


def test_limits_of_a_job(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU time counts from the start of the process, memory on top of the current address space."""
    monkeypatch.setattr(time, "process_time", lambda: 2.5)
    main.set_limits(request("echo"), mapped=50_000_000)
    assert limits == {resource.RLIMIT_CPU: (3 + 7, -1), resource.RLIMIT_AS: (51_000_000, -1)}


def test_systems_that_do_not_report_the_address_space(limits: Limits, tmp_path: Path) -> None:
    assert mapped_bytes(tmp_path / "nothing") == 0
    main.set_limits(request("echo"), mapped=0)
    assert list(limits) == [resource.RLIMIT_CPU]


def test_systems_that_do_not_limit_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: int, limit: tuple[int, int]) -> None:
        raise ValueError(kind, limit)

    monkeypatch.setattr(resource, "setrlimit", refuse)
    main.limit_memory(1)


def test_the_address_space_is_reported() -> None:
    assert mapped_bytes() > 10_000_000


class _Libc:
    """A C library with `prctl`."""

    asked: tuple[int, ...] = ()

    def prctl(self, *what: int) -> int:
        """Record the call."""
        _Libc.asked = what
        return 0


@pytest.mark.parametrize("libc", [_Libc(), object()])
def test_what_confine_drops(limits: Limits, monkeypatch: pytest.MonkeyPatch, libc: object) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", asked.append)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: libc)
    confine(os.getppid())
    assert asked == [19]
    assert limits == {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_NOFILE: (32, 32),
    }
    if isinstance(libc, _Libc):
        assert libc.asked == (1, signal.SIGKILL)


def test_a_worker_whose_server_is_already_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    with pytest.raises(SystemExit):
        confine(os.getppid() + 1)


# The pipe.


def test_the_end_of_the_requests() -> None:
    assert receive_request(BytesIO()) is None


@pytest.mark.parametrize("cut", [2, 6, 12])
def test_a_truncated_message(cut: int) -> None:
    with pytest.raises(PipeClosed):
        receive_request(BytesIO(encode(("echo", [b"data"])).getvalue()[:-cut]))
