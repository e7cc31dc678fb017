"""Processes that are started again when they end, and that end with us."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pictomania.cli.cluster import child as module
from pictomania.cli.cluster.child import Child
from tests.server.support.waiting import wait_until

SLEEP = (
    sys.executable,
    "-c",
    "import time; print('here', flush=True, file=__import__('sys').stderr); time.sleep(600)",
)
STUBBORN = (
    sys.executable,
    "-c",
    "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('here', file=sys.stderr, flush=True); time.sleep(600)",
)
FAIL = (sys.executable, "-c", "raise SystemExit(3)")


@asynccontextmanager
async def run_child(
    log: Path, command: Callable[[], Sequence[str]], grace_s: float = 60.0
) -> AsyncIterator[tuple[Child, list[str]]]:
    """Run a child, with what it reports."""
    reports: list[str] = []
    child = Child("n", command, log, reports.append)
    try:
        yield child, reports
    finally:
        await child.stop(grace_s)
    assert child.process is None or child.process.poll() is not None


async def test_a_process_that_is_killed_is_started_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with run_child(log, lambda: SLEEP) as (child, reports):
        await wait_until(lambda: log.exists() and log.read_text() == "here\n")
        first = child.process
        assert first is not None
        first.kill()
        await wait_until(lambda: log.read_text() == "here\nhere\n")
        assert reports == ["n ended (SIGKILL); starting it again in 0.5 s"]
    assert child.process is not None
    assert child.process.returncode == -signal.SIGTERM


async def test_a_process_that_keeps_failing_is_started_less_and_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.01)
    monkeypatch.setattr(module, "MAX_PAUSE_S", 0.02)
    async with run_child(tmp_path / "log", lambda: FAIL) as (_, reports):
        await wait_until(lambda: len(reports) >= 3)
    pauses = [report.removeprefix("n ended (status 3); starting it again in ") for report in reports]
    assert pauses[:3] == ["0.01 s", "0.02 s", "0.02 s"]


async def test_a_process_that_ran_for_long_is_started_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.01)
    monkeypatch.setattr(module, "LASTING_S", 0.0)
    async with run_child(tmp_path / "log", lambda: FAIL) as (_, reports):
        await wait_until(lambda: len(reports) >= 3)
    assert {report.rpartition(" in ")[2] for report in reports} == {"0.01 s"}


async def test_a_process_that_cannot_be_started(tmp_path: Path) -> None:
    async with run_child(tmp_path, lambda: SLEEP) as (_, reports):  # a folder is no log
        await wait_until(lambda: bool(reports))
        assert reports == ["n cannot be started (Is a directory); starting it again in 0.5 s"]


async def test_a_process_that_does_not_end_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with run_child(log, lambda: STUBBORN, grace_s=0.1) as (child, _):
        await wait_until(lambda: log.exists() and log.read_text() == "here\n")
    assert child.process is not None
    assert child.process.returncode == -signal.SIGKILL


async def test_stopping_before_the_start(tmp_path: Path) -> None:
    child = Child("n", lambda: SLEEP, tmp_path / "log", print)
    await child.stop(1.0)
    assert child.process is None


async def test_a_command_without_its_parent_is_not_run() -> None:
    """It ended before it could ask the kernel."""
    command = ("-P", "-m", "pictomania.cli.with_parent", str(os.getpid() + 1), "/bin/echo", "x")
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    assert out == b""
    assert process.returncode == 0
