"""The secret that nodes know each other by: made by the first one, and kept in the log they share."""

import asyncio
import secrets

from pictomania.log import Conflict, EventLog, Unavailable

NAME = "cluster"  # a name in the log that no table has: codes are in capital letters
PATIENCE_S = 30.0  # for a log that was just created, or that elects a leader
RETRY_S = 0.2


async def shared_secret(log: EventLog) -> str:
    """Return the secret of the cluster; who can read the log can read all tables anyway.

    Raises `Unavailable` if the log is so for longer than `PATIENCE_S`.
    """
    loop = asyncio.get_running_loop()
    give_up_at = loop.time() + PATIENCE_S
    while True:
        try:
            return await _find_or_make(log)
        except Unavailable:
            if loop.time() >= give_up_at:
                raise
        await asyncio.sleep(RETRY_S)


async def _find_or_make(log: EventLog) -> str:
    while not (entries := await log.read(NAME)):
        try:
            await log.append(NAME, 0, [secrets.token_urlsafe(32).encode()])
        except Conflict:
            continue  # another node was faster
    return entries[0][1].decode()
