"""Small disks, and locks of other programs."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

LOCKER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def small_disk(folder: Path, options: str) -> Iterator[None]:
    """Mount a disk in memory on the folder, or skip the test where that is not allowed."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if sys.platform != "linux" or os.geteuid() != 0 or not mount or not umount:
        pytest.skip("needs root and Linux to mount a disk")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False, capture_output=True
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run([umount, folder], check=True)


@contextmanager
def locked_elsewhere(path: Path) -> Iterator[None]:
    """Have another process lock the database for writing."""
    with subprocess.Popen(
        [sys.executable, "-c", LOCKER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"locked\n"
        yield
        child.kill()


@contextmanager
def write_locked(path: Path) -> Iterator[None]:
    """Lock the database for writing, with a transaction of another connection."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
