"""The contract of `EventLog`, tested on every implementation."""

from pathlib import Path

from pictomania.log import EventLog, SqliteLog
from tests.log.contract import Contract


class TestSqliteLog(Contract):
    """The log in a SQLite file."""

    async def open(self, folder: Path) -> EventLog:
        return await SqliteLog.open(folder / "log.db")
