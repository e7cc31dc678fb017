"""A process to be killed: it appends to a log as fast as it can and prints what was acknowledged."""

import asyncio
import os
import sys
from itertools import count
from pathlib import Path

from pictomania.log import EventLog, SqliteLog

TABLES = tuple(f"t{number}" for number in range(12))


def entry(table: str, position: int) -> bytes:
    """The entry at a position: of varying length, and unique."""
    return f"{table} {position} ".encode().ljust(position * 37 % 2000, b".")


def is_append_end(position: int) -> bool:
    """Whether an append may end here: appends have one entry, then two, then one."""
    return position % 3 != 2


async def append_forever(log: EventLog, table: str) -> None:
    """Append to one table forever."""
    position = len(await log.read(table))
    while True:
        end = next(end for end in count(position + 1) if is_append_end(end))
        position = await log.append(
            table, position, [entry(table, place) for place in range(position + 1, end + 1)]
        )
        os.write(1, f"{table} {position}\n".encode())


async def main(path: Path) -> None:
    """Append to all tables until killed."""
    os.write(1, b"opening\n")
    log = await SqliteLog.open(path)
    await asyncio.gather(*(append_forever(log, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
