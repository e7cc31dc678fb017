"""Worker processes, real ones: whatever a job does, it ends, and the others have their turn."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pictomania.server import child, workers
from pictomania.server.metrics import Metrics
from pictomania.server.pipe import Declined, Limit
from pictomania.server.workers import Busy, Queues, TooMuch, Workers

ROOT = Path(__file__).parents[2]
AMPLE = Limit(cpu_s=30, wall_s=50, memory_bytes=500_000_000, answer_bytes=10_000_000)
US, THEM = "203.0.113.5", "203.0.113.6"


@pytest.fixture(autouse=True)
def _tests_are_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(workers, "START_S", 50.0)


@asynccontextmanager
async def odd(most: int = 1, queues: Queues | None = None) -> AsyncIterator[Workers]:
    """Have workers whose jobs misbehave."""
    pool = Workers(Metrics(), most, queues, program="tests.server.odd_worker")
    try:
        yield pool
    finally:
        await pool.close()
        assert pool.processes == []


async def until(is_so: Callable[[], bool]) -> None:
    """Let the others go on until something is so."""
    while not is_so():  # noqa: ASYNC110 (whatever it is, it tells nobody)
        await asyncio.sleep(0.001)


def is_running(pid: int) -> bool:
    """Is there such a process, and is it more than a memory of one?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def signs(folder: Path) -> set[Path]:
    """What processes have left there."""
    return set(folder.iterdir())


async def sleeper(pool: Workers, folder: Path, who: str) -> tuple[int, asyncio.Task[object]]:
    """Have a job sleep, and wait until it does; its process, and what waits for it."""
    known = signs(folder)
    task: asyncio.Task[object] = asyncio.create_task(pool.do("sleep", [str(folder).encode()], who, AMPLE))
    await until(lambda: signs(folder) != known)
    (sign,) = signs(folder) - known
    return int(sign.name), task


# What comes back.


async def test_answers_come_back_whole() -> None:
    parts = [b"", b"a", bytes(range(256)) * 8000]
    async with odd() as pool:
        assert await pool.do("echo", parts, US, AMPLE) == parts
        assert await pool.do("echo", [], US, AMPLE) == []


async def test_what_is_wrong_with_the_data_comes_back_too() -> None:
    async with odd() as pool:
        with pytest.raises(Declined) as caught:
            await pool.do("decline", [b"line 3"], US, AMPLE)
        assert caught.value.data == b"line 3"
        before = pool.processes
        await pool.do("echo", [], US, AMPLE)
        assert pool.processes == before  # the same process goes on


async def test_processes_stay_warm_and_are_replaced_after_many_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_JOBS", 3)
    async with odd() as pool:
        pids = [int((await pool.do("tell", [], US, AMPLE))[0]) for _ in range(4)]
        assert pids[0] == pids[1] == pids[2] != pids[3]


async def test_nothing_is_started_before_there_is_a_job() -> None:
    async with odd() as pool:
        assert pool.processes == []


# Where it runs.


