"""Backup and restore of a log in NATS: into a database file, and from one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from pictomania.log.backup import Summary, back_up
from pictomania.log.eventlog import EventLog, Unavailable, Unusable
from pictomania.log.nats import NatsLog
from pictomania.log.nats_setup import NatsSettings
from pictomania.log.sqlite import SqliteLog

AT_A_TIME = 8  # tables


async def back_up_nats(settings: NatsSettings, target: Path, *, overwrite: bool = False) -> Summary:
    """Write a copy of every table, which nodes may be using, to a file; or raise `Unusable`.

    Each table is copied as it is at some moment of the backup; no table depends on another.
    """
    with _folder_beside(target) as folder:
        database = Path(folder) / "tables.sqlite3"
        async with _nats(settings) as source, _sqlite(database) as copy:
            await _copy(source, copy)
        return await asyncio.to_thread(back_up, database, target, overwrite=overwrite)


async def restore_to_nats(backup: Path, settings: NatsSettings) -> Summary:
    """Copy all tables of a backup to NATS, where there must be none; or raise `Unusable`."""
    with TemporaryDirectory(prefix="pictomania-") as folder:
        database = Path(folder) / "tables.sqlite3"
        summary = await asyncio.to_thread(back_up, backup, database)  # verified, and as a writable copy
        async with _sqlite(database) as source, _nats(settings) as target:
            await _copy(source, target, only_if_empty=True)
    return summary


async def _copy(source: EventLog, target: EventLog, *, only_if_empty: bool = False) -> None:
    waiting = asyncio.Semaphore(AT_A_TIME)

    async def copy_table(table: str) -> None:
        async with waiting:
            entries = [data for _, data in await source.read(table)]
            if entries:  # otherwise it was deleted meanwhile
                await target.append(table, 0, entries)

    try:
        if only_if_empty and await target.tables():
            raise Unusable("the log in NATS is not empty; a backup can only be restored to an empty one")
        await asyncio.gather(*map(copy_table, await source.tables()))
    except Unavailable as error:
        raise Unusable(f"the copy failed: {error}") from None


def _folder_beside(target: Path) -> TemporaryDirectory[str]:
    """Create a private folder on the disk of a backup."""
    try:
        return TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise Unusable(f"{target} cannot be written: {error.strerror}") from None


@asynccontextmanager
async def _sqlite(database: Path) -> AsyncIterator[SqliteLog]:
    log = await SqliteLog.open(database)
    try:
        yield log
    finally:
        await log.close()


@asynccontextmanager
async def _nats(settings: NatsSettings) -> AsyncIterator[NatsLog]:
    log = await NatsLog.open(settings)
    try:
        yield log
    finally:
        await log.close()
