"""The contract, run on every log that we have."""

from pathlib import Path

from pictomania.log import EventLog, SqliteLog
from tests.log.contract import Contract


class TestSqliteLog(Contract):
    """Inside one process."""

    async def open(self, folder: Path) -> EventLog:
        """A file in the folder."""
        return await SqliteLog.open(folder / "log.db")
