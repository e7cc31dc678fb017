"""A test that hangs fails within its time limit, and prints where it waits."""

import os
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


def test_hanging_tests_fail_with_their_stacks(tmp_path: Path) -> None:
    """With uvloop and without; and the next test runs as usual."""
    for folder in ("tests/server", "tests/table"):
        file = tmp_path / folder / "test_hanging.py"
        file.parent.mkdir(parents=True)
        file.write_text(HANGING)
    flags = ("--config-file", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-p", "no:cacheprovider")
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *flags, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    for place in ("# blocks here", "# blocks the event loop here", "# waits here"):
        assert done.stdout.count(place) >= 2
    assert "6 failed, 2 passed" in done.stdout


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert all(item.get_closest_marker("timeout") for item in request.session.items)
