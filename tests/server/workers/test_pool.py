"""The worker pool with real processes: every job ends, and addresses take turns."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pictomania.server.metrics import Metrics
from pictomania.server.workers import pool as worker_pool
from pictomania.server.workers import worker_process
from pictomania.server.workers.pipe import JobDeclined, JobLimit
from pictomania.server.workers.pool import JobFailed, PoolBusy, QueueLimits, WorkerPool
from tests.server.support.waiting import wait_until

ROOT = Path(__file__).parents[3]
AMPLE = JobLimit(cpu_s=30, wall_s=50, memory_bytes=500_000_000, result_bytes=10_000_000)
US, THEM = "203.0.113.5", "203.0.113.6"


@pytest.fixture(autouse=True)
def _tests_are_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(worker_pool, "START_S", 50.0)


@asynccontextmanager
async def faulty_pool(most: int = 1, limits: QueueLimits | None = None) -> AsyncIterator[WorkerPool]:
    """A pool of faulty workers."""
    pool = WorkerPool(Metrics(), most, limits, program="tests.server.workers.faulty_worker")
    try:
        yield pool
    finally:
        await pool.close()
        assert pool.processes == []


def is_running(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def signs(folder: Path) -> set[Path]:
    """The FIFOs that sleeping jobs have created."""
    return set(folder.iterdir())


async def sleeper(pool: WorkerPool, folder: Path, who: str) -> tuple[int, asyncio.Task[object]]:
    """Start a sleeping job; return its process id and the task that waits for it."""
    known = signs(folder)
    task: asyncio.Task[object] = asyncio.create_task(pool.run("sleep", [str(folder).encode()], who, AMPLE))
    await wait_until(lambda: signs(folder) != known)
    (sign,) = signs(folder) - known
    return int(sign.name), task


# Results.


async def test_results_come_back_whole() -> None:
    parts = [b"", b"a", bytes(range(256)) * 8000]
    async with faulty_pool() as pool:
        assert await pool.run("echo", parts, US, AMPLE) == parts
        assert await pool.run("echo", [], US, AMPLE) == []


async def test_a_declined_input_comes_back() -> None:
    async with faulty_pool() as pool:
        with pytest.raises(JobDeclined) as caught:
            await pool.run("decline", [b"line 3"], US, AMPLE)
        assert caught.value.data == b"line 3"
        before = pool.processes
        await pool.run("echo", [], US, AMPLE)
        assert pool.processes == before  # the process is reused


async def test_processes_stay_warm_and_are_replaced_after_many_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "JOBS_PER_PROCESS", 3)
    async with faulty_pool() as pool:
        pids = [int((await pool.run("tell", [], US, AMPLE))[0]) for _ in range(4)]
        assert pids[0] == pids[1] == pids[2] != pids[3]


async def test_nothing_is_started_before_there_is_a_job() -> None:
    async with faulty_pool() as pool:
        assert pool.processes == []


# Isolation.


async def test_a_worker_sees_nothing_it_does_not_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """No token, no socket, no file of ours; its own session, and a low priority."""
    monkeypatch.setenv("PICTOMANIA_METRICS_TOKEN", "s3cret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        os.set_inheritable(server.fileno(), True)
        async with faulty_pool() as pool:
            pid, nice, session, names, files = await pool.run("tell", [], US, AMPLE)
    assert int(nice) == 19
    assert session == pid
    assert set(names.decode().split()) <= {
        *worker_process.ENVIRONMENT,
        "LC_CTYPE",
    }  # set by Python itself
    kinds = {file.partition(":")[0] for file in files.decode().splitlines()}
    assert kinds <= {"pipe", "/dev/null"} | {file for file in kinds if file.startswith("/proc/")}


async def test_a_worker_writes_no_files(tmp_path: Path) -> None:
    async with faulty_pool() as pool:
        (said,) = await pool.run("scribble", [str(tmp_path / "file").encode()], US, AMPLE)
    assert said == b"File too large"


# Failures.


@pytest.mark.parametrize(
    ("job", "parts", "limit", "why"),
    [
        ("spin", [], replace(AMPLE, cpu_s=1), "too much CPU time"),
        ("swell", [], replace(AMPLE, memory_bytes=100_000_000), "out of memory"),
        ("dive", [], AMPLE, "out of memory"),
        ("boast", [b"10000001"], AMPLE, "the result is too large"),
        ("lie", [], AMPLE, "the result is too large"),
        ("stumble", [b"secret"], AMPLE, "crashed"),
        ("die", [b"3"], AMPLE, "ended with 3"),
        ("die", [b"0"], AMPLE, "ended with 0"),
        ("die", [str(-signal.SIGSEGV).encode()], AMPLE, f"killed by signal {int(signal.SIGSEGV)}"),
        ("nothing of this name", [], AMPLE, "crashed"),
    ],
)
async def test_a_failed_job(
    job: str, parts: list[bytes], limit: JobLimit, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The next job runs in a new process, and the log says why, but not the input."""
    async with faulty_pool() as pool:
        await pool.run("echo", [], US, AMPLE)
        before = pool.processes
        with pytest.raises(JobFailed, match=why):
            await pool.run(job, parts, US, limit)
        assert await pool.run("echo", [b"next"], US, AMPLE) == [b"next"]
        assert pool.processes != before
        assert pool._metrics.jobs_given_up == 1
    (record,) = caplog.records
    fields = record.fields  # type: ignore[attr-defined]
    assert (record.getMessage(), fields["job"], fields["why"]) == ("job failed", job, why)
    assert "secret" not in str(fields)
    assert not record.exc_info


