"""The lock: one holder at a time, whatever the name of the file."""

from pathlib import Path

import pytest

from pictomania.log import SqliteLog, Unusable
from pictomania.log.lock import locked


def test_one_at_a_time(tmp_path: Path) -> None:
    """The next one may, once the first has let go."""
    path = tmp_path / "log.db"
    for _ in range(2):
        with locked(path), pytest.raises(Unusable) as caught, locked(path):
            pass
        assert (
            str(caught.value) == f"{path} is in use by another server; stop that one or choose another folder"
        )


async def test_a_link_is_no_second_door(tmp_path: Path) -> None:
    """The file counts, not what it is called."""
    path, link = tmp_path / "log.db", tmp_path / "link.db"
    link.symlink_to(path)
    log = await SqliteLog.open(link)
    with pytest.raises(Unusable, match="in use by another server"):
        await SqliteLog.open(path)
    await log.close()
    await (await SqliteLog.open(path)).close()


async def test_deleting_the_lock_file_lets_nobody_in(tmp_path: Path) -> None:
    """The folder is locked too."""
    log = await SqliteLog.open(tmp_path / "log.db")
    (tmp_path / "log.db.lock").unlink()
    with pytest.raises(Unusable, match="in use by another server"):
        await SqliteLog.open(tmp_path / "log.db")
    await log.close()
    await (await SqliteLog.open(tmp_path / "log.db")).close()
