"""Backups of a log in NATS: files that `SqliteLog` reads too, and that fill an empty log in NATS."""

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

from pictomania.log import EventLog, SqliteLog, Unavailable, Unusable
from pictomania.log.backup import BackupExists
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.log.transfer import back_up_nats, restore_to_nats
from tests.log.nats_server import NatsServer

LARGE = b"x" * 900_000  # two of them need parts
_numbers = count()


@asynccontextmanager
async def new_log(nats: NatsServer) -> AsyncIterator[tuple[NatsLog, NatsSettings]]:
    """An empty log, and where it is."""
    settings = NatsSettings([nats.url], name=f"transfer-{next(_numbers)}")
    log = await NatsLog.open(settings)
    try:
        yield log, settings
    finally:
        await log.close()


def files_in(folder: Path) -> list[Path]:
    """All files, hidden ones included."""
    return list(folder.iterdir())


def mode(file: Path) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(file.stat().st_mode)


async def contents(log: EventLog) -> dict[str, list[bytes]]:
    """The entries of each table."""
    return {table: [data for _, data in await log.read(table)] for table in await log.tables()}


async def test_there_and_back(nats: NatsServer, tmp_path: Path) -> None:
    """A server of one machine can go on with the backup, and so can another cluster."""
    file = tmp_path / "backup"
    tables = {"A": [b"1", b"2", b"3"], "B": [LARGE, LARGE], "cluster": [b"secret"]}
    async with new_log(nats) as (log, settings):
        for table, entries in tables.items():
            await log.append(table, 0, entries)
        await log.trim("A", (await log.read("A"))[0][0])
        tables["A"] = [b"2", b"3"]
        summary = await back_up_nats(settings, file)
    assert (summary.tables, summary.entries) == (3, 5)
    assert mode(file) == 0o600
    assert files_in(tmp_path) == [file]
    async with new_log(nats) as (log, settings):
        assert await restore_to_nats(file, settings) == summary
        assert await contents(log) == tables
    single = await SqliteLog.open(file)
    assert await contents(single) == tables
    await single.close()


async def test_nothing_is_overwritten(nats: NatsServer, tmp_path: Path) -> None:
    """Unless it should be."""
    file = tmp_path / "backup"
    async with new_log(nats) as (log, settings):
        await log.append("A", 0, [b"1"])
        await back_up_nats(settings, file)
        with pytest.raises(BackupExists, match="already exists"):
            await back_up_nats(settings, file)
        with pytest.raises(Unusable, match="not empty"):
            await restore_to_nats(file, settings)
        await log.append("B", 0, [b"1"])
        assert (await back_up_nats(settings, file, overwrite=True)).tables == 2


async def test_a_table_that_is_deleted_meanwhile(
    nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_log(nats) as (log, settings):
        await log.append("A", 0, [b"1"])
        await log.append("B", 0, [b"1"])
        tables = NatsLog.tables

        async def deleted_soon(self: NatsLog) -> list[str]:
            found = await tables(self)
            await self.drop("B")
            return found

        monkeypatch.setattr(NatsLog, "tables", deleted_soon)
        assert (await back_up_nats(settings, tmp_path / "backup")).tables == 1


async def test_a_log_that_becomes_unavailable(
    nats: NatsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left behind."""
    async with new_log(nats) as (log, settings):
        await asyncio.gather(*(log.append(f"T{number}", 0, [b"1"]) for number in range(20)))

        async def unavailable(*_: object) -> list[tuple[int, bytes]]:
            raise Unavailable("no leader")

        monkeypatch.setattr(NatsLog, "read", unavailable)
        with pytest.raises(Unusable, match="the copy failed: no leader"):
            await back_up_nats(settings, tmp_path / "backup")
    assert files_in(tmp_path) == []


async def test_files_that_cannot_be_used(nats: NatsServer, tmp_path: Path) -> None:
    async with new_log(nats) as (_, settings):
        with pytest.raises(Unusable, match="cannot be written: No such file"):
            await back_up_nats(settings, tmp_path / "no folder" / "backup")
        with pytest.raises(Unusable, match="no database at"):
            await restore_to_nats(tmp_path / "no backup", settings)
