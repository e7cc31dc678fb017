"""Our hooks: a test that hangs fails and prints where it waits, and children of tests can be interrupted."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HANGING = """
import asyncio, pytest, threading

@pytest.mark.timeout(1)
def test_a_call():
    threading.Event().wait()  # blocks here

@pytest.mark.timeout(1)
async def test_a_call_in_a_coroutine():
    threading.Event().wait()  # blocks the event loop here

@pytest.mark.timeout(3)
async def test_a_coroutine():
    await asyncio.Event().wait()  # waits here

def test_next():
    pass
"""
INTERRUPTING = """
import signal, subprocess

def test_a_child():
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as child:
        child.send_signal(signal.SIGINT)
        assert child.wait() == -signal.SIGINT
"""


def run_pytest(folder: Path, **sources: str) -> subprocess.CompletedProcess[str]:
    """Run tests in files of their own, in folders with these names, with our options and hooks."""
    for name, source in sources.items():
        file = folder / "tests" / name / "test_tiny.py"
        file.parent.mkdir(parents=True)
        file.write_text(source)
    flags = ("--config-file", ROOT / "pyproject.toml", "--rootdir", folder, "-p", "no:cacheprovider")
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *flags, folder],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        capture_output=True,
        text=True,
    )


def test_hanging_tests_fail_with_their_stacks(tmp_path: Path) -> None:
    """With uvloop and without; and the next test runs as usual."""
    done = run_pytest(tmp_path, server=HANGING, table=HANGING)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    for place in ("# blocks here", "# blocks the event loop here", "# waits here"):
        assert done.stdout.count(place) >= 2
    assert "6 failed, 2 passed" in done.stdout


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert all(item.get_closest_marker("timeout") for item in request.session.items)


def test_children_can_be_interrupted_in_a_background_job(tmp_path: Path) -> None:
    """A shell starts background jobs with interrupts ignored, and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = run_pytest(tmp_path, cli=INTERRUPTING)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == pytest.ExitCode.OK, done.stdout
