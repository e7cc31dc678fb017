"""A test that hangs fails within its time limit, and says where it waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HANGS = {
    "test_a_call": "def test_a_call(): threading.Event().wait()",
    "test_a_coroutine": "async def test_a_coroutine(): await asyncio.Event().wait()",
    "test_a_call_in_a_coroutine": "async def test_a_call_in_a_coroutine(): threading.Event().wait()",
}


def run_pytest(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a file of their own, with our options and hooks."""
    file = folder / "test_tiny.py"
    file.write_text("\n".join(("import asyncio, threading, pytest", *lines, "")))
    flags = ("--config-file", ROOT / "pyproject.toml", "--rootdir", folder, "-p", "tests.conftest")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *flags, file],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", HANGS)
def test_a_hanging_test_fails_with_its_stack(tmp_path: Path, name: str) -> None:
    """The next test runs as usual."""
    done = run_pytest(tmp_path, "@pytest.mark.timeout(1)", HANGS[name], "def test_next(): pass")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert f"in {name}" in done.stdout + done.stderr
    assert f"    {HANGS[name].partition(': ')[2]}" in done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    """A marker for each, also without one of its own."""
    assert all(item.get_closest_marker("timeout") for item in request.session.items)