async def test_the_log_says_where_a_job_crashed(caplog: pytest.LogCaptureFixture) -> None:
    async with faulty_pool() as pool:
        with pytest.raises(JobFailed):
            await pool.run("stumble", [b"secret"], US, AMPLE)
    (record,) = caplog.records
    assert record.fields["where"].startswith("ZeroDivisionError in stumble, line ")  # type: ignore[attr-defined]


async def test_a_job_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    async with faulty_pool() as pool:
        await pool.run("echo", [], US, AMPLE)
        (pid,) = pool.processes
        with pytest.raises(JobFailed, match="killed by signal 9"):
            await pool.run("sleep", [str(tmp_path).encode()], US, replace(AMPLE, wall_s=0.1))
        assert not is_running(pid)
        assert await pool.run("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_a_worker_that_is_killed_in_the_middle_of_a_job(tmp_path: Path) -> None:
    async with faulty_pool() as pool:
        pid, task = await sleeper(pool, tmp_path, US)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(JobFailed):
            await task
        assert await pool.run("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_a_worker_that_dies_while_idle() -> None:
    """The next job is not affected."""
    async with faulty_pool() as pool:
        await pool.run("echo", [], US, AMPLE)
        (pid,) = pool.processes
        os.kill(pid, signal.SIGKILL)
        await wait_until(lambda: not is_running(pid))
        assert await pool.run("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_workers_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with faulty_pool() as pool:
        for _ in range(2):
            with pytest.raises(JobFailed, match="cannot be started: No such file"):
                await pool.run("echo", [], US, AMPLE)


async def test_a_large_job_does_not_block_the_event_loop(tmp_path: Path) -> None:
    """More data than a pipe holds, to a worker that does not read it."""
    async with faulty_pool() as pool:
        _, task = await sleeper(pool, tmp_path, US)
        (worker,) = pool._busy
        stuck = worker.run("echo", [bytes(5_000_000)], AMPLE)
        assert not stuck.done()
        worker.kill()
        with pytest.raises(JobFailed):
            await task


# Turns.


async def test_no_address_occupies_all_workers(tmp_path: Path) -> None:
    async with faulty_pool(most=2) as pool:
        _, first = await sleeper(pool, tmp_path, THEM)
        more = [
            asyncio.create_task(pool.run("sleep", [str(tmp_path).encode()], THEM, AMPLE)) for _ in range(5)
        ]
        assert await pool.run("echo", [b"ours"], US, AMPLE) == [b"ours"]
        assert pool.waiting == 5
        assert not first.done()
        await pool.close()
        ends = await asyncio.gather(first, *more, return_exceptions=True)
        assert [type(end) for end in ends] == [PoolBusy] * 6


async def test_addresses_take_turns(tmp_path: Path) -> None:
    async with faulty_pool() as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        order: list[str] = []

        async def ask(who: str, name: str) -> None:
            await pool.run("echo", [], who, AMPLE)
            order.append(name)

        waiting = [asyncio.create_task(ask(THEM, f"theirs {number}")) for number in range(3)]
        await wait_until(lambda: pool.waiting == 3)
        waiting += [asyncio.create_task(ask(US, f"ours {number}")) for number in range(2)]
        await wait_until(lambda: pool.waiting == 5)
        os.kill(pid, signal.SIGKILL)
        await asyncio.gather(*waiting)
        assert order == ["theirs 0", "ours 0", "theirs 1", "ours 1", "theirs 2"]
        with pytest.raises(JobFailed):
            await first


@pytest.mark.parametrize(
    ("limits", "refused"),
    [
        (QueueLimits(jobs_per_address=2), [THEM]),
        (QueueLimits(jobs=2), [THEM, US]),
        (QueueLimits(bytes_per_address=250), [THEM]),
        (QueueLimits(bytes=250), [THEM, US]),
    ],
)
async def test_queues_are_bounded(tmp_path: Path, limits: QueueLimits, refused: list[str]) -> None:
    """By address and in total, in jobs and bytes; a refusal is immediate."""
    async with faulty_pool(limits=limits) as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        waiting = [asyncio.create_task(pool.run("echo", [bytes(100)], THEM, AMPLE)) for _ in range(2)]
        await wait_until(lambda: pool.waiting == 2)
        for who in refused:
            with pytest.raises(PoolBusy):
                await pool.run("echo", [bytes(100)], who, AMPLE)
        ours = [] if US in refused else [asyncio.create_task(pool.run("echo", [bytes(999)], US, AMPLE))]
        await wait_until(lambda: pool.waiting == 2 + len(ours))
        os.kill(pid, signal.SIGKILL)
        await asyncio.gather(*waiting, *ours)
        assert pool._metrics.jobs_busy == len(refused)
        with pytest.raises(JobFailed):
            await first


async def test_queued_jobs_time_out(tmp_path: Path) -> None:
    async with faulty_pool(limits=QueueLimits(wait_s=0.05)) as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        with pytest.raises(PoolBusy):
            await pool.run("echo", [], US, AMPLE)
        assert pool.waiting == 0
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(JobFailed):
            await first
        assert await pool.run("echo", [b"ours"], US, AMPLE) == [b"ours"]


async def test_cancelled_jobs(tmp_path: Path) -> None:
    """A queued job is dropped, a running one may finish."""
    async with faulty_pool() as pool:
        pid, running = await sleeper(pool, tmp_path, THEM)
        queued = [asyncio.create_task(pool.run("echo", [], US, AMPLE)) for _ in range(2)]
        await wait_until(lambda: pool.waiting == 2)
        for task in (*queued, running):
            task.cancel()
        await asyncio.gather(*queued, running, return_exceptions=True)
        assert pool.waiting == 0
        os.kill(pid, signal.SIGKILL)
        assert await pool.run("echo", [b"ours"], US, AMPLE) == [b"ours"]


# Shutdown.


async def test_closing_waits_for_no_job(tmp_path: Path) -> None:
    async with faulty_pool(most=2) as pool:
        pids, tasks = zip(*[await sleeper(pool, tmp_path, who) for who in (US, THEM)], strict=True)
        queued = asyncio.create_task(pool.run("echo", [], US, AMPLE))
        await wait_until(lambda: pool.waiting == 1)
        await pool.close()
        assert not any(map(is_running, pids))
        ends = await asyncio.gather(*tasks, queued, return_exceptions=True)
        assert [type(end) for end in ends] == [PoolBusy] * 3
        with pytest.raises(PoolBusy):
            await pool.run("echo", [], US, AMPLE)


async def test_closing_while_a_worker_starts() -> None:
    async with faulty_pool() as pool:
        task = asyncio.create_task(pool.run("echo", [], US, AMPLE))
        await asyncio.sleep(0)
        await pool.close()
        with pytest.raises(PoolBusy):
            await task


async def test_a_worker_that_is_killed_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is killed as soon as it exists."""
    is_killed, start = Event(), subprocess.Popen

    def late(*args: Any, **more: Any) -> "subprocess.Popen[bytes]":
        is_killed.wait(30)
        return start(*args, **more)

    monkeypatch.setattr(subprocess, "Popen", late)
    worker = worker_process.WorkerProcess("tests.server.workers.faulty_worker")
    ended = worker.run("echo", [], AMPLE)
    worker.kill()
    is_killed.set()
    assert (await ended).cause == "killed by signal 9"
    await worker.wait_until_gone()
    assert not worker.is_usable


SERVER = """
import asyncio, sys
from pictomania.server.metrics import Metrics
from pictomania.server.workers.pipe import JobLimit
from pictomania.server.workers.pool import WorkerPool

async def main():
    pool = WorkerPool(Metrics(), program="tests.server.workers.faulty_worker")
    await pool.run("sleep", [sys.argv[1].encode()], "us", JobLimit(100, 100, 500_000_000, 1000))

asyncio.run(main())
"""


async def test_workers_die_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """In the middle of a job, without a chance to close the pool."""
    folder = tmp_path / "signs"
    folder.mkdir()
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(folder)])  # noqa: ASYNC220 (for a moment)
    try:
        await wait_until(lambda: bool(list(folder.iterdir())))
        (sign,) = folder.iterdir()
        assert is_running(int(sign.name))
    finally:
        server.kill()
        server.wait()
    await wait_until(lambda: not is_running(int(sign.name)))
