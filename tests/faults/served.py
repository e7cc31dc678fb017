"""Servers to be killed: a process that has everything ready, and for each word `serve` forks one that serves.

    python -m tests.faults.served PORT FOLDER

Its words are lines on standard input: `serve`, or `serve before 3` or `serve after 3` for a server that kills
itself before, or after, it stores its third append; `kill`; and `bury`, for one that dies by itself. It says
`open` when a server is open, and `dead` when it is dead.
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
from pictomania.server import journal
from pictomania.server.config import Config
from pictomania.server.pace import Pace
from pictomania.server.run import opened_log, serving
from pictomania.table.dealer import house_box

MUCH = (1e9, 1e9)
FAST = Pace(*[MUCH] * len(fields(Pace)))  # nobody is too fast for it


class Mortal:
    """A log whose process dies at one of its appends."""

    def __init__(self, log: EventLog, stored: bool, count: int) -> None:
        """Die at the append of this number, with or without having stored it."""
        self._log = log
        self._stored = stored
        self._left = count

    async def append(self, table: str, expected: int, entries: Sequence[bytes]) -> int:
        """Append, or die."""
        self._left -= 1
        is_last = self._left == 0  # asked before others begin
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
        """Forget the beginning."""
        await self._log.trim(table, through)

    async def drop(self, table: str) -> None:
        """Forget."""
        await self._log.drop(table)

    async def close(self) -> None:
        """Close."""
        await self._log.close()


def config(port: int, data: Path) -> Config:
    """A server on this machine that bears everything from one address."""
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
    """Serve until the end comes."""
    settings = config(port, data)
    log: EventLog = await opened_log(settings)
    if fate:
        log = Mortal(log, fate[0] == "after", int(fate[1]))
    async with serving(settings, log, pace=FAST):
        say("open")
        await asyncio.Event().wait()


def say(word: str) -> None:
    """Say something to whoever made this process."""
    os.write(1, f"{word}\n".encode())


def served(port: int, data: Path, fate: Sequence[str]) -> int:
    """Fork a process that serves."""
    child = os.fork()
    if child == 0:
        uvloop.run(main(port, data, fate))
    return child


if __name__ == "__main__":
    journal.begin("info")
    for edition in EditionName:
        house_box(edition)
    child = 0
    for line in sys.stdin:
        word, *fate = line.split()
        if word == "serve":
            child = served(int(sys.argv[1]), Path(sys.argv[2]), fate)
        else:
            if word == "kill":
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            child = 0
            say("dead" if os.WIFSIGNALED(status) else "gone")
    if child:
        os.kill(child, signal.SIGKILL)
