"""A process to be killed: it appends to a log as fast as it can and says what was acknowledged."""

import asyncio
import os
import sys
from itertools import count
from pathlib import Path

from pictomania.log import EventLog, SqliteLog

TABLES = tuple(f"t{number}" for number in range(12))


def entry(table: str, position: int) -> bytes:
    """What stands at a position, short or long, so that nothing can stand there twice or in another place."""
    return f"{table} {position} ".encode().ljust(position * 37 % 2000, b".")


def ends_well(position: int) -> bool:
    """Whether an append may end here: they have one entry, then two, then one."""
    return position % 3 != 2


async def play(log: EventLog, table: str) -> None:
    """Go on at one table."""
    position = len(await log.read(table))
    while True:
        end = next(end for end in count(position + 1) if ends_well(end))
        position = await log.append(
            table, position, [entry(table, place) for place in range(position + 1, end + 1)]
        )
        os.write(1, f"{table} {position}\n".encode())


async def main(path: Path) -> None:
    """Play at all tables until the end comes."""
    os.write(1, b"opening\n")
    log = await SqliteLog.open(path)
    await asyncio.gather(*(play(log, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
