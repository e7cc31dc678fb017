"""The lock: one holder at a time."""

from pathlib import Path

import pytest

from pictomania.log import SqliteLog, Unusable
from pictomania.log.lock import locked


def test_one_at_a_time(tmp_path: Path) -> None:
    """It can be taken again after its release."""
    path = tmp_path / "log.db"
    for _ in range(2):
        with locked(path), pytest.raises(Unusable) as caught, locked(path):
            pass
        assert (
            str(caught.value) == f"{path} is in use by another server; stop that one or choose another folder"
        )


async def test_a_symbolic_link_does_not_bypass_the_lock(tmp_path: Path) -> None:
    path, link = tmp_path / "log.db", tmp_path / "link.db"
    link.symlink_to(path)
    log = await SqliteLog.open(link)
    with pytest.raises(Unusable, match="in use by another server"):
        await SqliteLog.open(path)
    await log.close()
    await (await SqliteLog.open(path)).close()


async def test_deleting_the_lock_file_does_not_release_the_lock(tmp_path: Path) -> None:
    """The folder is locked too."""
    log = await SqliteLog.open(tmp_path / "log.db")
    (tmp_path / "log.db.lock").unlink()
    with pytest.raises(Unusable, match="in use by another server"):
        await SqliteLog.open(tmp_path / "log.db")
    await log.close()
    await (await SqliteLog.open(tmp_path / "log.db")).close()