async def test_a_worker_sees_nothing_it_does_not_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """No token, no socket, no file of ours; a session of its own, and a low priority."""
    monkeypatch.setenv("PICTOMANIA_METRICS_TOKEN", "s3cret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        os.set_inheritable(server.fileno(), True)
        async with odd() as pool:
            pid, nice, session, names, files = await pool.do("tell", [], US, AMPLE)
    assert int(nice) == min(19, os.nice(0) + 10)
    assert session == pid
    assert set(names.decode().split()) <= {*child.ENVIRONMENT, "LC_CTYPE"}  # the last is Python's own
    kinds = {file.partition(":")[0] for file in files.decode().splitlines()}
    assert kinds <= {"pipe", "/dev/null"} | {file for file in kinds if file.startswith("/proc/")}


async def test_a_worker_writes_no_files(tmp_path: Path) -> None:
    async with odd() as pool:
        (said,) = await pool.do("scribble", [str(tmp_path / "file").encode()], US, AMPLE)
    assert said == b"File too large"


# What goes wrong.


@pytest.mark.parametrize(
    ("job", "parts", "limit", "why"),
    [
        ("spin", [], replace(AMPLE, cpu_s=1), "too much CPU time"),
        ("swell", [], replace(AMPLE, memory_bytes=100_000_000), "out of memory"),
        ("dive", [], AMPLE, "out of memory"),
        ("boast", [b"10000001"], AMPLE, "the answer is too large"),
        ("lie", [], AMPLE, "the answer is too large"),
        ("stumble", [b"secret"], AMPLE, "crashed"),
        ("die", [b"3"], AMPLE, "ended with 3"),
        ("die", [b"0"], AMPLE, "ended with 0"),
        ("die", [str(-signal.SIGSEGV).encode()], AMPLE, f"killed by signal {int(signal.SIGSEGV)}"),
        ("nothing of this name", [], AMPLE, "crashed"),
    ],
)
async def test_a_job_that_is_given_up(
    job: str, parts: list[bytes], limit: Limit, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The next one runs in a new process, and the journal says why but not what was sent."""
    async with odd() as pool:
        await pool.do("echo", [], US, AMPLE)
        before = pool.processes
        with pytest.raises(TooMuch, match=why):
            await pool.do(job, parts, US, limit)
        assert await pool.do("echo", [b"next"], US, AMPLE) == [b"next"]
        assert pool.processes != before
        assert pool._metrics.jobs_given_up == 1
    (record,) = caplog.records
    fields = record.fields  # type: ignore[attr-defined]
    assert (record.getMessage(), fields["job"], fields["why"]) == ("a job was given up", job, why)
    assert "secret" not in str(fields)
    assert not record.exc_info


async def test_the_journal_says_where_a_job_crashed(caplog: pytest.LogCaptureFixture) -> None:
    async with odd() as pool:
        with pytest.raises(TooMuch):
            await pool.do("stumble", [b"secret"], US, AMPLE)
    (record,) = caplog.records
    assert record.fields["where"].startswith("ZeroDivisionError in stumble, line ")  # type: ignore[attr-defined]


async def test_a_job_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    async with odd() as pool:
        await pool.do("echo", [], US, AMPLE)
        (pid,) = pool.processes
        with pytest.raises(TooMuch, match="killed by signal 9"):
            await pool.do("sleep", [str(tmp_path).encode()], US, replace(AMPLE, wall_s=0.1))
        assert not is_running(pid)
        assert await pool.do("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_a_worker_that_somebody_kills_in_the_middle(tmp_path: Path) -> None:
    async with odd() as pool:
        pid, task = await sleeper(pool, tmp_path, US)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(TooMuch):
            await task
        assert await pool.do("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_a_worker_that_dies_while_it_has_nothing_to_do() -> None:
    """The next job does not suffer for it."""
    async with odd() as pool:
        await pool.do("echo", [], US, AMPLE)
        (pid,) = pool.processes
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not is_running(pid))
        assert await pool.do("echo", [b"next"], US, AMPLE) == [b"next"]


async def test_workers_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    async with odd() as pool:
        for _ in range(2):
            with pytest.raises(TooMuch, match="cannot be started: No such file"):
                await pool.do("echo", [], US, AMPLE)


async def test_a_large_job_does_not_hold_up_the_event_loop(tmp_path: Path) -> None:
    """More than a pipe holds, to a worker that does not read it."""
    async with odd() as pool:
        _, task = await sleeper(pool, tmp_path, US)
        (worker,) = pool._busy
        stuck = worker.do("echo", [bytes(5_000_000)], AMPLE)
        assert not stuck.done()
        worker.kill()
        with pytest.raises(TooMuch):
            await task


# Turns.


async def test_one_address_never_has_all_workers(tmp_path: Path) -> None:
    async with odd(most=2) as pool:
        _, first = await sleeper(pool, tmp_path, THEM)
        more = [
            asyncio.create_task(pool.do("sleep", [str(tmp_path).encode()], THEM, AMPLE)) for _ in range(5)
        ]
        assert await pool.do("echo", [b"ours"], US, AMPLE) == [b"ours"]
        assert pool.waiting == 5
        assert not first.done()
        await pool.close()
        ends = await asyncio.gather(first, *more, return_exceptions=True)
        assert [type(end) for end in ends] == [Busy] * 6


async def test_addresses_take_turns(tmp_path: Path) -> None:
    async with odd() as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        order: list[str] = []

        async def ask(who: str, name: str) -> None:
            await pool.do("echo", [], who, AMPLE)
            order.append(name)

        waiting = [asyncio.create_task(ask(THEM, f"theirs {number}")) for number in range(3)]
        await until(lambda: pool.waiting == 3)
        waiting += [asyncio.create_task(ask(US, f"ours {number}")) for number in range(2)]
        await until(lambda: pool.waiting == 5)
        os.kill(pid, signal.SIGKILL)
        await asyncio.gather(*waiting)
        assert order == ["theirs 0", "ours 0", "theirs 1", "ours 1", "theirs 2"]
        with pytest.raises(TooMuch):
            await first


@pytest.mark.parametrize(
    ("queues", "refused"),
    [
        (Queues(jobs_each=2), [THEM]),
        (Queues(jobs=2), [THEM, US]),
        (Queues(bytes_each=250), [THEM]),
        (Queues(bytes=250), [THEM, US]),
    ],
)
async def test_queues_are_bounded(tmp_path: Path, queues: Queues, refused: list[str]) -> None:
    """For each address and for all together, in jobs and bytes; who is refused is told at once."""
    async with odd(queues=queues) as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        waiting = [asyncio.create_task(pool.do("echo", [bytes(100)], THEM, AMPLE)) for _ in range(2)]
        await until(lambda: pool.waiting == 2)
        for who in refused:
            with pytest.raises(Busy):
                await pool.do("echo", [bytes(100)], who, AMPLE)
        ours = [] if US in refused else [asyncio.create_task(pool.do("echo", [bytes(999)], US, AMPLE))]
        await until(lambda: pool.waiting == 2 + len(ours))
        os.kill(pid, signal.SIGKILL)
        await asyncio.gather(*waiting, *ours)
        assert pool._metrics.jobs_busy == len(refused)
        with pytest.raises(TooMuch):
            await first


async def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    async with odd(queues=Queues(wait_s=0.05)) as pool:
        pid, first = await sleeper(pool, tmp_path, THEM)
        with pytest.raises(Busy):
            await pool.do("echo", [], US, AMPLE)
        assert pool.waiting == 0
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(TooMuch):
            await first
        assert await pool.do("echo", [b"ours"], US, AMPLE) == [b"ours"]


async def test_jobs_that_nobody_waits_for_any_more(tmp_path: Path) -> None:
    """One in the queue is forgotten, one that runs ends as it likes."""
    async with odd() as pool:
        pid, running = await sleeper(pool, tmp_path, THEM)
        queued = [asyncio.create_task(pool.do("echo", [], US, AMPLE)) for _ in range(2)]
        await until(lambda: pool.waiting == 2)
        for task in (*queued, running):
            task.cancel()
        await asyncio.gather(*queued, running, return_exceptions=True)
        assert pool.waiting == 0
        os.kill(pid, signal.SIGKILL)
        assert await pool.do("echo", [b"ours"], US, AMPLE) == [b"ours"]


# The end.


async def test_closing_waits_for_no_job(tmp_path: Path) -> None:
    async with odd(most=2) as pool:
        pids, tasks = zip(*[await sleeper(pool, tmp_path, who) for who in (US, THEM)], strict=True)
        queued = asyncio.create_task(pool.do("echo", [], US, AMPLE))
        await until(lambda: pool.waiting == 1)
        await pool.close()
        assert not any(map(is_running, pids))
        ends = await asyncio.gather(*tasks, queued, return_exceptions=True)
        assert [type(end) for end in ends] == [Busy] * 3
        with pytest.raises(Busy):
            await pool.do("echo", [], US, AMPLE)


async def test_closing_while_a_worker_starts() -> None:
    async with odd() as pool:
        task = asyncio.create_task(pool.do("echo", [], US, AMPLE))
        await asyncio.sleep(0)
        await pool.close()
        with pytest.raises(Busy):
            await task


async def test_a_worker_that_is_killed_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as there is a process, it is ended."""
    is_killed, start = Event(), subprocess.Popen

    def late(*args: Any, **more: Any) -> "subprocess.Popen[bytes]":
        is_killed.wait(30)
        return start(*args, **more)

    monkeypatch.setattr(subprocess, "Popen", late)
    worker = child.Child("tests.server.odd_worker")
    ended = worker.do("echo", [], AMPLE)
    worker.kill()
    is_killed.set()
    assert (await ended).death == "killed by signal 9"
    await worker.until_gone()
    assert not worker.is_usable


SERVER = """
import asyncio, sys
from pictomania.server.metrics import Metrics
from pictomania.server.pipe import Limit
from pictomania.server.workers import Workers

async def main():
    pool = Workers(Metrics(), program="tests.server.odd_worker")
    await pool.do("sleep", [sys.argv[1].encode()], "us", Limit(100, 100, 500_000_000, 1000))

asyncio.run(main())
"""


async def test_workers_die_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """In the middle of a job, when nobody can close anything."""
    folder = tmp_path / "signs"
    folder.mkdir()
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(folder)])  # noqa: ASYNC220 (for a moment)
    try:
        await until(lambda: bool(list(folder.iterdir())))
        (sign,) = folder.iterdir()
        assert is_running(int(sign.name))
    finally:
        server.kill()
        server.wait()
    await until(lambda: not is_running(int(sign.name)))
