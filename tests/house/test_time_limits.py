"""A test that hangs fails within its time limit, and prints where it waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HANGING = """
import asyncio, pytest, threading

pytestmark = pytest.mark.timeout(1)

def test_a_call():
    threading.Event().wait()  # blocks here

async def test_a_coroutine():
    await asyncio.Event().wait()  # waits here

async def test_a_call_in_a_coroutine():
    threading.Event().wait()  # blocks the event loop here

def test_next():
    pass
"""


@pytest.mark.parametrize("folder", ["tests/server", "tests/table"])  # with uvloop and without
def test_a_hanging_test_fails_with_its_stack(tmp_path: Path, folder: str) -> None:
    """And the next test runs as usual."""
    file = tmp_path / folder / "test_hanging.py"
    file.parent.mkdir(parents=True)
    file.write_text(HANGING)
    flags = ("--config-file", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-p", "no:cacheprovider")
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *flags, file],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    for place in ("# blocks here", "# waits here", "# blocks the event loop here"):
        assert place in done.stdout
    assert "3 failed, 1 passed" in done.stdout


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert all(item.get_closest_marker("timeout") for item in request.session.items)
