"""Killable servers: a parent with everything loaded, which forks a server for each `serve` command.

    python -m tests.faults.support.killable_server PORT FOLDER

Commands are lines on standard input: `serve`, or `serve before 3` or `serve after 3` for a server that kills
itself before or after it stores its third append; `kill`; and `bury`, to wait for a server that kills itself.
It prints `open` when a server is open, and `dead` when it is dead.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import uvloop

from pictomania.log import EventLog
from pictomania.rules import EditionName
from pictomania.server import structured_logging
from pictomania.server.config import Config
from pictomania.server.net.rate_limits import RateLimits
from pictomania.server.run import open_log, serving
from pictomania.table.dealer import house_box

MUCH = (1e9, 1e9)
FAST = RateLimits(*[MUCH] * len(fields(RateLimits)))  # no limits


class DyingLog:
    """A log that kills its process at one of its appends."""

    def __init__(self, log: EventLog, stored: bool, count: int) -> None:
        """Die at this append, before or after storing it."""
        self._log = log
        self._stored = stored
        self._left = count

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Append, or die."""
        self._left -= 1
        is_last = self._left == 0  # before other appends count down
        if is_last and not self._stored:
            os.kill(os.getpid(), signal.SIGKILL)
        position = await self._log.append(table, expected, entries)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return position

    async def read(self, table: str, after: int = 0) -> list[tuple[int, bytes]]:
        """Read."""
        return await self._log.read(table, after)

    async def tables(self) -> list[str]:
        """List."""
        return await self._log.tables()

    async def trim(self, table: str, through: int) -> None:
        """Trim."""
        await self._log.trim(table, through)

    async def drop(self, table: str) -> None:
        """Drop."""
        await self._log.drop(table)

    async def close(self) -> None:
        """Close."""
        await self._log.close()


def config(port: int, data: Path) -> Config:
    """Return the config of a local server without limits per address."""
    return Config(
        host="127.0.0.1",
        port=port,
        data=data,
        most_connections=5_000,
        connections_per_address=5_000,
        tables_per_hour=100_000,
        wrong_codes_per_minute=100_000,
    )


async def main(port: int, data: Path, fate: Sequence[str]) -> None:
    """Serve until killed."""
    settings = config(port, data)
    log: EventLog = await open_log(settings)
    if fate:
        log = DyingLog(log, fate[0] == "after", int(fate[1]))
    async with serving(settings, log, rate_limits=FAST):
        report("open")
        await asyncio.Event().wait()


def report(word: str) -> None:
    """Report a status to the parent of this process."""
    os.write(1, f"{word}\n".encode())


def fork_server(port: int, data: Path, fate: Sequence[str]) -> int:
    """Fork a server process."""
    child = os.fork()
    if child == 0:
        uvloop.run(main(port, data, fate))
    return child


if __name__ == "__main__":
    structured_logging.configure("info")
    for edition in EditionName:
        house_box(edition)
    child = 0
    for line in sys.stdin:
        word, *fate = line.split()
        if word == "serve":
            child = fork_server(int(sys.argv[1]), Path(sys.argv[2]), fate)
        else:
            if word == "kill":
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            child = 0
            report("dead" if os.WIFSIGNALED(status) else "gone")
    if child:
        os.kill(child, signal.SIGKILL)
